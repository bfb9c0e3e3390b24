import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { findWholeCart } from "#app/cart/data/carts.server.ts";
import { loadCart } from "#app/cart/workflows/load-cart.server.ts";
import { addCartItem, getCart } from "#app/cart/workflows/change-cart.server.ts";
import { applyPromotions } from "#app/cart/workflows/apply-promotions.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { applyGuestEvent, findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { reconcilePayments } from "#app/checkout/workflows/settle/reconcile-payments.server.ts";
import { settlePaymentProblem } from "#app/checkout/workflows/settle/settle-problem.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { listPaymentProblems } from "#app/orders/data/payment-problems.server.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import { orders, refunds } from "#app/orders/data/tables.ts";
import type { Condition } from "#app/promotions/domain/promotion.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { addMinutes } from "#app/values/time.ts";
import { promotions, promotionUses } from "#app/promotions/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { beginCheckout, cartWith, checkoutOf, insertCoupon, orderOf, placedOf } from "#test/checkouts.ts";
import { placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { advanceOrders } from "#app/orders/workflows/changes/advance-orders.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";

const shop = await openTestShop({ connections: 30 });
const { services } = shop;
const { db } = services;
const OWNER = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
const STAFF = { kind: "staff", userId: null, name: "Ben", isAdmin: false } as const;

afterEach(async () => {
  await db.delete(settings);
});

async function act(id: string, command: OrderCommand, actor: typeof OWNER | typeof STAFF = OWNER) {
  const { version } = await readOrder(shop, id);
  return applyOrderEvent(services, { orderId: id, version, actor, command });
}

async function accepted(prices?: readonly number[]) {
  const order = await placePaidOrder(shop, prices);
  expect((await act(order.id, { event: "accept", minutes: 20 })).kind).toBe("done");
  return readOrder(shop, order.id);
}

async function provider(path: string, fields: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(`${shop.simulator.apiUrl}/v1/${path}`, {
    method: "POST",
    headers: { Authorization: "Bearer sk_test_simulator" },
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function refundsAtProvider(intentId: string | null): Promise<readonly number[]> {
  const listed = await (await services.payments.current()).gateway.listRefunds(intentId ?? "");
  return listed.ok ? listed.refunds.filter((refund) => refund.status !== "failed").map((refund) => refund.amount) : [];
}

/** Expires a payment's authorization at the provider. */
async function expireHold(intentId: string): Promise<void> {
  await shop.simulator.store.unit(async (unit) => {
    const intent = await unit.claim(intentId);
    if (intent?.kind !== "intent") throw new Error("there is no such payment");
    const at = Date.now() - 1;
    unit.save({ ...intent, holdUntil: at });
    unit.save({ kind: "task", id: `task_${intentId}`, at, job: { does: "advance-intent", intentId } });
  });
  await shop.simulator.sweep();
}

/** The bank returns the only refund, as seconds later. */
async function sendRefundBack(intentId: string): Promise<void> {
  await shop.simulator.store.unit(async (unit) => {
    const [refund] = await unit.list({ kind: "refund", matching: { intentId }, limit: 1, oldestFirst: false });
    if (refund === undefined) throw new Error("there is no refund");
    const job = { does: "finish-refund", refundId: refund.id, intentId, outcome: "failed" } as const;
    unit.save({ kind: "task", id: `task_${refund.id}`, at: Date.now() - 1, job });
  });
  await shop.simulator.sweep();
}

async function stockOf(productId: number) {
  const [row] = await db.select({ stock: products.stock }).from(products).where(eq(products.id, productId));
  return row?.stock;
}

test("makes a refund with a lost response once", async () => {
  const order = await accepted();
  shop.armFault("error_after", "refunds.create", 2);
  const asked = await act(order.id, { event: "refund", request: { kind: "amount", amount: 500 }, reason: "cold" });
  expect(asked.kind).toBe("pending");
  expect((await applyGuestEvent(services, order.publicToken, "arrived"))?.kind).toBe("done");
  expect((await act(order.id, { event: "note", text: "called them" }, STAFF)).kind).toBe("done");
  expect((await readOrder(shop, order.id)).pendingAction).toMatchObject({ kind: "refund", amount: 500 });
  shop.passMinutes(1);
  await reconcilePayments(services);
  expect(await refundsAtProvider(order.paymentIntentId)).toEqual([500]);
  expect(await readOrder(shop, order.id)).toMatchObject({ refundedCents: 500, pendingAction: null });
  expect(await db.select().from(refunds).where(eq(refunds.orderId, order.id))).toMatchObject([{ amountCents: 500, status: "succeeded" }]);
});

test("notes and arrivals keep the version", async () => {
  const order = await accepted();
  await applyGuestEvent(services, order.publicToken, "arrived");
  await act(order.id, { event: "note", text: "table 4" }, STAFF);
  const ready = await applyOrderEvent(services, { orderId: order.id, version: order.version, actor: STAFF, command: { event: "ready" } });
  expect(ready.kind).toBe("done");
  expect((await readOrder(shop, order.id)).arrivedAt).not.toBeNull();
});

test("stores a dashboard refund besides ours", async () => {
  const order = await accepted();
  await provider("refunds", { payment_intent: order.paymentIntentId ?? "", amount: "500" });
  expect((await act(order.id, { event: "refund", request: { kind: "amount", amount: 300 }, reason: "" })).kind).toBe("done");
  const rows = await db.select().from(refunds).where(eq(refunds.orderId, order.id));
  expect(rows.map((row) => [row.amountCents, row.status]).toSorted()).toEqual([
    [300, "succeeded"],
    [500, "succeeded"],
  ]);
  expect(await readOrder(shop, order.id)).toMatchObject({ refundedCents: 800, paymentState: "partially_refunded" });
});

test("a returned refund does not count and can be repeated", async () => {
  const { order: open, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  await shop.confirm(clientSecret, "pm_card_refundFail");
  await settleOrder(services, open.id);
  await act(open.id, { event: "accept", minutes: 20 });
  await act(open.id, { event: "refund", request: { kind: "amount", amount: 400 }, reason: "" });
  await sendRefundBack(open.paymentIntentId ?? "");
  shop.passMinutes(1);
  await reconcilePayments(services);
  expect(await readOrder(shop, open.id)).toMatchObject({ refundedCents: 0, paymentState: "captured" });
  const [problem] = (await listPaymentProblems(db)).filter((each) => each.orderId === open.id);
  expect(problem).toMatchObject({ kind: "refund_failed", amount: 400 });
  const again = { problemId: problem!.id, remedy: "refund_again", note: "" } as const;
  expect((await settlePaymentProblem(services, { ...again, actor: STAFF })).kind).toBe("forbidden");
  // From two screens at once: the money goes out once.
  const answers = await Promise.all(Array.from({ length: 4 }, () => settlePaymentProblem(services, { ...again, actor: OWNER })));
  expect(answers.filter(({ kind }) => kind === "done")).toHaveLength(1);
  expect((await settlePaymentProblem(services, { ...again, actor: OWNER })).kind).toBe("conflict");
  expect(await readOrder(shop, open.id)).toMatchObject({ refundedCents: 400, paymentState: "partially_refunded" });
});

test("no timer ends an order with an expired authorization", async () => {
  await db.insert(settings).values({ key: "ORDER_AUTO_REJECT_MINUTES", value: 5 });
  const order = await placePaidOrder(shop);
  await expireHold(order.paymentIntentId ?? "");
  expect((await act(order.id, { event: "accept", minutes: 20 }, STAFF)).kind).toBe("payment");
  shop.passMinutes(30);
  await advanceOrders(services);
  await reconcilePayments(services);
  await applyGuestEvent(services, order.publicToken, "arrived");
  expect(await readOrder(shop, order.id)).toMatchObject({
    status: "received",
    paymentProblem: expect.stringContaining("payment at pickup"),
  });
  const atPickup = await act(order.id, { event: "accept", minutes: 20, payAtPickup: true }, STAFF);
  expect(atPickup.kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({ status: "accepted", paymentState: "none", paymentProblem: null });
});

test("keeps a valid authorization and requires the permission for every refund", async () => {
  const healthy = await placePaidOrder(shop);
  const giveUp: OrderCommand = { event: "accept", minutes: 20, payAtPickup: true };
  expect((await act(healthy.id, giveUp, STAFF)).kind).toBe("forbidden");
  await db.update(orders).set({ fulfillment: "delivery" }).where(eq(orders.id, healthy.id));
  await db.insert(settings).values({ key: "ALLOW_PAY_AT_PICKUP", value: true });
  expect((await act(healthy.id, giveUp, OWNER)).kind).toBe("forbidden");

  const eaten = await accepted();
  for (const event of ["ready", "complete", "undo"] as const) await act(eaten.id, { event }, STAFF);
  const cancel = (refund: "full" | "none" | { amount: number }): OrderCommand => ({ event: "cancel", reason: "other", text: "x", refund });
  expect((await act(eaten.id, cancel("full"), STAFF)).kind).toBe("forbidden");
  expect((await act(eaten.id, cancel({ amount: 100 }), STAFF)).kind).toBe("forbidden");
  expect((await act(eaten.id, { event: "refund", request: { kind: "all" }, reason: "" }, STAFF)).kind).toBe("forbidden");
  expect(await refundsAtProvider(eaten.paymentIntentId)).toEqual([]);

  const fresh = await accepted();
  expect((await act(fresh.id, cancel("none"), STAFF)).kind).toBe("forbidden");
  expect((await act(fresh.id, cancel("full"), STAFF)).kind).toBe("done");
  expect(await readOrder(shop, fresh.id)).toMatchObject({ status: "cancelled", paymentState: "refunded" });
});

test("removed lines release stock and promotion uses", async () => {
  const [keptId, goneId] = [await insertProduct(db, { stock: 5 }), await insertProduct(db, { stock: 5 })];
  const promotionId = await insertCoupon(db, "EDIT3", { totalUses: 9 });
  const cartId = await cartWith(shop, keptId);
  await addCartItem(services, cartId, { productId: goneId, quantity: 2, choices: [], note: "" });
  await applyPromotions(services, cartId, ["edit3"], { take: async () => null, giveBack: async () => undefined });
  const { finalTotal } = (await getCart(services, cartId)).priced;
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, finalTotal)));
  await shop.confirm(placed.clientSecret);
  const { id } = await orderOf(db, placed.orderToken);
  await settleOrder(services, id);
  const gone = (await listOrderItems(db, id)).find((item) => item.productId === goneId);
  expect((await act(id, { event: "edit", removeItemIds: [gone!.id] })).kind).toBe("done");
  expect([await stockOf(keptId), await stockOf(goneId)]).toEqual([4, 5]);
  const order = await readOrder(shop, id);
  const uses = await db.select().from(promotionUses).where(eq(promotionUses.orderId, id));
  const applied = order.appliedPromotions.find((each) => each.promotionId === promotionId)?.amount ?? 0;
  expect(uses).toMatchObject([applied === 0 ? { state: "released" } : { state: "redeemed", amountCents: applied }]);
  await act(id, { event: "reject", reason: "closed", text: "" });
  expect([await stockOf(keptId), await stockOf(goneId)]).toEqual([5, 5]);
});

/** Orders by this customer with a code whose promotion has this condition; and removes an order's second line. */
async function shopWithCondition(code: string, condition: Condition) {
  const [keptId, goneId] = [await insertProduct(db), await insertProduct(db)];
  const promotionId = await insertCoupon(db, code);
  await db.update(promotions).set({ condition }).where(eq(promotions.id, promotionId));
  const order = async (email: string) => {
    const customer = { name: "Ana", email, phone: "" };
    const cartId = await cartWith(shop, keptId);
    await addCartItem(services, cartId, { productId: goneId, quantity: 1, choices: [], note: "" });
    await applyPromotions(services, cartId, [code], { take: async () => null, giveBack: async () => undefined });
    const { finalTotal } = (await loadCart(db, (await findWholeCart(db, cartId))!, services.now(), customer)).priced;
    const placed = placedOf(await placeOrder(services, checkoutOf(cartId, finalTotal, { customer })));
    await shop.confirm(placed.clientSecret);
    shop.passMinutes(1);
    const { id } = await orderOf(db, placed.orderToken);
    await settleOrder(services, id);
    return readOrder(shop, id);
  };
  const removeLine = async (id: string) => {
    const gone = (await listOrderItems(db, id)).find((item) => item.productId === goneId);
    expect((await act(id, { event: "edit", removeItemIds: [gone!.id] })).kind).toBe("done");
    return (await readOrder(shop, id)).appliedPromotions;
  };
  return { promotionId, order, removeLine };
}

test("keeps a promotion by number of orders when a line is removed", async () => {
  const { promotionId, order, removeLine } = await shopWithCondition("AGAIN3", { type: "none", of: [{ type: "first-order" }] });
  expect((await order("ana+again@example.com")).appliedPromotions).toEqual([]);
  const second = await order("ana+again@example.com");
  expect(second.appliedPromotions).toMatchObject([{ promotionId, amount: 300 }]);
  expect(await removeLine(second.id)).toMatchObject([{ promotionId, amount: 300 }]);
});

test("keeps a promotion by tag when a line is removed after the tag", async () => {
  const { promotionId, order, removeLine } = await shopWithCondition("TAG3", { type: "customer-tag", tags: ["regular"] });
  const { customerId } = await order("tea@example.com");
  const id = customerId ?? 0;
  const tag = (...tags: string[]) => db.update(customers).set({ tags }).where(eq(customers.id, id));
  await tag("regular");
  const second = await order("tea@example.com");
  expect(second.appliedPromotions).toMatchObject([{ promotionId, amount: 300 }]);
  await tag();
  await db.insert(auditLog).values({
    at: addMinutes(services.now(), 1),
    userName: "Ana",
    action: "edit",
    subject: "Tea",
    subjectKind: "customer",
    subjectIds: [String(id)],
    before: { [id]: { tags: ["regular"] } },
    after: { [id]: { tags: [] } },
  });
  expect(await removeLine(second.id)).toMatchObject([{ promotionId, amount: 300 }]);
});

test("an edit never refunds twice", async () => {
  const charged = async () => {
    const order = await placePaidOrder(shop, [2000, 1000, 500]);
    await provider(`payment_intents/${order.paymentIntentId}/capture`);
    shop.passMinutes(1);
    await reconcilePayments(services);
    expect(await readOrder(shop, order.id)).toMatchObject({ status: "received", paymentState: "captured", capturedCents: 3955 });
    return { order, items: (await listOrderItems(db, order.id)).toSorted((a, b) => b.unitPriceCents - a.unitPriceCents) };
  };
  const takeOut = (id: string | undefined): OrderCommand => ({ event: "edit", removeItemIds: [id ?? ""] });

  const { order, items } = await charged();
  const refund: OrderCommand = { event: "refund", request: { kind: "items", items: [{ id: items[0]!.id, quantity: null }] }, reason: "" };
  expect((await act(order.id, refund)).kind).toBe("done");
  for (const item of items)
    expect(await act(order.id, takeOut(item.id))).toMatchObject({ kind: "refused", message: expect.stringContaining("paid back already") });
  expect(await refundsAtProvider(order.paymentIntentId)).toEqual([2260]);
  expect(await listOrderItems(db, order.id)).toHaveLength(3);

  const slow = await charged();
  const underway = {
    orderId: slow.order.id,
    amountCents: 2260,
    reason: "",
    userName: "Ana",
    status: "pending",
    itemIds: [items[0]!.id],
  } as const;
  await db.insert(refunds).values({ ...underway, id: crypto.randomUUID(), providerRefundId: "re_slow" });
  expect((await act(slow.order.id, takeOut(slow.items[0]?.id))).kind, "a refund under way counts").toBe("refused");

  const edited = await charged();
  expect((await act(edited.order.id, takeOut(edited.items[0]?.id))).kind).toBe("done");
  expect((await act(edited.order.id, takeOut(edited.items[1]?.id))).kind).toBe("done");
  expect((await refundsAtProvider(edited.order.paymentIntentId)).toSorted()).toEqual([1130, 2260]);
  expect((await act(edited.order.id, { event: "refund", request: { kind: "all" }, reason: "" })).kind).toBe("done");
  expect(await readOrder(shop, edited.order.id)).toMatchObject({ paymentState: "refunded", refundedCents: 3955 });
});

test("returns only stock that was taken", async () => {
  const productId = await insertProduct(db);
  const { order, clientSecret } = await beginCheckout(shop, productId, 1130);
  await shop.confirm(clientSecret);
  await settleOrder(services, order.id);
  await db.update(products).set({ stock: 7 }).where(eq(products.id, productId));
  await act(order.id, { event: "reject", reason: "closed", text: "" });
  expect(await stockOf(productId)).toBe(7);
});

test("accepts an interrupted order later even if another one fails", async () => {
  const broken = await placePaidOrder(shop);
  const waiting = await placePaidOrder(shop);
  const forgotten = await accepted();
  await act(forgotten.id, { event: "ready" });
  await db.insert(settings).values({ key: "AUTO_ACCEPT", value: true });
  // A pending step without a payment: completing it throws.
  const action = {
    kind: "capture",
    amount: 1,
    key: "k",
    event: "complete",
    actor: OWNER,
    command: { event: "complete" },
    refundId: null,
  } as const;
  await db
    .update(orders)
    .set({ status: "ready", readyAt: new Date(0), placedAt: new Date(0), paymentIntentId: null, pendingAction: action })
    .where(eq(orders.id, broken.id));
  shop.passMinutes(60 * 5);
  await db
    .update(orders)
    .set({ readyAt: new Date(1) })
    .where(eq(orders.id, forgotten.id));
  await advanceOrders(services);
  expect((await readOrder(shop, waiting.id)).status).toBe("accepted");
  expect((await readOrder(shop, forgotten.id)).status).toBe("completed");
});

test("customers see the state of a refund", async () => {
  const { order: open, orderToken, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  await shop.confirm(clientSecret, "pm_card_pendingRefund");
  await settleOrder(services, open.id);
  await act(open.id, { event: "accept", minutes: 20 });
  await act(open.id, { event: "refund", request: { kind: "amount", amount: 400 }, reason: "" });
  expect((await findOrderStatus(services, orderToken))?.sentence).toContain("$4.00 is on its way back to your card.");
  const tooMuch = await act(open.id, { event: "refund", request: { kind: "amount", amount: 800 }, reason: "" });
  expect(tooMuch).toMatchObject({ kind: "refused", message: expect.stringContaining("$7.30") });
});
