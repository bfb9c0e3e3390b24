import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { orderEvents, orders, refunds } from "#app/orders/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { finishPendingAction } from "./finish-pending-action.server.ts";
import { applyOrderEvent, type OrderEventAnswer } from "./act-on-order.server.ts";
import { GUEST, type OrderCommand } from "./order-command.server.ts";
import { findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";

const shop = await openTestShop({ connections: 30 });
const { services } = shop;
const { db } = services;
const ANA: OrderActorFacts = { kind: "staff", userId: null, name: "Ana", isAdmin: true };
const BEN: OrderActorFacts = { kind: "staff", userId: null, name: "Ben", isAdmin: true };

function act(order: { id: string; version: number }, command: OrderCommand, actor = ANA): Promise<OrderEventAnswer> {
  return applyOrderEvent(services, { orderId: order.id, version: order.version, actor, command });
}

async function intentOf(id: string | null) {
  const answer = await (await services.payments.current()).gateway.retrieveIntent(id ?? "");
  if (!answer.ok) throw new Error(answer.message);
  return answer.intent;
}

async function mailsOf(orderId: string): Promise<readonly string[]> {
  const rows = await db.select({ kind: mailOutbox.kind }).from(mailOutbox).where(eq(mailOutbox.orderId, orderId));
  return rows.map((row) => row.kind).sort();
}

test("accepting charges, promises a time, emails and records", async () => {
  const order = await placePaidOrder(shop);
  const answer = await act(order, { event: "accept", minutes: 20 });
  expect(answer.kind).toBe("done");
  const accepted = await readOrder(shop, order.id);
  expect(accepted).toMatchObject({
    status: "accepted",
    paymentState: "captured",
    capturedCents: 1130,
    pendingAction: null,
    prepMinutes: 20,
  });
  expect(accepted.promisedAt!.getTime() - accepted.acceptedAt!.getTime()).toBe(20 * 60_000);
  expect(await intentOf(order.paymentIntentId)).toMatchObject({ status: "succeeded", amountReceived: 1130 });
  expect(await mailsOf(order.id)).toEqual(["order_accepted", "order_received"]);
  const audit = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `order ${order.id}`));
  expect(audit).toMatchObject([{ userName: "Ana", action: "order-accept" }]);
});

test("of two concurrent accepts one wins and the other names the winner", async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await placePaidOrder(shop);
    const answers = await Promise.all([
      act(order, { event: "accept", minutes: 15 }, ANA),
      act(order, { event: "accept", minutes: 30 }, BEN),
    ]);
    const won = answers.filter((answer) => answer.kind === "done");
    expect(won).toHaveLength(1);
    const lost = answers.find((answer) => answer.kind !== "done")!;
    const winner = answers[0].kind === "done" ? "Ana" : "Ben";
    expect(lost).toMatchObject({ kind: "conflict" });
    const stories = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
    expect(stories.filter((story) => story.event === "accept").map((story) => story.actorName)).toEqual([winner]);
    expect("message" in lost && lost.message).toMatch(new RegExp(`^${winner} accepted this`));
    expect(await intentOf(order.paymentIntentId)).toMatchObject({ status: "succeeded", amountReceived: 1130 });
  }
});

test("an outdated screen reads who acted and when", async () => {
  const order = await placePaidOrder(shop);
  await act(order, { event: "accept", minutes: 15 });
  const late = await act(order, { event: "reject", reason: "too_busy", text: "" }, BEN);
  expect(late).toMatchObject({ kind: "conflict", message: expect.stringMatching(/^Ana accepted this \d+ s ago\./) });
  expect(await readOrder(shop, order.id)).toMatchObject({ status: "accepted" });
});

