import { z } from "zod";
import { MAX_ID, MAX_SEARCH_LENGTH } from "#app/values/limits.ts";

/** What the page of a new order asks for while it is entered; without `part` the page itself. */
export const newOrderQuery = z.object({
  part: z.enum(["page", "menu", "product", "customers", "customer", "link"]).catch("page"),
  q: z.string().trim().max(MAX_SEARCH_LENGTH).catch(""),
  /** The order that it is added to. */
  with: z.guid().toLowerCase().optional().catch(undefined),
  /** Whose payment link the page waits for. */
  order: z.guid().toLowerCase().optional().catch(undefined),
  id: z.coerce.number().int().min(1).max(MAX_ID).optional().catch(undefined),
});
