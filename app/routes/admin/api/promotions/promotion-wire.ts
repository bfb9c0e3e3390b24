import type { PromotionRecord } from "#app/promotions/data/promotion-records.server.ts";
import type { Given } from "#app/promotions/data/promotion-reports.server.ts";
import type { NewPromotion } from "#app/promotions/domain/calls/promotion-call.schema.ts";
import { withoutEmails } from "#app/promotions/domain/conditions/named-emails.ts";
import type { PromotionState } from "#app/promotions/domain/promotion-state.ts";
import type { StoredRecord } from "#app/staff/data/record-store.ts";
import { majorUnits } from "#app/values/money.ts";

/** API field names by record field. */
export const PROMOTION_CALL_FIELDS = {
  name: "name",
  title: "title",
  description: "description",
  status: "status",
  trigger: "trigger",
  startsAt: "starts_at",
  endsAt: "ends_at",
  schedule: "schedule",
  condition: "condition",
  action: "action",
  cap: "cap",
  group: "stacking_group",
  isExclusive: "is_exclusive",
  priority: "priority",
  totalUses: "total_uses",
  perCustomerUses: "per_customer_uses",
  budget: "budget",
} as const satisfies Readonly<Record<keyof PromotionRecord, keyof NewPromotion>>;

/** The record of a new promotion. */
export function newPromotionRecord(body: NewPromotion): PromotionRecord {
  return { ...changedPromotion(body), name: body.name } as PromotionRecord;
}

/** The record fields that a call changes. */
export function changedPromotion(body: Partial<NewPromotion>): Partial<PromotionRecord> {
  return Object.fromEntries(
    Object.entries(PROMOTION_CALL_FIELDS).flatMap(([field, name]) => (body[name] === undefined ? [] : [[field, body[name]]])),
  );
}

interface Facts {
  readonly id: number;
  readonly state: PromotionState;
  readonly given: Given;
  readonly currency: string;
  /** False: the response has the number of email addresses in a condition, not the addresses. */
  readonly showsEmails: boolean;
}

/** A promotion of the API. `cap`, `budget` and the discounts given are in major units, amounts in condition and action in stored units. */
export function promotionWire({ version, value }: StoredRecord<PromotionRecord>, { id, state, given, currency, showsEmails }: Facts) {
  const amount = (cents: number | null) => (cents === null ? null : majorUnits(cents, currency));
  return {
    id,
    version,
    state,
    name: value.name,
    title: value.title,
    description: value.description,
    status: value.status,
    trigger: value.trigger,
    starts_at: value.startsAt,
    ends_at: value.endsAt,
    schedule: value.schedule,
    condition: showsEmails ? value.condition : withoutEmails(value.condition),
    action: value.action,
    cap: amount(value.cap),
    stacking_group: value.group,
    is_exclusive: value.isExclusive,
    priority: value.priority,
    total_uses: value.totalUses,
    per_customer_uses: value.perCustomerUses,
    budget: amount(value.budget),
    uses: given.uses,
    discount: majorUnits(given.discount, currency),
  };
}
