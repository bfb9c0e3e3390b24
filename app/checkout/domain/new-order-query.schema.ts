import { z } from "zod";
import { MAX_ID, MAX_SEARCH_LENGTH } from "#app/values/limits.ts";

/** The query of the new order page while an order is entered; without `part` it requests the page itself. */
export const newOrderQuery = z.object({
  part: z.enum(["page", "menu", "product", "customers", "customer", "link"]).catch("page"),
  q: z.string().trim().max(MAX_SEARCH_LENGTH).catch(""),
  /** The order that the new one is added to. */
  with: z.guid().toLowerCase().optional().catch(undefined),
  /** The order whose payment link the page polls. */
  order: z.guid().toLowerCase().optional().catch(undefined),
  id: z.coerce.number().int().min(1).max(MAX_ID).optional().catch(undefined),
});
