import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { users } from "#app/staff/data/tables.ts";
import type { ApiScope } from "#app/staff/domain/api-token.ts";
import { settings } from "#app/store/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { callWithToken, tokenWith } from "#test/token-calls.ts";
import { takeOrder } from "./place/take-order.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
await db.insert(settings).values({ key: "ORDER_ADMIN_CAN_REFUND", value: true });
const [owner] = await db
  .insert(users)
  .values({ name: "Ana", email: "ana@example.com", passwordHash: "x", roles: ["super-admin"] })
  .returning();
const ANA = { id: owner?.id ?? 0, name: "Ana", email: "ana@example.com", roles: ["super-admin"], isConfirmed: true };

async function callOf(...scopes: readonly ApiScope[]) {
  const { token } = await tokenWith(services, ANA, ...scopes);
  return async (id: string, action: string, body: object) => {
    const { version } = await readOrder(shop, id);
    return callWithToken(services, token, `/admin/api/orders/${id}/${action}`, { method: "POST", body: { version, ...body } });
  };
}
const write = await callOf("orders:write");
const both = await callOf("orders:write", "orders:refund");
const LACKS = { status: 403, data: { detail: "This token lacks the permission orders:refund, and this pays money back." } };

async function capturedEarly() {
  const order = await placePaidOrder(shop, [1000, 600]);
  const { gateway } = await services.payments.current();
  await gateway.captureIntent(order.paymentIntentId ?? "", { currency: "usd", amount: 1808, idempotencyKey: `early ${order.id}` });
  await db.update(orders).set({ paymentState: "captured", capturedCents: 1808 }).where(eq(orders.id, order.id));
  return order.id;
}

async function lineOf(id: string) {
  const [line] = await listOrderItems(db, id);
  return line?.id ?? "";
}

test("a token without orders:refund pays no units back", async () => {
  const { id } = await placePaidOrder(shop, [1000, 600]);
  expect((await write(id, "accept", { minutes: 20 })).status).toBe(200);
  const fewer = { removeItemIds: [await lineOf(id)] };
  expect(await write(id, "edit", fewer)).toMatchObject(LACKS);
  expect(await write(id, "edit", { ...fewer, preview: true })).toMatchObject(LACKS);
  expect(await readOrder(shop, id)).toMatchObject({ refundedCents: 0, pendingAction: null });
  expect((await both(id, "edit", fewer)).status).toBe(200);
  expect(await readOrder(shop, id)).toMatchObject({ refundedCents: 1130 });
});

test("a token without orders:refund pays no difference back, to a card or at the counter", async () => {
  const early = await capturedEarly();
  expect(await write(early, "edit", { removeItemIds: [await lineOf(early)] })).toMatchObject(LACKS);
  const productId = await insertProduct(db);
  const items = [{ productId, quantity: 2, choices: [], note: "" }];
  const taken = await takeOrder(services, takenOrderOf(items, 2260, { paidBy: "cash", source: "counter" }));
  if (taken.kind !== "ok") throw new Error("refused");
  const { id } = taken.order;
  const fewer = { items: [{ id: await lineOf(id), qty: 1 }] };
  expect(await write(id, "edit", fewer)).toMatchObject(LACKS);
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: 2260 });
  expect((await both(id, "edit", fewer)).status).toBe(200);
});

test("a token without orders:refund rejects no order whose card was charged", async () => {
  const reason = { reason: "too_busy", text: "" };
  const early = await capturedEarly();
  expect(await write(early, "reject", reason)).toMatchObject(LACKS);
  expect(await readOrder(shop, early)).toMatchObject({ status: "received", pendingAction: null });
  expect((await both(early, "reject", reason)).status).toBe(200);
  const held = await placePaidOrder(shop);
  expect((await write(held.id, "reject", reason)).status, "a hold is only released").toBe(200);
});
