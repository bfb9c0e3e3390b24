import { z } from "zod";
import { ADMIN_ROWS_PER_PAGE, MAX_PER_PAGE, MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { keepText } from "#app/values/text.ts";
import { listDay, listFilter, listIdFilter, listQuery } from "#app/values/list-query.schema.ts";
import { FULFILLMENTS } from "#app/store/domain/fulfillment.ts";
import { urlInteger, urlPage, urlSearch, urlWord } from "#app/values/url.schema.ts";
import { ANSWER_STEPS, READY_STEPS } from "./figures/figures.ts";
import { ORDER_STATUSES, REASON_CODES } from "./order.ts";

/** The query of GET /admin/api/orders. */
export const orderListQuery = z.strictObject({
  list: urlWord(["new", "accepted", "rejected", "all"]).default("all"),
  status: urlWord(ORDER_STATUSES).optional(),
  q: urlSearch.default(""),
  page: urlPage,
  per_page: urlInteger(1, MAX_PER_PAGE).default(ADMIN_ROWS_PER_PAGE),
});

/** The address of the staff's order lists; "sold" = all but rejected and cancelled ones. Days are business days. */
export const orderList = listQuery(["-placed"], {
  status: listFilter(...ORDER_STATUSES, "all", "sold"),
  fulfillment: listFilter(...FULFILLMENTS),
  from: listDay,
  to: listDay,
  // What a number of the dashboard counts.
  hour: listFilter(...numbersBelow(24)),
  weekday: listFilter(...numbersBelow(7)),
  product: listIdFilter,
  /** "template-option" */
  option: z
    .string()
    .regex(/^[1-9]\d{0,8}-[1-9]\d{0,8}$/)
    .catch(""),
  promotion: listIdFilter,
  reason: listFilter(...REASON_CODES, "none"),
  answer: listFilter(...ANSWER_STEPS),
  ready: listFilter(...READY_STEPS),
  /** What is looked for to be marked as sold out. */
  sellout: z
    .string()
    .transform((text) => keepText(text.replaceAll(/\p{Cc}/gu, " "), MAX_SEARCH_LENGTH))
    .catch(""),
  with: listFilter("discounts", "fees", "tax", "tips", "refunds", "kept", "late"),
});
export type OrderListQuery = z.output<typeof orderList>;
export type OrderMeasures = Pick<OrderListQuery, (typeof ORDER_MEASURES)[number]>;
export const ORDER_MEASURES = ["hour", "weekday", "product", "option", "promotion", "reason", "answer", "ready", "with"] as const;

/** Whether orders are asked for by what a number counts, which most have no index for. What is late now is found by its status. */
export function isByNumber(asked: OrderMeasures): boolean {
  return ORDER_MEASURES.some((name) => asked[name] !== "" && asked[name] !== "late");
}

function numbersBelow(count: number): [string, ...string[]] {
  return ["0", ...Array.from({ length: count - 1 }, (_, index) => String(index + 1))];
}

/** The address of one order's page: on screen, or on paper of 80 mm. */
export const orderPageQuery = z.object({ print: urlWord(["ticket", "receipt"]).nullable().default(null) });
