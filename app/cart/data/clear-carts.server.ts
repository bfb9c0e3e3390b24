import type { Db } from "#app/platform/db/database.server.ts";
import { boughtTogether, carts } from "./tables.ts";

/** Removes all carts and the statistics of products bought together. */
export async function clearCarts(tx: Db): Promise<void> {
  await tx.delete(carts);
  await tx.delete(boughtTogether);
}
