import { z } from "zod";
import { ADMIN_ROWS_PER_PAGE, MAX_PER_PAGE, MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { keepText } from "#app/values/text.ts";
import { STAFF_DISCOUNT_ID } from "#app/promotions/domain/staff-discount.ts";
import { listDay, listFilter, listIdFilter, listQuery } from "#app/values/list-query.schema.ts";
import { FULFILLMENTS } from "#app/store/domain/fulfillment.ts";
import { urlInteger, urlPage, urlSearch, urlWord } from "#app/values/addresses/url.schema.ts";
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

/** Query of the staff's order lists; "sold" = all except rejected and cancelled. Days are business days. */
export const orderList = listQuery(["-placed"], {
  status: listFilter(...ORDER_STATUSES, "all", "sold"),
  fulfillment: listFilter(...FULFILLMENTS),
  from: listDay,
  to: listDay,
  // The measure of a dashboard number.
  hour: listFilter(...numbersBelow(24)),
  weekday: listFilter(...numbersBelow(7)),
  product: listIdFilter,
  /** "template-option" */
  option: z
    .string()
    .regex(/^[1-9]\d{0,8}-[1-9]\d{0,8}$/)
    .catch(""),
  promotion: z.union([z.literal(String(STAFF_DISCOUNT_ID)), listIdFilter]),
  /** Rate in parts per million and name: "130000 HST" */
  tax: z
    .string()
    .max(200)
    .regex(/^(?:0|[1-9]\d{0,6}) \S[^\p{Cc}\p{Cs}]*$/u)
    .catch(""),
  reason: listFilter(...REASON_CODES, "none"),
  answer: listFilter(...ANSWER_STEPS),
  ready: listFilter(...READY_STEPS),
  /** Search for an item to mark as sold out. */
  sellout: z
    .string()
    .transform((text) => keepText(text.replaceAll(/\p{Cc}/gu, " "), MAX_SEARCH_LENGTH))
    .catch(""),
  with: listFilter("discounts", "fees", "tax", "tips", "refunds", "uncharged", "kept", "late"),
});
export type OrderListQuery = z.output<typeof orderList>;
export type OrderMeasures = Pick<OrderListQuery, (typeof ORDER_MEASURES)[number]>;
export const ORDER_MEASURES = ["hour", "weekday", "product", "option", "promotion", "tax", "reason", "answer", "ready", "with"] as const;

/** Whether the list filters by a report's measure without an index; late orders are found by status. */
export function isByNumber(asked: OrderMeasures): boolean {
  return ORDER_MEASURES.some((name) => asked[name] !== "" && asked[name] !== "late");
}

function numbersBelow(count: number): [string, ...string[]] {
  return ["0", ...Array.from({ length: count - 1 }, (_, index) => String(index + 1))];
}

/** Query of an order's page: screen, editor, or 80 mm paper. */
export const orderPageQuery = z.object({
  print: urlWord(["ticket", "receipt"]).nullable().default(null),
  /** Opens the editor. */
  change: urlWord(["1"]).nullable().default(null),
});
