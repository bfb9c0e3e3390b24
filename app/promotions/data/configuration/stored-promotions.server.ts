import { and, asc, inArray, isNull, ne } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { promotionRecords, type PromotionRecord } from "#app/promotions/data/promotion-records.server.ts";
import { listRecords, type ListedRecord } from "#app/staff/data/record-store.ts";
import { couponSets, promotions } from "#app/promotions/data/tables.ts";

export interface StoredPromotion extends ListedRecord<PromotionRecord> {
  /** In the order of their names. */
  readonly couponSets: readonly { readonly id: number; readonly name: string }[];
}

/** Every promotion except archived ones, oldest first; `lock` locks their rows. */
export async function listStoredPromotions(db: Db, lock?: "lock"): Promise<readonly StoredPromotion[]> {
  const rows = db.select({ id: promotions.id }).from(promotions).where(ne(promotions.status, "archived")).orderBy(asc(promotions.id));
  const stored = await listRecords(db, promotionRecords, rows, lock);
  const sets = await db
    .select({ id: couponSets.id, promotionId: couponSets.promotionId, name: couponSets.name })
    .from(couponSets)
    .where(
      and(
        isNull(couponSets.deletedAt),
        inArray(
          couponSets.promotionId,
          stored.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(couponSets.name), asc(couponSets.id));
  return stored.map((each) => ({ ...each, couponSets: sets.filter((set) => set.promotionId === each.id) }));
}
