import { z } from "zod";
import { ADMIN_ROWS_PER_PAGE, MAX_PER_PAGE } from "#app/values/limits.ts";
import { listDay, listFilter, listQuery } from "#app/values/list-query.schema.ts";
import { FULFILLMENTS } from "#app/store/domain/fulfillment.ts";
import { urlInteger, urlPage, urlSearch, urlWord } from "#app/values/url.schema.ts";
import { ORDER_STATUSES } from "./order.ts";

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
});
export type OrderListQuery = z.output<typeof orderList>;

/** The address of one order's page: on screen, or on paper of 80 mm. */
export const orderPageQuery = z.object({ print: urlWord(["ticket", "receipt"]).nullable().default(null) });
