import type { RouterContextProvider } from "react-router";
import { servicesContext, tokenScopesContext } from "#app/http/context.server.ts";
import { listCouponSets } from "#app/promotions/data/coupon-sets.server.ts";
import { listPromotionRows, promotionRecords, type PromotionListRow } from "#app/promotions/data/promotion-records.server.ts";
import { listGiven, NOTHING_GIVEN, type Given } from "#app/promotions/data/promotion-reports.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { promotionWire } from "./promotion-wire.ts";

type Context = Readonly<RouterContextProvider>;

/** Whether the caller may read customers: a user who may open promotions reads the email addresses in them. */
export function mayReadEmails(context: Context): boolean {
  return context.get(tokenScopesContext)?.includes("customers:read") !== false;
}

/** These promotions, in the given order, with the fields that the caller may see. */
export async function readPromotionWires(context: Context, rows: readonly PromotionListRow[], given: ReadonlyMap<number, Given>) {
  const { db } = context.get(servicesContext);
  const showsEmails = mayReadEmails(context);
  const found = await promotionRecords.find(
    db,
    rows.map(({ id }) => id),
  );
  const { CURRENCY: currency } = await readSettings(db);
  return rows.flatMap(({ id, state }) => {
    const record = found.get(id);
    return record === undefined ? [] : [promotionWire(record, { id, state, given: given.get(id) ?? NOTHING_GIVEN, currency, showsEmails })];
  });
}

/** One promotion with its coupon sets; null = not found. */
export async function readPromotion(context: Context, id: number) {
  const { db, now } = context.get(servicesContext);
  const [rows, given, sets] = await Promise.all([listPromotionRows(db, now()), listGiven(db, null), listCouponSets(db)]);
  const [promotion] = await readPromotionWires(
    context,
    rows.filter((row) => row.id === id),
    given,
  );
  if (promotion === undefined) return null;
  return {
    ...promotion,
    coupon_sets: sets.filter(({ promotionId }) => promotionId === id).map(({ id: setId, name }) => ({ id: setId, name })),
  };
}
