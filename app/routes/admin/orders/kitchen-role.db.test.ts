import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { weightOption } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { findOrder } from "#app/orders/data/order/find-order.server.ts";
import { orderItems } from "#app/orders/data/tables.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as newOrdersCount from "#app/routes/admin/api/new-orders-count.ts";
import * as page from "./accepted.tsx";

/* The role "kitchen": its screen without contacts and amounts, its steps, and nothing else. */

const { services } = await openTestShop();
const { db } = services;
const kitchen = openStaffPages(services, "Kim", null, ["kitchen"]);
const PATH = "/admin/orders/accepted?view=kitchen";
const AT_PICKUP = { paymentState: "none", gateway: "none", status: "preparing" } as const;

const statusOf = async (id: string) => (await findOrder(db, id))?.status;

test("shows the kitchen orders to make, without contacts, addresses and amounts", async () => {
  // As earlier releases stored the change of an address.
  const { order } = await storeOrder(db, { ...AT_PICKUP, kitchenChanges: ["+1 Fries", "address → 9 Far Rd"] });
  const opened = await kitchen.get(page, PATH);
  const { board, counts } = opened.data as { readonly board: readonly StaffOrder[]; readonly counts: object };
  expect(board).toMatchObject([
    { id: order.id, number: order.number, finalTotal: 0, customer: { name: "", phone: "", email: "" }, address: null },
  ]);
  expect(board[0]?.changes).toEqual(["+1 Fries", "another address"]);
  expect(counts).toEqual({ received: 0, inProgress: 0, ready: 0, problems: 0 });
  for (const word of [order.customerName, order.customerEmail, order.customerPhone])
    expect(JSON.stringify(opened.data)).not.toContain(word);
});

test("shows the kitchen the weight of a line without its price", async () => {
  const { items } = await storeOrder(db, AT_PICKUP);
  const salmon = { unit: "kg", price: 1277, extras: 0, steps: 5, ordered: 500, actual: null, charged: 500 } as const;
  const options = [weightOption(salmon, { currency: "USD", locale: "en-US" })];
  await db
    .update(orderItems)
    .set({ options })
    .where(eq(orderItems.id, items[0]?.id ?? ""));
  const opened = JSON.stringify((await kitchen.get(page, PATH)).data);
  expect(opened).toContain("500 g");
  expect(opened).not.toContain("12.77");
});

test.each(["", "?q=a", "?status=completed", "?view=kitchen&status=completed&q=a"])("shows no list for the address %j", async (query) => {
  const opened = await kitchen.get(page, `/admin/orders/accepted${query}`);
  if (query.includes("kitchen")) expect(opened.data).toMatchObject({ rows: null, query: { q: "" } });
  else expect(opened).toMatchObject({ status: 302, location: PATH });
});

test("the kitchen marks an order ready and undoes it", async () => {
  const { order } = await storeOrder(db, AT_PICKUP);
  const ready = await kitchen.post(page, PATH, { order: order.id, version: String(order.version), intent: "ready" });
  expect(ready.data).toMatchObject({ kind: "done" });
  expect(await statusOf(order.id)).toBe("ready");
  const version = String((await findOrder(db, order.id))?.version);
  expect((await kitchen.post(page, PATH, { order: order.id, version, intent: "undo" })).data).toMatchObject({ kind: "done" });
  expect(await statusOf(order.id)).toBe("preparing");
});

const REFUSED: readonly Readonly<Record<string, string>>[] = [
  { intent: "note", text: "Hello" },
  { intent: "message", text: "Hello" },
  { intent: "delay", minutes: "15" },
  { intent: "cancel", reason: "other", text: "no", refund: "full" },
  { intent: "refund", amount: "1", reason: "no" },
  { intent: "reprint" },
  { intent: "print", claim: "0b3f1a52-7a37-4b8e-9a58-0c1f4f7a2f10" },
];

test.each(REFUSED)("refuses $intent and changes nothing", async (fields) => {
  const { order } = await storeOrder(db, AT_PICKUP);
  const answer = await kitchen.post(page, PATH, { order: order.id, version: String(order.version), ...fields });
  expect(answer).toMatchObject({ status: 403, data: { kind: "forbidden" } });
  expect(await findOrder(db, order.id)).toEqual(order);
});

test("tells the kitchen only that an order has changed", async () => {
  await storeOrder(db, { ...AT_PICKUP, status: "received" });
  expect((await kitchen.get(newOrdersCount, "/admin/api/new-orders-count")).data).toMatchObject({ count: 0, cancelled: [], listening: 0 });
});
