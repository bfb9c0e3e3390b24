import { randomUUID } from "node:crypto";
import { isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { findOrderIds } from "#app/orders/data/list-orders.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { DEMO_DAY_KEY } from "#app/orders/domain/demo-day.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { insertSet } from "#app/platform/db/insert-set.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { orderOfReceipt, withReceiptNumber } from "./number-receipt.server.ts";

const shop = await openTestShop();
const { db } = shop.services;
const ANA = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
const ACCEPTED_BEFORE = { status: "accepted", acceptedAt: new Date("2026-11-20T22:20:00Z") } as const;

async function act(id: string, command: OrderCommand): Promise<void> {
  const { version } = await readOrder(shop, id);
  expect((await applyOrderEvent(shop.services, { orderId: id, version, actor: ANA, command })).kind).toBe("done");
}

const accept = (id: string) => act(id, { event: "accept", minutes: 20 });
const numberOf = async (id: string) => (await readOrder(shop, id)).receiptNumber;

async function listNumbers(): Promise<readonly (number | null)[]> {
  const rows = await db.select({ receiptNumber: orders.receiptNumber }).from(orders).where(isNotNull(orders.receiptNumber));
  return rows.map(({ receiptNumber }) => receiptNumber).toSorted((one, other) => (one ?? 0) - (other ?? 0));
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test("20 orders accepted at the same time get 20 numbers without a gap", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) ids.push((await placePaidOrder(shop)).id);
  expect(await listNumbers()).toEqual([]);
  await Promise.all(ids.map(accept));
  expect(await listNumbers()).toEqual(upTo(20));
});

test("a transaction that fails leaves no gap", async () => {
  const before = (await listNumbers()).length;
  const { order } = await storeOrder(db, ACCEPTED_BEFORE);
  const failing = inTransaction(db, async (tx) => {
    expect((await withReceiptNumber(tx, order)).receiptNumber).toBe(before + 1);
    throw new Error("the disk is full");
  });
  await expect(failing).rejects.toThrow("the disk is full");
  const { id } = await placePaidOrder(shop);
  await accept(id);
  expect(await numberOf(id)).toBe(before + 1);
  expect(await listNumbers()).toEqual(upTo(before + 1));
});

test("an order accepted by an earlier version gets its number when its receipt is first opened", async () => {
  const { order } = await storeOrder(db, ACCEPTED_BEFORE);
  const opened = await Promise.all(Array.from({ length: 5 }, () => orderOfReceipt(db, order)));
  const number = await numberOf(order.id);
  expect(number).not.toBeNull();
  expect(new Set(opened.map(({ receiptNumber }) => receiptNumber))).toEqual(new Set([number]));
  expect((await readOrder(shop, order.id)).version, "no screen of staff is out of date").toBe(order.version);
  expect(await listNumbers()).toEqual(upTo((await listNumbers()).length));
});

test("keeps the receipt number after a refund and a cancellation", async () => {
  const { id } = await placePaidOrder(shop);
  await accept(id);
  const number = await numberOf(id);
  await act(id, { event: "refund", request: { kind: "amount", amount: 100 }, reason: "sorry" });
  await act(id, { event: "cancel", reason: "other", text: "", refund: "full" });
  expect(await numberOf(id)).toBe(number);
  const mails = await db.select({ kind: mailOutbox.kind, orderId: mailOutbox.orderId, data: mailOutbox.data }).from(mailOutbox);
  const accepted = mails.find(({ kind, orderId }) => kind === "order_accepted" && orderId === id);
  expect(accepted?.data).toMatchObject({ receiptNumber: number });
});

test("gives no number to test orders, demo orders and orders that are not a sale", async () => {
  const before = await listNumbers();
  const rejected = await placePaidOrder(shop);
  await act(rejected.id, { event: "reject", reason: "too_busy", text: "" });
  for (const changes of [{ ...ACCEPTED_BEFORE, isTest: true }, { ...ACCEPTED_BEFORE, checkoutKey: `${DEMO_DAY_KEY}1` }, {}]) {
    const { order } = await storeOrder(db, changes);
    expect((await orderOfReceipt(db, order)).receiptNumber).toBeNull();
  }
  expect(await listNumbers()).toEqual(before);
});

test("staff find an order by its receipt number, of any length", async () => {
  const { order: short } = await storeOrder(db, { receiptNumber: 77 });
  const { order: long } = await storeOrder(db, { receiptNumber: 654_321 });
  const find = async (q: string) => (await findOrderIds(db, { list: "all", q, page: 1, perPage: 10 })).ids;
  expect(await find("77")).toContain(short.id);
  expect(await find("654321")).toContain(long.id);
});

test("staff find a short receipt number among many later orders", async () => {
  const { order } = await storeOrder(db, { receiptNumber: 88, placedAt: new Date("2020-01-02T12:00:00Z") });
  const { finalTotalCents: _generated, ...copied } = order;
  const later = Array.from({ length: 5001 }, (_, index) => {
    const [id, publicToken, checkoutKey] = [randomUUID(), randomUUID(), randomUUID()];
    return {
      ...copied,
      id,
      publicToken,
      checkoutKey,
      number: `A${"B".repeat(index % 71)}${"C".repeat(Math.floor(index / 71))}`,
      receiptNumber: null,
      placedAt: new Date("2021-01-02T12:00:00Z"),
    };
  });
  await db.execute(insertSet(orders, later));
  // The drawn number of another order may have these digits, too.
  expect((await findOrderIds(db, { list: "all", q: "88", page: 1, perPage: 10 })).ids).toContain(order.id);
});
