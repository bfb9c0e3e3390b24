import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { selectEarlierOrders, toEarlierOrders } from "#app/cart/data/orders-seen.server.ts";
import { isCounted } from "#app/orders/data/closing/day-closings.server.ts";
import { findCustomerRow } from "#app/orders/data/customers/customer-list.server.ts";
import { readPeriod } from "#app/orders/data/figures/order-facts.server.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { orders, refunds } from "#app/orders/data/tables.ts";
import { moneyKept } from "#app/orders/domain/closing/counted.ts";
import { sumOf } from "#app/orders/domain/figures/figures.ts";
import { reportPeriod } from "#app/orders/domain/figures/report-period.ts";
import { closeDay } from "#app/orders/workflows/closing/close-day.server.ts";
import { bookkeeperFile } from "#app/orders/workflows/closing/bookkeeper-files.server.ts";
import { previewClosing } from "#app/orders/workflows/closing/preview-closing.server.ts";
import { previewChange } from "#app/orders/workflows/changes/preview-change.server.ts";
import { keepOrderDays } from "#app/orders/workflows/figures/keep-order-days.server.ts";
import { receiptData } from "#app/orders/workflows/receipt/receipt-data.server.ts";
import { listGiven } from "#app/promotions/data/promotion-reports.server.ts";
import { promotions, promotionUses } from "#app/promotions/data/tables.ts";
import { csvOf, PLAIN_CSV } from "#app/values/csv.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { addMinutes } from "#app/values/time.ts";
import { insertCoupon } from "#test/checkouts.ts";
import { TORONTO } from "#test/clocks.ts";
import { readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { actOn, orderSalmon, OWNER } from "#test/weighed-orders.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA = { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] } as const;

const refund = (id: string, request: { kind: "amount"; amount: number } | { kind: "items"; items: { id: string; quantity: null }[] }) =>
  actOn(shop, id, { event: "refund", request, reason: "cold" });

async function refundsOf(id: string) {
  const rows = await db.select().from(refunds).where(eq(refunds.orderId, id)).orderBy(refunds.createdAt);
  return rows.map(({ amountCents, status }) => [amountCents, status]);
}

/** As if the bank had sent back all that was refunded. */
async function sendBack(id: string) {
  await db.update(refunds).set({ status: "failed" }).where(eq(refunds.orderId, id));
  await db.update(orders).set({ refundedCents: 0, paymentState: "captured" }).where(eq(orders.id, id));
}

async function close() {
  const { lastKey, next } = await previewClosing(db, "", services.now(), TORONTO.timeZone);
  const cash = { float: 0, terminal: 0, counted: 0, note: "" };
  const closed = await closeDay(services, ANA, { day: next?.span.day ?? "", ...cash, last: lastKey, seen: next?.seen ?? "" });
  if (!closed.ok) throw new Error(closed.error.message);
  return closed.value;
}

async function orderLines(day: string): Promise<string> {
  const pieces = await Array.fromAsync(bookkeeperFile(db, "order-lines", { from: day, to: day }, await readSettings(db)));
  return csvOf(pieces.flat(), PLAIN_CSV);
}

test("all sums count a lower weight once, and refunds separately", async () => {
  const { id, weigh } = await orderSalmon(shop, true);
  expect((await weigh(460)).kind).toBe("done");
  const weighed = await readOrder(shop, id);
  const promotionId = await insertCoupon(db, "WEIGHED");
  await db.insert(promotionUses).values({ promotionId, orderId: id, amountCents: 1, state: "redeemed", emailKey: "", phoneKey: "" });
  const sums = async () => {
    const { spans } = reportPeriod({ range: "today", from: "", to: "" }, services.now(), TORONTO);
    const figures = await readPeriod(db, spans, TORONTO.timeZone);
    const { customerId } = weighed;
    const [earlier] = await selectEarlierOrders(db, { ...weighed, placedAt: addMinutes(services.now(), 1) }, [30]);
    return {
      sold: sumOf(figures, "sold").amount,
      pickup: sumOf(figures, "pickup").amount,
      refunds: [sumOf(figures, "refunds").count, sumOf(figures, "refunds").amount],
      parts: sumOf(figures, "items").amount + sumOf(figures, "tax").amount - sumOf(figures, "refunds").amount,
      spent: (await findCustomerRow(db, customerId ?? 0))?.spent,
      condition: toEarlierOrders(earlier?.figures ?? [], [30]).spentByDays[30],
      revenue: (await listGiven(db, null)).get(promotionId)?.revenue,
    };
  };
  const all = (paid: number) => ({ sold: paid, pickup: paid, parts: paid, spent: paid, condition: paid, revenue: paid });
  expect(await sums()).toEqual({ ...all(624), refunds: [0, 0] });
  expect((await refund(id, { kind: "amount", amount: 100 })).kind).toBe("done");
  expect(await sums()).toEqual({ ...all(524), refunds: [1, 100] });
  expect(moneyKept((await close()).counted)).toBe(524);
  shop.passMinutes(24 * 60);
  expect(await keepOrderDays(db, services.now())).toBe(1);
  const { spans } = reportPeriod({ range: "yesterday", from: "", to: "" }, services.now(), TORONTO);
  expect((await readPeriod(db, spans, TORONTO.timeZone)).days).toMatchObject([{ orders: 1, sales: 524 }]);
});

test("an order of a closed day keeps its amounts and refunds a lower weight today", async () => {
  const { id, item, weigh } = await orderSalmon(shop, true);
  const first = await close();
  expect(await isCounted(db, id)).toBe(true);
  const before = await orderLines(first.day);
  shop.passMinutes(24 * 60);

  const weights = [{ id: item.id, weight: 460 }];
  const preview = await previewChange(services, { orderId: id, actor: OWNER, command: { event: "edit", removeItemIds: [], weights } });
  expect(preview).toMatchObject({ preview: { before: 678, after: 624, money: "$0.54 goes back to the card." } });
  expect((await weigh(460)).kind).toBe("done");
  expect(await refundsOf(id)).toEqual([[54, "succeeded"]]);
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: 678, capturedCents: 678, refundedCents: 54, taxCents: 78 });
  const [line] = await listOrderItems(db, id);
  expect(line).toMatchObject({ lineTotalCents: 600, weight: { actual: 460, charged: 500, paid: 460 } });
  expect(line?.options[0]?.name).toContain("460 g (500 g ordered) at");

  // A correction refunds the rest; what was paid back is not charged, nor paid back, again.
  expect((await weigh(500)).kind).toBe("done");
  expect((await weigh(480)).kind).toBe("done");
  expect((await weigh(450)).kind).toBe("done");
  expect(await refundsOf(id)).toEqual([
    [54, "succeeded"],
    [14, "succeeded"],
  ]);
  expect((await refund(id, { kind: "items", items: [{ id: item.id, quantity: null }] })).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ refundedCents: 678, paymentState: "refunded" });

  const second = await close();
  expect(second.counted).toMatchObject({ orders: 0, items: 0, card: 0, refunds: 678 });
  expect(await orderLines(first.day)).toBe(before);
  expect((await orderLines(second.day)).trim().split("\r\n").slice(1)).toEqual([expect.stringContaining(",refund,Refund,1,")]);
});

