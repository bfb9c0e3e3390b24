import { eq } from "drizzle-orm";
import { products } from "#app/catalogue/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { compare, moneyOf, OVER } from "#test/fault-matrix/verdict.ts";
import type { Ledger } from "#test/fault-matrix/world.ts";

export interface Shelf {
  readonly productId: number;
  /** The state before any sale. */
  readonly stock: number;
}

/**
 * Compares the shop's orders with the provider's ledger after a storm: payments and living orders match one to one, to the cent; each order
 * has its number and one email of each kind; the stock matches the sales. Returns the findings.
 */
export async function audit(db: Db, ledger: Ledger, shelf: Shelf): Promise<readonly string[]> {
  const wrong: string[] = [];
  const rows = await db.select().from(orders);
  const living = rows.filter((row) => !OVER.includes(row.status) && row.status !== "awaiting_payment");
  for (const intent of ledger.intents) {
    const money = moneyOf(intent, ledger);
    const order = rows.find((row) => row.paymentIntentId === intent.id);
    if (order !== undefined) wrong.push(...compare(order, money));
    else if (money.isHeld || money.taken > money.givenBack)
      wrong.push(`orphan: the payment ${intent.id} (${intent.status}) belongs to no order`);
  }
  for (const order of living) {
    const intent = ledger.intents.find((each) => each.id === order.paymentIntentId);
    if (intent?.status !== "requires_capture" && intent?.status !== "succeeded")
      wrong.push(`the order ${order.number} is ${order.status}, its payment ${intent?.status ?? "nowhere"}`);
  }
  const carts = Map.groupBy(living, (order) => order.cartId);
  for (const [cartId, ofCart] of carts)
    if (cartId !== null && ofCart.length > 1) wrong.push(`double: ${ofCart.length} orders of the cart ${cartId}`);
  const numbers = living.map((order) => `${order.businessDate} ${order.number}`);
  if (new Set(numbers).size !== numbers.length) wrong.push("double: a number was given twice");
  const mails = await db.select({ orderId: mailOutbox.orderId }).from(mailOutbox).where(eq(mailOutbox.kind, "order_received"));
  for (const order of living) {
    const count = mails.filter((mail) => mail.orderId === order.id).length;
    if (count !== 1) wrong.push(`the order ${order.number} has ${count} mails that say it was received`);
  }
  const items = await db.select().from(orderItems);
  const taken = rows.filter((row) => row.isStockTaken).flatMap((row) => items.filter((item) => item.orderId === row.id));
  const sold = taken.reduce((sum, item) => sum + item.quantity, 0);
  const [product] = await db.select().from(products).where(eq(products.id, shelf.productId));
  if (product?.stock !== shelf.stock - sold) wrong.push(`${product?.stock} are left, ${shelf.stock - sold} should be`);
  return wrong;
}