test("rejecting releases the authorization", async () => {
  const order = await placePaidOrder(shop);
  expect((await act(order, { event: "reject", reason: "item_unavailable", text: "no dough left" })).kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({
    status: "rejected",
    paymentState: "voided",
    capturedCents: 0,
    reasonCode: "item_unavailable",
    reasonText: "no dough left",
  });
  expect(await intentOf(order.paymentIntentId)).toMatchObject({ status: "canceled", amountReceived: 0 });
  expect(await mailsOf(order.id)).toEqual(["order_received", "order_rejected"]);
});

test("customers may cancel until acceptance", async () => {
  const order = await placePaidOrder(shop);
  const answer = await applyOrderEvent(services, {
    orderId: order.id,
    version: null,
    actor: GUEST,
    command: { event: "cancel", reason: "customer_request", text: "", refund: "full" },
  });
  expect(answer.kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({ status: "cancelled", paymentState: "voided" });
  const second = await placePaidOrder(shop);
  await act(second, { event: "accept", minutes: 15 });
  const late = await applyOrderEvent(services, {
    orderId: second.id,
    version: null,
    actor: GUEST,
    command: { event: "cancel", reason: "customer_request", text: "", refund: "full" },
  });
  expect(late).toMatchObject({ kind: "refused", message: expect.stringContaining("call us") });
});

test("completes a pending action later, once, when the provider was unavailable", async () => {
  const order = await placePaidOrder(shop);
  shop.armFault("error_after", "payment_intents.capture", 1);
  const answer = await act(order, { event: "accept", minutes: 10 });
  expect(["done", "pending"]).toContain(answer.kind);
  await Promise.all(Array.from({ length: 5 }, () => finishPendingAction(services, order.id)));
  expect(await readOrder(shop, order.id)).toMatchObject({ status: "accepted", paymentState: "captured", pendingAction: null });
  const stories = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
  expect(stories.filter((story) => story.event === "accept")).toMatchObject([{ actorName: "Ana" }]);
});

test("an expired authorization leaves the order undecided; pickup payment resolves it", async () => {
  const order = await placePaidOrder(shop);
  await (await services.payments.current()).gateway.cancelIntent(order.paymentIntentId!, "elsewhere");
  const answer = await act(order, { event: "accept", minutes: 10 });
  expect(answer).toMatchObject({ kind: "payment" });
  const stuck = await readOrder(shop, order.id);
  expect(stuck).toMatchObject({ status: "received", pendingAction: null, paymentProblem: expect.stringContaining("pickup") });
  expect((await act(stuck, { event: "accept", minutes: 10, payAtPickup: true })).kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({
    status: "accepted",
    paymentState: "none",
    paymentProblem: null,
    capturedCents: 0,
  });
});

test("removing a line lowers the charge on Accept", async () => {
  const order = await placePaidOrder(shop, [1000, 500]);
  const items = await listOrderItems(db, order.id);
  expect((await act(order, { event: "edit", removeItemIds: [items[1]!.id] })).kind).toBe("done");
  const edited = await readOrder(shop, order.id);
  expect(edited).toMatchObject({ status: "received", subTotalCents: 1000, finalTotalCents: 1130 });
  expect(await mailsOf(order.id)).toEqual(["order_changed", "order_received"]);
  const [mail] = await db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.orderId, order.id), eq(mailOutbox.kind, "order_changed")));
  expect(mail).toMatchObject({
    recipient: order.customerEmail,
    status: "queued",
    data: { removedItems: [items[1]!.name], amounts: { finalTotal: 1130 } },
  });
  const [story] = await db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.event, "edit")));
  expect(story).toMatchObject({ actorName: "Ana", data: { removed: [items[1]!.name] } });
  expect((await findOrderStatus(services, order.publicToken))?.sentence).toContain(`Changed: ${items[1]!.name} removed, new total $11.30.`);
  expect((await act(edited, { event: "accept", minutes: 10 })).kind).toBe("done");
  expect(await intentOf(order.paymentIntentId)).toMatchObject({ amountReceived: 1130 });
});

test("a refused change sends no email; each further change sends one", async () => {
  const order = await placePaidOrder(shop, [1000, 500, 300]);
  const [, second, third] = await listOrderItems(db, order.id);
  expect((await act(order, { event: "edit", removeItemIds: [] })).kind).toBe("refused");
  expect(await mailsOf(order.id)).toEqual(["order_received"]);
  for (const item of [second!, third!])
    expect((await act(await readOrder(shop, order.id), { event: "edit", removeItemIds: [item.id] })).kind).toBe("done");
  expect(await mailsOf(order.id)).toEqual(["order_changed", "order_changed", "order_received"]);
});

