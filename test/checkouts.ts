import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { orders } from "#app/orders/data/tables.ts";
import { couponCodes, couponSets, promotions } from "#app/promotions/data/tables.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { addCartItem } from "#app/cart/workflows/change-cart.server.ts";
import type { Checkout, CheckoutResult, PlacedOrder } from "#app/checkout/workflows/place/checkout-result.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import type { TestShop } from "./shop.ts";

/** A new cart with a number of units of one product; returns its id. */
export async function cartWith({ services }: TestShop, productId: number, quantity = 1): Promise<string> {
  const added = await addCartItem(services, null, { productId, quantity, choices: [], note: "" });
  if (!added.ok) throw new Error(JSON.stringify(added.error));
  return added.value.source.id ?? "";
}

let customers = 0;

/** A pickup checkout as soon as possible by a new customer, by card, with its own key; `changes` replace fields. */
export function checkoutOf(cartId: string, expectedTotal: number, changes: Partial<Checkout> = {}): Checkout {
  customers += 1;
  return {
    cartId,
    from: null,
    idempotencyKey: randomUUID(),
    requestHash: "body",
    customer: { name: "Ana Pérez", email: `ana${customers}@example.com`, phone: `+1 416 555 ${String(1000 + customers)}` },
    fulfillment: "pickup",
    requestedFor: null,
    address: null,
    instructions: "",
    allergyNote: "",
    tip: undefined,
    expectedTotal,
    isPaidAtPickup: false,
    ...changes,
  };
}

export function placedOf(result: CheckoutResult): PlacedOrder {
  if (result.kind !== "ok") throw new Error(`refused: ${result.kind}`);
  return result.placed;
}

export async function orderOf(db: Db, token: string): Promise<OrderRow> {
  const [order] = await db.select().from(orders).where(eq(orders.publicToken, token));
  if (order === undefined) throw new Error("no such order");
  return order;
}

/** A checkout up to the payment form: cart, order, payment not confirmed. */
export async function beginCheckout(
  shop: TestShop,
  productId: number,
  expectedTotal: number,
  changes: Partial<Checkout> = {},
): Promise<PlacedOrder & { readonly order: OrderRow }> {
  const placed = placedOf(await placeOrder(shop.services, checkoutOf(await cartWith(shop, productId), expectedTotal, changes)));
  return { ...placed, order: await orderOf(shop.services.db, placed.orderToken) };
}

/** A promotion of $3.00 off that the code unlocks; returns the promotion's id. */
export async function insertCoupon(
  db: Db,
  code: string,
  limits: { readonly totalUses?: number; readonly perCustomerUses?: number; readonly budgetCents?: number; readonly maxUses?: number } = {},
): Promise<number> {
  const { maxUses, ...ofPromotion } = limits;
  const target = { everything: true, productIds: [], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
  const [promotion] = await db
    .insert(promotions)
    .values({
      name: code,
      title: code,
      status: "active",
      trigger: "coupon",
      condition: { type: "all", of: [] },
      actionKind: "order-fixed",
      actionParams: { amount: 300, target },
      ...ofPromotion,
    })
    .returning({ id: promotions.id });
  const promotionId = promotion!.id;
  const [set] = await db.insert(couponSets).values({ name: code, promotionId }).returning({ id: couponSets.id });
  await db.insert(couponCodes).values({ couponSetId: set!.id, code, normalizedCode: code, maxUses: maxUses ?? null });
  return promotionId;
}
