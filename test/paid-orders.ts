import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { orders } from "#app/orders/data/tables.ts";
import { addCartItem, getCart } from "#app/cart/workflows/change-cart.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { insertProduct } from "./catalogue.ts";
import type { TestShop } from "./shop.ts";

let serial = 0;

/** An order placed and paid through the simulator: received, card authorized. `prices` in cents, one line of `quantity` each. */
export async function placePaidOrder(shop: TestShop, prices: readonly number[] = [1000], quantity = 1) {
  const { services } = shop;
  serial += 1;
  let cartId: string | null = null;
  for (const [index, priceCents] of prices.entries()) {
    const productId = await insertProduct(services.db, { name: `Dish ${serial}.${index}`, priceCents });
    const added = await addCartItem(services, cartId, { productId, quantity, choices: [], note: "" });
    if (!added.ok) throw new Error(JSON.stringify(added.error));
    cartId = added.value.source.id;
  }
  const cart = await getCart(services, cartId ?? "");
  const result = await placeOrder(services, {
    cartId: cartId ?? "",
    from: null,
    idempotencyKey: randomUUID(),
    requestHash: "body",
    customer: { name: "Ana Pérez", email: `customer${serial}@example.com`, phone: `+1 416 555 ${String(2000 + serial)}` },
    fulfillment: "pickup",
    requestedFor: null,
    address: null,
    instructions: "",
    allergyNote: "",
    tip: undefined,
    expectedTotal: cart.priced.finalTotal,
    isPaidAtPickup: false,
  });
  if (result.kind !== "ok") throw new Error(`the checkout was refused: ${result.kind}`);
  await shop.confirm(result.placed.clientSecret);
  const [open] = await services.db.select().from(orders).where(eq(orders.publicToken, result.placed.orderToken));
  if (open === undefined) throw new Error("the order is missing");
  await settleOrder(services, open.id);
  return readOrder(shop, open.id);
}

export async function readOrder(shop: TestShop, id: string) {
  const [order] = await shop.services.db.select().from(orders).where(eq(orders.id, id));
  if (order === undefined) throw new Error("the order is missing");
  return order;
}

/** The customer's bank disputes the captured payment. Returns a function that ends the dispute, without a notification. */
export async function openDispute(shop: TestShop, intentId: string | null) {
  const { store } = shop.simulator;
  const dispute = await store.unit(async (unit) => {
    const intent = await unit.claim(intentId ?? "");
    const charge = intent?.kind === "intent" ? await unit.find(intent.chargeId ?? "") : undefined;
    if (charge?.kind !== "charge") throw new Error("nothing was captured");
    const { amount, currency, id: chargeId } = charge;
    const opened = {
      kind: "dispute",
      id: `dp_${chargeId}`,
      at: Date.now(),
      intentId: charge.intentId,
      chargeId,
      amount,
      currency,
    } as const;
    unit.save({ ...charge, disputed: true });
    unit.save(opened);
    return opened;
  });
  return async (outcome: "won" | "lost") => {
    await store.unit(async (unit) => {
      unit.save({ ...dispute, outcome });
    });
  };
}

/** Moves the simulator's records `days` into the past, so that they are paid out: its clock cannot be changed. */
export async function ageProviderRecords(shop: TestShop, days: number): Promise<void> {
  const ms = days * 86_400_000;
  await shop.simulator.store.unit(async (unit) => {
    for (const kind of ["charge", "refund", "dispute"] as const)
      for (const record of await unit.list({ kind, limit: 10_000 })) {
        const captured = record.kind === "charge" && record.capturedAt !== undefined ? { capturedAt: record.capturedAt - ms } : {};
        unit.save({ ...record, at: record.at - ms, ...captured });
      }
  });
}
