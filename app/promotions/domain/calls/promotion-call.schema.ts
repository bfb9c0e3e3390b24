import { z } from "zod";
import { ADMIN_ROWS_PER_PAGE, MAX_COUPON_CODE_LENGTH, MAX_LONG_TEXT_LENGTH, MAX_PER_PAGE, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { urlInteger, urlPage, urlSearch, urlWord } from "#app/values/addresses/url.schema.ts";
import {
  requiredWireLine,
  schemasByCurrency,
  wireInstant,
  wireInteger,
  wireLine,
  wireMoney,
  wireObject,
  wireText,
} from "#app/values/wire.schema.ts";
import { conditionSchema } from "#app/promotions/domain/conditions/list.ts";
import { isCouponCode } from "#app/promotions/domain/coupons.ts";
import { actionSchema, isMoment, MAX_PRIORITY, MAX_USES, MAX_WINDOWS } from "#app/promotions/domain/promotion-form.schema.ts";
import { windowShape } from "#app/promotions/domain/target.schema.ts";

const paging = { page: urlPage, per_page: urlInteger(1, MAX_PER_PAGE).default(ADMIN_ROWS_PER_PAGE) };

/** The query of GET /admin/api/promotions. */
export const promotionCallQuery = z.strictObject({
  q: urlSearch.default(""),
  state: urlWord(["draft", "scheduled", "active", "paused", "ended"]).optional(),
  trigger: urlWord(["automatic", "coupon"]).optional(),
  sort: urlWord(["-id", "id", "name", "-name", "-uses", "uses", "-discount", "discount"]).default("-id"),
  ...paging,
});

/** The query of GET /admin/api/coupon-sets/:id. */
export const codeCallQuery = z.strictObject({
  q: urlSearch.default(""),
  status: urlWord(["active", "revoked", "used"]).optional(),
  sort: urlWord(["id", "-id", "code", "-code", "-uses", "uses"]).default("id"),
  ...paging,
});

function moment(what: string) {
  const message = `Send ${what} as a time on the shop's clock, such as 2026-11-20T15:00, or null.`;
  return z.string(message).refine(isMoment, message).nullable();
}

/** The fields of a promotion; amounts in condition and action are in stored units (cents), as the configuration file has them. */
function fieldsIn(currency: string) {
  return {
    name: requiredWireLine("a name", MAX_TITLE_LENGTH),
    /** Shown to customers. */
    title: requiredWireLine("what customers read", MAX_TITLE_LENGTH),
    description: wireText("the description", MAX_LONG_TEXT_LENGTH),
    status: z.enum(["draft", "active", "paused", "archived"], "Send one of draft, active, paused, archived."),
    trigger: z.enum(["automatic", "coupon"], "Send automatic or coupon."),
    starts_at: moment("the start"),
    ends_at: moment("the end"),
    schedule: z.array(z.strictObject(windowShape), "Send a list of hours.").max(MAX_WINDOWS),
    condition: conditionSchema,
    action: actionSchema,
    /** The most it takes off an order. */
    cap: wireMoney("the most it takes off", currency).nullable(),
    stacking_group: wireLine("the group", MAX_TITLE_LENGTH)
      .transform((group) => (group === "" ? null : group))
      .nullable(),
    is_exclusive: z.boolean("Send is_exclusive as true or false."),
    priority: wireInteger("the priority", -MAX_PRIORITY, MAX_PRIORITY),
    total_uses: wireInteger("the uses", 1, MAX_USES).nullable(),
    per_customer_uses: wireInteger("the uses per customer", 1, MAX_USES).nullable(),
    budget: wireMoney("the budget", currency).nullable(),
  };
}

/** The body of POST /admin/api/promotions: a draft unless it has another status. */
export const newPromotionIn = schemasByCurrency((currency) => {
  const { name, title, action, ...others } = fieldsIn(currency);
  return wireObject({
    name,
    title,
    action,
    description: others.description.default(""),
    status: others.status.default("draft"),
    trigger: others.trigger.default("automatic"),
    starts_at: others.starts_at.default(null),
    ends_at: others.ends_at.default(null),
    schedule: others.schedule.default([]),
    condition: others.condition.default({ type: "all", of: [] }),
    cap: others.cap.default(null),
    stacking_group: others.stacking_group.default(null),
    is_exclusive: others.is_exclusive.default(false),
    priority: others.priority.default(0),
    total_uses: others.total_uses.default(null),
    per_customer_uses: others.per_customer_uses.default(null),
    budget: others.budget.default(null),
  });
});

export type NewPromotion = z.output<ReturnType<typeof newPromotionIn>>;

/** The body of PATCH /admin/api/promotions/:id, for the version that the caller read. Missing fields keep their values. */
export const promotionChangeIn = schemasByCurrency((currency) =>
  wireObject({ version: wireInteger("the version", 1, 2_147_483_647), ...z.object(fieldsIn(currency)).partial().shape }).refine(
    ({ version: _version, ...fields }) => Object.keys(fields).length > 0,
    "Send at least one field to change.",
  ),
);

const MAX_CODES = 1000;
const MAX_CODE_USES = 1_000_000;

/** The body of POST /admin/api/coupon-sets/:id. Existing codes are skipped, so that sending them again adds nothing. */
export const newCodes = wireObject({
  codes: z
    .array(
      requiredWireLine("a code", MAX_COUPON_CODE_LENGTH).refine(isCouponCode, "Write each code in letters and digits."),
      "Send the codes as a list of texts.",
    )
    .min(1, "Send at least one code.")
    .max(MAX_CODES, `Send at most ${MAX_CODES} codes at once.`),
  /** Per code; null = no limit. */
  max_uses: wireInteger("the uses of each code", 1, MAX_CODE_USES).nullable(),
  per_customer_uses: wireInteger("the uses per customer", 1, MAX_CODE_USES).nullable().default(null),
  expires_at: wireInstant("the end").nullable().default(null),
});
