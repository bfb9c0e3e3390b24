import * as texts from "#texts/checkout/placed-order.ts";
import { lockSlots } from "#app/cart/data/slot-lock.server.ts";
import { loadSlots } from "#app/cart/workflows/load-cart.server.ts";
import { takeStock } from "#app/catalogue/data/stock.server.ts";
import { listOrderItems, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { setHolds } from "#app/orders/data/order/update-order.server.ts";
import { listStockWanted, markStockTaken } from "#app/orders/data/order-holds.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { lockPromotions } from "#app/promotions/data/promotions.server.ts";
import { listExceededPromotions, listUses, moveUses } from "#app/promotions/data/uses.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { hasRoom } from "#app/store/domain/hours/slots.ts";

/**
 * Reserves an order's expired reservations again, in the lock order of a checkout: slots, promotions, stock. If anything is unavailable, it
 * returns a sentence for the customer and reserves nothing.
 */
export async function retakeHolds(tx: Db, order: OrderRow, now: Date): Promise<string | null> {
  if (!(await isTimeFree(tx, order, now))) return texts.timeTaken;
  if (order.isStockTaken) return null;
  const uses = await listUses(tx, order.id);
  await lockPromotions(
    tx,
    uses.map((use) => use.promotionId),
    uses.flatMap((use) => use.couponCodeId ?? []),
  );
  await tx.execute(moveUses(order.id, ["released"], "held"));
  if ((await listExceededPromotions(tx, order.id)).length > 0) {
    await tx.execute(moveUses(order.id, ["held"], "released"));
    return texts.promotionUsedUp;
  }
  const wanted = await listStockWanted(tx, order.id);
  const taken = await takeStock(tx, wanted, order.id);
  if (taken.isShort) {
    await tx.execute(moveUses(order.id, ["held"], "released"));
    return texts.soldOut;
  }
  await markStockTaken(tx, wanted, taken);
  await setHolds(tx, order.id, { isStockTaken: true, holdExpiresAt: null });
  return null;
}

/**
 * A slot is free for others once the reservation expires, before the job returns stock and uses. An order without a chosen time gets a new promise.
 */
async function isTimeFree(tx: Db, order: OrderRow, now: Date): Promise<boolean> {
  const { requestedFor, holdExpiresAt, fulfillment, address, goesWith } = order;
  // An add-on shares the slot of its order.
  if (goesWith !== null || requestedFor === null || (holdExpiresAt !== null && holdExpiresAt > now)) return true;
  const settings = await readSettings(tx);
  if (settings.SLOT_MAX_ORDERS > 0 || settings.SLOT_MAX_ITEMS > 0) await lockSlots(tx);
  const items = (await listOrderItems(tx, order.id)).reduce((sum, { quantity }) => sum + quantity, 0);
  const place = { fulfillment, postalCode: address?.postalCode ?? null };
  return hasRoom(await loadSlots(tx, settings, now, place, { items, ownOrderIds: [order.id] }), requestedFor);
}
