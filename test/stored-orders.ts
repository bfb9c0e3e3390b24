import { randomUUID } from "node:crypto";
import type { Db } from "#app/platform/db/database.server.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";

export type StoredOrder = typeof orders.$inferSelect;
export type StoredOrderItem = typeof orderItems.$inferSelect;

/**
 * Stores one received pickup order of two lines, $39.38 with tax, tip and a discount, the card authorized; `changes` replace columns. Skips
 * the steps of placing it.
 */
export async function storeOrder(
  db: Db,
  changes: Partial<typeof orders.$inferInsert> = {},
): Promise<{ readonly order: StoredOrder; readonly items: readonly StoredOrderItem[] }> {
  const id = randomUUID();
  const [order] = await db
    .insert(orders)
    .values({
      id,
      number: `A-${id.slice(0, 8)}`,
      businessDate: "2026-11-20",
      publicToken: `token-${id}`,
      cartHash: "hash",
      checkoutKey: randomUUID(),
      status: "received",
      paymentState: "authorized",
      gateway: "stripe",
      fulfillment: "pickup",
      customerName: "Ana Pérez",
      customerEmail: "ana@example.com",
      customerPhone: "+14165550134",
      emailKey: "ana@example.com",
      phoneKey: "+14165550134",
      subTotalCents: 3375,
      promotionDiscountCents: 338,
      deliveryFeeCents: 0,
      deliveryDiscountCents: 0,
      taxCents: 395,
      taxLines: [{ label: "HST", rate: 130_000, base: 3037, amount: 395 }],
      isTaxIncluded: false,
      tipCents: 506,
      totalCents: 4276,
      placedAt: new Date("2026-11-20T22:15:00Z"),
      ...changes,
    })
    .returning();
  if (order === undefined) throw new Error("the order was not stored");
  const line = { orderId: order.id, productId: 1, discountCents: 0, taxRatePpm: 130_000, taxCents: 0 };
  const items = await db
    .insert(orderItems)
    .values([
      {
        ...line,
        id: randomUUID(),
        position: 0,
        name: "Double smash burger",
        kitchenName: "DSB",
        quantity: 2,
        basePriceCents: 1150,
        unitPriceCents: 1450,
        lineTotalCents: 2900,
        options: [
          {
            templateId: 1,
            optionId: 1,
            group: "Extras",
            name: "Extra cheese",
            kitchenName: "cheese",
            quantity: 1,
            freeQuantity: 0,
            priceDelta: 100,
          },
          {
            templateId: 1,
            optionId: 2,
            group: "Extras",
            name: "Bacon",
            kitchenName: "bacon",
            quantity: 2,
            freeQuantity: 0,
            priceDelta: 100,
          },
        ],
      },
      {
        ...line,
        id: randomUUID(),
        position: 1,
        name: "Fries",
        kitchenName: "Fries",
        quantity: 1,
        basePriceCents: 475,
        unitPriceCents: 475,
        lineTotalCents: 475,
        note: "no salt",
      },
    ])
    .returning();
  return { order, items };
}
