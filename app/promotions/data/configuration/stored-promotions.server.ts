import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { promotionRecords, type PromotionRecord } from "#app/promotions/data/promotion-records.server.ts";
import { couponSets, promotions } from "#app/promotions/data/tables.ts";

export interface StoredPromotion {
  readonly id: number;
  readonly value: PromotionRecord;
  /** In the order of their names. */
  readonly couponSets: readonly { readonly id: number; readonly name: string }[];
}

/** Every promotion but archived ones, which are history and no configuration, oldest first; `lock` holds them against other writers. */
export async function listStoredPromotions(db: Db, lock?: "lock"): Promise<readonly StoredPromotion[]> {
  const rows = await db.select({ id: promotions.id }).from(promotions).where(ne(promotions.status, "archived")).orderBy(asc(promotions.id));
  const ids = rows.map(({ id }) => id);
  const records = await promotionRecords.find(db, ids, lock);
  const sets = await db
    .select({ id: couponSets.id, promotionId: couponSets.promotionId, name: couponSets.name })
    .from(couponSets)
    .innerJoin(promotions, eq(promotions.id, couponSets.promotionId))
    .where(and(inArray(couponSets.promotionId, ids), isNull(couponSets.deletedAt)))
    .orderBy(asc(couponSets.name), asc(couponSets.id));
  return ids.flatMap((id) => {
    const value = records.get(id)?.value;
    return value === undefined ? [] : [{ id, value, couponSets: sets.filter((set) => set.promotionId === id) }];
  });
}