test("ten concurrent refunds are one, never above the charge", async () => {
  const order = await placePaidOrder(shop, [1000, 500]);
  await act(order, { event: "accept", minutes: 10 });
  const accepted = await readOrder(shop, order.id);
  const clicks = await Promise.all(
    Array.from({ length: 10 }, () => act(accepted, { event: "refund", request: { kind: "amount", amount: 500 }, reason: "cold" })),
  );
  expect(clicks.filter((answer) => answer.kind === "done")).toHaveLength(1);
  const once = await readOrder(shop, order.id);
  expect(once).toMatchObject({ refundedCents: 500, paymentState: "partially_refunded" });
  expect(await act(once, { event: "refund", request: { kind: "amount", amount: 1300 }, reason: "" })).toMatchObject({ kind: "refused" });
  expect((await act(once, { event: "refund", request: { kind: "all" }, reason: "" })).kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({ refundedCents: 1695, paymentState: "refunded" });
  expect(await intentOf(order.paymentIntentId)).toMatchObject({ amountRefunded: 1695 });
  expect(await db.select({ status: refunds.status }).from(refunds).where(eq(refunds.orderId, order.id))).toEqual([
    { status: "succeeded" },
    { status: "succeeded" },
  ]);
});

test("refunds one of three units and keeps the rest", async () => {
  const order = await placePaidOrder(shop, [1000], 3);
  await act(order, { event: "accept", minutes: 10 });
  const [item] = await listOrderItems(db, order.id);
  if (item === undefined) throw new Error("the order has an item");
  const back = (quantity: number | null): OrderCommand => ({
    event: "refund",
    request: { kind: "items", items: [{ id: item.id, quantity }] },
    reason: "",
  });
  expect(item.quantity).toBe(3);
  const charged = (await readOrder(shop, order.id)).capturedCents;
  expect((await act(await readOrder(shop, order.id), back(1))).kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({ refundedCents: Math.floor(charged / 3), isStockTaken: order.isStockTaken });
  expect((await listOrderItems(db, order.id))[0]).toMatchObject({ quantity: 3, stockTaken: item.stockTaken });
  expect(await act(await readOrder(shop, order.id), back(3))).toMatchObject({
    kind: "refused",
    message: `Only 2 of 3 × ${item.name} can still be refunded. Choose that or fewer.`,
  });
  expect((await act(await readOrder(shop, order.id), back(null))).kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({ refundedCents: charged, paymentState: "refunded" });
});

test("a line returns no more than its amount after a failed refund", async () => {
  const order = await placePaidOrder(shop, [1005, 1000], 3);
  await act(order, { event: "accept", minutes: 10 });
  const item = (await listOrderItems(db, order.id)).find((each) => each.unitPriceCents === 1005);
  const back = async (quantity: number | null) => {
    const request = { kind: "items", items: [{ id: item?.id ?? "", quantity }] } as const;
    expect((await act(await readOrder(shop, order.id), { event: "refund", request, reason: "" })).kind).toBe("done");
    const rows = await db.select().from(refunds).where(eq(refunds.orderId, order.id)).orderBy(refunds.createdAt);
    return rows.filter((row) => row.status === "succeeded");
  };
  // 3015 with 13 % of tax: 3407, so 1135, 1136 and 1136.
  const [first] = await back(1);
  expect((await back(1)).map((row) => row.amountCents)).toEqual([1135, 1136]);
  await db
    .update(refunds)
    .set({ status: "failed" })
    .where(eq(refunds.id, first?.id ?? ""));
  await db.update(orders).set({ refundedCents: 1136 }).where(eq(orders.id, order.id));
  expect((await back(null)).map((row) => row.amountCents)).toEqual([1136, 3407 - 1136]);
});

test("cancelling after acceptance refunds, and a step can be undone", async () => {
  const order = await placePaidOrder(shop);
  for (const command of [{ event: "accept", minutes: 5 }, { event: "preparing" }, { event: "ready" }, { event: "undo" }] as const) {
    expect((await act(await readOrder(shop, order.id), command)).kind).toBe("done");
  }
  const cooking = await readOrder(shop, order.id);
  expect(cooking).toMatchObject({ status: "preparing", readyAt: null });
  expect((await act(cooking, { event: "cancel", reason: "item_unavailable", text: "", refund: "full" })).kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({ status: "cancelled", paymentState: "refunded", refundedCents: 1130 });
  expect(await mailsOf(order.id)).toEqual(["order_accepted", "order_cancelled", "order_ready", "order_received"]);
});
