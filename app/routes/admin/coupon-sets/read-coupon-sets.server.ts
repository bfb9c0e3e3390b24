import type { Db } from "#app/platform/db/database.server.ts";
import { listCouponSets, matchingCouponSets, type CouponSetRow } from "#app/promotions/data/coupon-sets.server.ts";
import { listGivenBySets, NOTHING_GIVEN, type Given } from "#app/promotions/data/promotion-reports.server.ts";
import type { CouponSetListQuery } from "#app/promotions/domain/coupon-set.schema.ts";
import { spanOfRange } from "#app/routes/admin/promotions/report.server.ts";

/** All sets that match the list's address, on every page, with the discounts of each in its period. */
export async function readCouponSets(db: Db, query: CouponSetListQuery, now: Date): Promise<readonly (CouponSetRow & Given)[]> {
  const discounts = await listGivenBySets(db, await spanOfRange(db, query.range, now));
  const sets = (await listCouponSets(db)).map((set) => ({ ...set, ...(discounts.get(set.id) ?? NOTHING_GIVEN) }));
  return matchingCouponSets(sets, query);
}