test("correcting a weight that was too low charges nothing again", async () => {
  const { id, item, weigh } = await orderSalmon(shop, true);
  expect((await weigh(300)).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: 407, refundedCents: 271 });
  await sendBack(id);
  const weights = [{ id: item.id, weight: 480 }];
  const preview = await previewChange(services, { orderId: id, actor: OWNER, command: { event: "edit", removeItemIds: [], weights } });
  const notes = ["Salmon weighs 480 g and is charged as 300 g: no more can be charged."];
  expect(preview).toMatchObject({ preview: { before: 407, after: 407, money: "The card was charged, and nothing goes back.", notes } });
  expect((await weigh(480)).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: 407, refundedCents: 0 });
});

test("a line whose refund for its weight failed is refunded as a whole", async () => {
  shop.passMinutes(24 * 60);
  const { id, item, weigh } = await orderSalmon(shop, true);
  await close();
  expect((await weigh(460)).kind).toBe("done");
  await sendBack(id);
  await refund(id, { kind: "items", items: [{ id: item.id, quantity: null }] });
  expect(await refundsOf(id), "the provider knows nothing of the failure here, and refuses").toEqual([
    [54, "failed"],
    [678, "failed"],
  ]);
});

test("reports a weight above the paid amount", async () => {
  const { id, item, weigh } = await orderSalmon(shop, true);
  expect((await weigh(460)).kind).toBe("done");
  const weights = [{ id: item.id, weight: 500 }];
  expect(
    await previewChange(services, { orderId: id, actor: OWNER, command: { event: "edit", removeItemIds: [], weights } }),
  ).toMatchObject({
    preview: { before: 624, after: 624, notes: ["Salmon weighs 500 g and is charged as 460 g: no more can be charged."] },
  });
});

test("a charged order may go below the minimum card charge", async () => {
  const { id, weigh } = await orderSalmon(shop, true, { priceCents: 100 });
  expect(await readOrder(shop, id)).toMatchObject({ capturedCents: 57 });
  expect((await weigh(300)).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: 34, refundedCents: 23 });
});

test("the receipt shows the charge and the refund", async () => {
  const { id, weigh } = await orderSalmon(shop, true);
  const receipt = async () => {
    const order = await readOrder(shop, id);
    const [items, settings] = [await listOrderItems(db, id), await readSettings(db)];
    return receiptData({ order, items, settings, now: services.now(), publicUrl: "https://shop.example" });
  };
  expect((await weigh(460)).kind).toBe("done");
  expect(await receipt()).toMatchObject({
    paymentMethod: "Paid $6.78, $0.54 refunded, Visa ending in 4242",
    amounts: { finalTotal: 624, refunded: 0 },
  });
  expect((await refund(id, { kind: "amount", amount: 100 })).kind).toBe("done");
  expect(await receipt()).toMatchObject({
    paymentMethod: "Paid $6.78, $1.54 refunded, Visa ending in 4242",
    amounts: { finalTotal: 624, refunded: 100 },
  });
});

test("a closed day does not change the refund, also with a discount", async () => {
  shop.passMinutes(24 * 60);
  const terms = { status: "active", trigger: "automatic", condition: { type: "all", of: [] } } as const;
  await db.insert(promotions).values({ name: "Ten", title: "Ten", ...terms, actionKind: "order-percent", actionParams: { rate: 100_000 } });
  const [open, closed] = [await orderSalmon(shop, true), await orderSalmon(shop, true)];
  expect((await open.weigh(460)).kind).toBe("done");
  await close();
  // What became of the promotion changes nothing of what it gave.
  await db
    .update(promotions)
    .set({ actionParams: { rate: 500_000 } })
    .where(eq(promotions.name, "Ten"));
  expect((await closed.weigh(460)).kind).toBe("done");
  expect(await refundsOf(open.id)).toEqual([[48, "succeeded"]]);
  expect(await refundsOf(closed.id)).toEqual([[48, "succeeded"]]);
  expect(await readOrder(shop, open.id)).toMatchObject({ finalTotalCents: 562 });
  expect(await readOrder(shop, closed.id)).toMatchObject({ finalTotalCents: 610, promotionDiscountCents: 60 });
});
