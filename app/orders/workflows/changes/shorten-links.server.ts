import { lockLinksOf } from "#app/orders/data/open-links.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { updateOrder } from "#app/orders/data/order/update-order.server.ts";
import { linkEnd, shortened } from "#app/orders/domain/payment-link.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/**
 * Shortens payment links of add-ons of an order as soon as possible, so that they end in time for its promise on acceptance. Returns the orders whose
 * links end earlier than before. A delay moves the promise later, so it shortens none; a link of an order for later already ends in time.
 */
export async function shortenLinks(tx: Db, first: OrderRow, now: Date): Promise<readonly OrderRow[]> {
  const { id, requestedFor, promisedAt } = first;
  if (requestedFor !== null || promisedAt === null) return [];
  const changed: OrderRow[] = [];
  for (const { id: addOnId, payBy, prepMinutes } of await lockLinksOf(tx, id, now)) {
    const end = linkEnd(now, { requestedFor, promisedWith: promisedAt, prepMinutes: prepMinutes ?? 0, lastOrders: null });
    const terms = payBy === null ? {} : shortened(payBy, end);
    if (terms.payBy !== undefined) changed.push(await updateOrder(tx, addOnId, terms));
  }
  return changed;
}
