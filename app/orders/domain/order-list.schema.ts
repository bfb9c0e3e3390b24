import { z } from "zod";
import { ADMIN_ROWS_PER_PAGE, MAX_PER_PAGE } from "#app/values/limits.ts";
import { FULFILLMENTS } from "#app/store/domain/fulfillment.ts";
import { urlDay, urlInteger, urlPage, urlSearch, urlWord } from "#app/values/url.schema.ts";
import { ORDER_STATUSES } from "./order.ts";

const listFields = { q: urlSearch.default(""), page: urlPage };

/** The query of GET /admin/api/orders. */
export const orderListQuery = z.strictObject({
  list: urlWord(["new", "accepted", "rejected", "all"]).default("all"),
  status: urlWord(ORDER_STATUSES).optional(),
  ...listFields,
  per_page: urlInteger(1, MAX_PER_PAGE).default(ADMIN_ROWS_PER_PAGE),
});

/** The address of the staff's order lists; "sold" = all but rejected and cancelled ones. Days are business days. */
export const orderPagesQuery = z.object({
  status: urlWord([...ORDER_STATUSES, "all", "sold"])
    .nullable()
    .default(null),
  ...listFields,
  from: urlDay.nullable().default(null),
  to: urlDay.nullable().default(null),
  fulfillment: urlWord(FULFILLMENTS).nullable().default(null),
});

/** The address of one order's page: on screen, or on paper of 80 mm. */
export const orderPageQuery = z.object({ print: urlWord(["ticket", "receipt"]).nullable().default(null) });
