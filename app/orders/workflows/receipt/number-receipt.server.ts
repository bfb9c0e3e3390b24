import { lockOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { assignReceiptNumber } from "#app/orders/data/order/receipt-numbers.server.ts";
import { needsReceiptNumber } from "#app/orders/domain/receipt/receipt-number.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";

/** The locked order with its receipt number, assigned now if it has become a sale. The number is the last lock of the transaction. */
export async function withReceiptNumber(tx: Db, order: OrderRow): Promise<OrderRow> {
  return needsReceiptNumber(order) ? { ...order, receiptNumber: await assignReceiptNumber(tx, order.id) } : order;
}

/** The order for its receipt. A sale that an earlier version accepted gets its number here on first use. */
export async function orderOfReceipt(db: Db, order: OrderRow): Promise<OrderRow> {
  if (!needsReceiptNumber(order)) return order;
  return inTransaction(db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    return locked === undefined ? order : withReceiptNumber(tx, locked);
  });
}
