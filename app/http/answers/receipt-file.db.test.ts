import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import * as orderAction from "#app/routes/admin/api/order-action.ts";
import * as orderStatusAction from "#app/routes/api/order-status-action.ts";
import { createVisitor } from "#test/call-route.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";

const { services } = await openTestShop();
const { db } = services;
const visitor = createVisitor(services);

const ofCustomer = (token: string, action = "receipt") =>
  visitor.call(orderStatusAction, "GET", `/api/order-status/${action}?order=${token}`, { params: { action } });
const ofStaff = (id: string) => visitor.call(orderAction, "GET", `/admin/api/orders/${id}/receipt`, { params: { id, action: "receipt" } });

test("customer and staff download the receipt of the stored order", async () => {
  const { order } = await storeOrder(db);
  for (const answer of [await ofCustomer(order.publicToken), await ofStaff(order.id)]) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("application/pdf");
    expect(answer.headers.get("Content-Disposition")).toBe(`attachment; filename="receipt-${order.number}.pdf"`);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), { mergePages: true });
    for (const part of [`Receipt for order ${order.number}`, "Ana Pérez", "$39.38", "HST", "Card on hold"]) expect(text).toContain(part);
  }
});

test("one order's receipt is created at most ten times a minute, for customers and staff together", async () => {
  const { order } = await storeOrder(db);
  const other = await storeOrder(db);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => (at < 5 ? ofCustomer(order.publicToken) : ofStaff(order.id))));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  for (const refused of [await ofCustomer(order.publicToken), await ofStaff(order.id)]) {
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  expect((await ofStaff(other.order.id)).status).toBe(200);
});

test("returns 404 without the link's token or for an order that was not placed", async () => {
  const { order } = await storeOrder(db, { status: "abandoned", number: null });
  expect((await ofCustomer(order.publicToken)).status).toBe(404);
  expect((await ofStaff(order.id)).status).toBe(404);
  expect((await ofCustomer(order.id)).status).toBe(404);
  const placed = await storeOrder(db);
  expect((await ofCustomer(`${placed.order.publicToken}x`)).status).toBe(404);
  expect((await ofCustomer(placed.order.publicToken, "cancel")).status).toBe(404);
});
