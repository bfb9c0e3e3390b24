import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { dayClosingOrders } from "#app/orders/data/closing/tables.ts";
import { orders, refunds } from "#app/orders/data/tables.ts";
import { closeDay } from "#app/orders/workflows/closing/close-day.server.ts";
import { previewClosing } from "#app/orders/workflows/closing/preview-closing.server.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { auditCounted } from "./audit-counted.ts";

const shop = await openTestShop();
const NOON = new Date("2026-11-20T17:00:00Z");
const services = { ...shop.services, now: () => NOON };
const { db } = services;
const OWNER = { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] };
const findings = () => auditCounted((text, values) => db.$client.query(text, [...values]));
const ago = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000);

async function place(values: Partial<typeof orders.$inferInsert>) {
  const { order } = await storeOrder(db, { placedAt: ago(60), acceptedAt: ago(50), status: "accepted", ...values });
  return order;
}

test("reports orders that the closed days count wrongly, twice or not at all", async () => {
  const card = await place({ paymentState: "partially_refunded", capturedCents: 3938, refundedCents: 500 });
  await db.insert(refunds).values({
    id: crypto.randomUUID(),
    orderId: card.id,
    amountCents: 500,
    status: "succeeded",
    createdAt: ago(40),
    settledAt: ago(40),
  });
  const cash = await place({ paymentState: "none", gateway: "none", paidBy: "cash" });
  const later = await place({ paymentState: "none", gateway: "none", status: "completed", completedAt: ago(30) });
  const open = await place({ paymentState: "none", gateway: "none" });
  expect(await findings(), "no day is closed yet").toEqual([]);
  const { lastKey, next } = await previewClosing(db, "", NOON, "America/Toronto");
  const input = { day: next?.span.day ?? "", float: 0, terminal: 0, counted: 0, note: "", last: lastKey, seen: next?.seen ?? "" };
  expect(await closeDay(services, OWNER, input)).toMatchObject({ ok: true });
  expect(await findings()).toEqual([]);

  const name = (order: typeof card) => `order ${order.number} of ${order.businessDate}`;
  const change = (order: typeof card, values: Partial<typeof orders.$inferInsert>) =>
    db.update(orders).set(values).where(eq(orders.id, order.id));
  await change(cash, { paidBy: null });
  await change(later, { completedAt: ago(-24 * 60) });
  await change(open, { paidBy: "terminal" });
  await change(card, { acceptedAt: new Date("2020-01-01T12:00:00Z") });
  expect((await findings()).toSorted()).toEqual(
    [
      `${name(card)}: the closed days count it 1 times, by its payment 0`,
      `${name(cash)}: the closed days count it 1 times, by its payment 0`,
      `${name(later)}: the closed days count it 1 times, by its payment 0`,
      `${name(open)}: the closed days count it 0 times, by its payment 1`,
    ].toSorted(),
  );
  await change(cash, { paidBy: "cash" });
  await change(later, { completedAt: ago(30) });
  await change(open, { paidBy: null });
  await change(card, { acceptedAt: ago(50) });

  // Only an owner of the tables gets past their triggers.
  await db.execute(sql`alter table day_closing_orders disable trigger user`);
  await db
    .update(dayClosingOrders)
    .set({ counted: sql`counted || '{"card": 3937, "refunds": 499}'` })
    .where(eq(dayClosingOrders.orderId, card.id));
  await db
    .update(dayClosingOrders)
    .set({ counted: sql`counted || '{"atPickup": 0}'` })
    .where(eq(dayClosingOrders.orderId, cash.id));
  expect((await findings()).toSorted()).toEqual(
    [
      `${name(card)}: cards: $39.38 by the order, $39.37 in the closed days`,
      `${name(card)}: refunds: $5.00 by the order, $4.99 in the closed days`,
      `${name(cash)}: in person: $39.38 by the order, $0.00 in the closed days`,
    ].toSorted(),
  );
});
