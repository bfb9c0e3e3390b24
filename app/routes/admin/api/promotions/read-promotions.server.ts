import type { Db } from "#app/platform/db/database.server.ts";
import { listCouponSets } from "#app/promotions/data/coupon-sets.server.ts";
import { listPromotionRows, promotionRecords, type PromotionListRow } from "#app/promotions/data/promotion-records.server.ts";
import { listGiven, NOTHING_GIVEN, type Given } from "#app/promotions/data/promotion-reports.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { promotionWire } from "./promotion-wire.ts";

/** These promotions, in their order, as programs see them. */
export async function readPromotionWires(db: Db, rows: readonly PromotionListRow[], given: ReadonlyMap<number, Given>) {
  const found = await promotionRecords.find(
    db,
    rows.map(({ id }) => id),
  );
  const { CURRENCY: currency } = await readSettings(db);
  return rows.flatMap(({ id, state }) => {
    const record = found.get(id);
    return record === undefined ? [] : [promotionWire(record, { id, state, given: given.get(id) ?? NOTHING_GIVEN, currency })];
  });
}

/** One promotion with its coupon sets; null: there is none. */
export async function readPromotion(db: Db, id: number, now: Date) {
  const [rows, given, sets] = await Promise.all([listPromotionRows(db, now), listGiven(db, null), listCouponSets(db)]);
  const [promotion] = await readPromotionWires(
    db,
    rows.filter((row) => row.id === id),
    given,
  );
  if (promotion === undefined) return null;
  return {
    ...promotion,
    coupon_sets: sets.filter(({ promotionId }) => promotionId === id).map(({ id: setId, name }) => ({ id: setId, name })),
  };
}
