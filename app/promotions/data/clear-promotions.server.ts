import type { Db } from "#app/platform/db/database.server.ts";
import { couponSets, promotions } from "./tables.ts";

/** Removes promotions with their coupon sets and codes. Orders, which use them, go first. */
export async function clearPromotions(tx: Db): Promise<void> {
  await tx.delete(couponSets);
  await tx.delete(promotions);
}
