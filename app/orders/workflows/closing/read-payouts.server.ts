import pLimit from "p-limit";
import { listCountedPayments } from "#app/orders/data/closing/counted-payments.server.ts";
import { isDisputeEnded, matchParts, type MatchedPart } from "#app/orders/domain/closing/payouts.ts";
import type { ReportDays } from "#app/orders/domain/figures/report-period.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { DisputeFacts, PaymentFailure, PayoutFacts, PayoutPart } from "#app/payments/gateway/gateway.server.ts";
import { addDays, instantOf, localDateOf, type LocalDate } from "#app/values/time.ts";

/** The provider is asked for the parts of each payout. */
const MOST_PAYOUTS = 40;
const AT_ONCE = 4;

/** A payout with what it pays out; `parts` null: the provider did not tell. */
export interface ShownPayout extends PayoutFacts {
  /** The day on which the bank has it. */
  readonly day: LocalDate;
  readonly parts: readonly (PayoutPart & MatchedPart)[] | null;
  /** False: the payout has more parts than were read. */
  readonly isComplete: boolean;
}

type Services = Pick<WorkflowServices, "db" | "payments">;
type Read<Item> = { readonly ok: true; readonly items: readonly Item[]; readonly isComplete: boolean } | PaymentFailure;

/** The provider's payouts that arrive on these days, newest first, with their orders and closed days. */
export async function readPayouts({ db, payments }: Services, { from, to }: ReportDays): Promise<Read<ShownPayout>> {
  const { gateway } = await payments.current();
  const listed = await gateway.listPayouts(instantOf(from, 0, "UTC"), instantOf(addDays(to, 1), 0, "UTC"));
  if (!listed.ok) return listed;
  const dated = listed.items.map((payout) => ({ ...payout, day: localDateOf(new Date(payout.arrival * 1000), "UTC") }));
  const shown = dated.slice(0, MOST_PAYOUTS);
  const limit = pLimit(AT_ONCE);
  const parts = await Promise.all(shown.map(({ id }) => limit(() => gateway.listPayoutParts(id))));
  const intents = parts.flatMap((read) => (read.ok ? read.items.flatMap(({ intentId }) => intentId ?? []) : []));
  const counted = await listCountedPayments(db, [...new Set(intents)]);
  const items = shown.map((payout, index): ShownPayout => {
    const read = parts[index];
    if (read?.ok !== true) return { ...payout, parts: null, isComplete: false };
    return { ...payout, parts: matchParts(read.items, counted), isComplete: read.complete };
  });
  return { ok: true, items, isComplete: listed.complete && shown.length === dated.length };
}

export interface ShownDispute extends DisputeFacts {
  readonly order: string | null;
  readonly isEnded: boolean;
  /** Its page at the provider; null: a simulated one. */
  readonly url: string | null;
}

/** The disputes of customers at the provider: open ones first, then ended ones, each newest first. */
export async function readDisputes({ db, payments }: Services): Promise<Read<ShownDispute>> {
  const { gateway, kind } = await payments.current();
  const listed = await gateway.listDisputes();
  if (!listed.ok) return listed;
  const counted = await listCountedPayments(db, [...new Set(listed.items.flatMap(({ intentId }) => intentId ?? []))]);
  const orders = new Map(counted.map(({ intentId, order }) => [intentId, order]));
  const items = listed.items.map((dispute): ShownDispute => {
    const mode = dispute.livemode ? "" : "test/";
    return {
      ...dispute,
      order: dispute.intentId === null ? null : (orders.get(dispute.intentId) ?? null),
      isEnded: isDisputeEnded(dispute.status),
      url: kind === "simulator" ? null : `https://dashboard.stripe.com/${mode}disputes/${encodeURIComponent(dispute.id)}`,
    };
  });
  return {
    ok: true,
    items: [...items.filter(({ isEnded }) => !isEnded), ...items.filter(({ isEnded }) => isEnded)],
    isComplete: listed.complete,
  };
}
