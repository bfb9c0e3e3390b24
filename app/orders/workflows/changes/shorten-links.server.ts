import { lockLinksOf } from "#app/orders/data/open-links.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { updateOrder } from "#app/orders/data/order/update-order.server.ts";
import { linkEnd, shortened } from "#app/orders/domain/payment-link.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/**
 * Payment links of what was added to an order as soon as possible end in time for the promise with which it is accepted. Returns the orders whose
 * links end earlier than before. A delay promises later, so it shortens none; a link for a later order ends in time for that time already.
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
