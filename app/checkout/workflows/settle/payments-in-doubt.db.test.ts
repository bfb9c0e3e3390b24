import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addCartItem, getCart } from "#app/cart/workflows/change-cart.server.ts";
import { orders, refunds } from "#app/orders/data/tables.ts";
import { findIntentByProviderId } from "#app/payments/data/payment-intents.server.ts";
import { paymentIntents, paymentProblems } from "#app/payments/data/tables.ts";
import type { PaymentGateway } from "#app/payments/gateway/gateway.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { beginCheckout, cartWith, checkoutOf, orderOf, placedOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { applyGuestEvent, findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { receiveWebhook } from "./receive-webhook.server.ts";
import { reconcilePayments } from "./reconcile-payments.server.ts";
import { abandonOrder } from "./abandon-order.server.ts";
import { settleOrder } from "./settle-order.server.ts";
import { listPaymentProblems } from "#app/orders/data/payment-problems.server.ts";
import { settlePaymentProblem } from "./settle-problem.server.ts";
import { sweepPayments } from "./sweep-payments.server.ts";
import { signWebhook } from "#stripe-simulator/webhooks.ts";
import { findOrderDetail } from "#app/orders/data/orders.server.ts";
import { readAttention } from "#app/orders/data/attention.server.ts";

const shop = await openTestShop({ connections: 30 });
const { services } = shop;
const { db } = services;

async function gatewayOf(): Promise<PaymentGateway> {
  return (await services.payments.current()).gateway;
}

async function intentsOf(orderId: string) {
  const listed = await (await gatewayOf()).listRecentIntents(new Date(0));
  if (!listed.ok) throw new Error(listed.message);
  return listed.intents.filter((intent) => intent.orderId === orderId);
}

async function provider(path: string, fields: Record<string, string> = {}): Promise<{ readonly id: string }> {
  const answer = await fetch(`${shop.simulator.apiUrl}/v1/${path}`, {
    method: "POST",
    headers: { Authorization: "Bearer sk_test_simulator" },
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as { readonly id: string };
}

/** The shop with some gateway calls replaced. */
async function withGateway(changes: Partial<PaymentGateway>) {
  const active = await services.payments.current();
  return { ...services, payments: { current: async () => ({ ...active, gateway: { ...active.gateway, ...changes } }) } };
}

test("only one of two concurrent checkouts can be paid, without orphaned authorizations", async () => {
  for (let round = 0; round < 4; round += 1) {
    const cartId = await cartWith(shop, await insertProduct(db));
    // A slow provider: both are creating their payment when the second replaces the first.
    shop.armFault("slow", "payment_intents.create", 2);
    const results = await Promise.all([placeOrder(services, checkoutOf(cartId, 1130)), placeOrder(services, checkoutOf(cartId, 1130))]);
    for (const result of results) if (result.kind === "ok") await shop.confirm(result.placed.clientSecret);
    shop.passMinutes(1);
    await reconcilePayments(services);
    await reconcilePayments(services);
    const rows = await db.select().from(orders).where(eq(orders.cartId, cartId));
    for (const order of rows) {
      const held = (await intentsOf(order.id)).filter((intent) => intent.status !== "canceled");
      expect(order.status === "received" ? held.length : 0, `${order.status} with ${held.length} payments`).toBe(held.length);
    }
    expect(rows.filter((order) => order.status === "received").length).toBeLessThanOrEqual(1);
  }
});

test("keeps the authorization of an order received while being abandoned", async () => {
  for (const moment of ["before the decision", "after it"] as const) {
    const { order, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
    const gateway = await gatewayOf();
    const payAndSettle = async () => {
      await shop.confirm(clientSecret);
      await settleOrder(services, order.id);
    };
    const racing = await withGateway({
      async retrieveIntent(id) {
        const unpaid = await gateway.retrieveIntent(id);
        if (moment === "before the decision") await payAndSettle();
        return unpaid;
      },
      async cancelIntent(id, key) {
        if (moment === "after it") await payAndSettle();
        return gateway.cancelIntent(id, key);
      },
    });
    await abandonOrder(racing, order.id);
    const { status, paymentState } = await orderOf(db, order.publicToken);
    const [payment] = await intentsOf(order.id);
    expect([status, paymentState, payment?.status]).toEqual(
      moment === "before the decision" ? ["received", "authorized", "requires_capture"] : ["abandoned", "voided", "canceled"],
    );
  }
});

test("an abandoned checkout gets no secret and its payment ends", async () => {
  const cartId = await cartWith(shop, await insertProduct(db));
  const gateway = await gatewayOf();
  const checkout = checkoutOf(cartId, 1130);
  const other = checkoutOf(cartId, 1130);
  let second: Awaited<ReturnType<typeof placeOrder>> | undefined;
  const slow = await withGateway({
    async createIntent(input) {
      const made = await gateway.createIntent(input);
      second ??= await placeOrder(services, other);
      return made;
    },
  });
  const first = await placeOrder(slow, checkout);
  expect(first.kind).toBe("ended");
  expect(second?.kind).toBe("ok");
  const [abandoned] = (await db.select().from(orders).where(eq(orders.cartId, cartId))).filter((order) => order.status === "abandoned");
  expect((await intentsOf(abandoned!.id)).map((intent) => intent.status)).toEqual(["canceled"]);
});

test("the reconciler ends a payment whose creation got no response", async () => {
  const cartId = await cartWith(shop, await insertProduct(db));
  const gateway = await gatewayOf();
  const dying = await withGateway({
    async createIntent(input) {
      await gateway.createIntent(input);
      throw new Error("the process dies here");
    },
  });
  await expect(placeOrder(dying, checkoutOf(cartId, 1130))).rejects.toThrow("dies here");
  shop.passMinutes(61);
  await reconcilePayments(services);
  await reconcilePayments(services);
  const [order] = await db.select().from(orders).where(eq(orders.cartId, cartId));
  expect(order?.status).toBe("abandoned");
  expect((await intentsOf(order!.id)).map((intent) => intent.status)).toEqual(["canceled"]);
});

test("failing undos block nothing and are reported to staff", async () => {
  const productIds = await Promise.all(Array.from({ length: 4 }, () => insertProduct(db, { stock: 1 })));
  const late = await Promise.all(productIds.map((productId) => beginCheckout(shop, productId, 1130)));
  shop.passMinutes(11);
  await reconcilePayments(services);
  for (const productId of productIds) {
    const quick = await beginCheckout(shop, productId, 1130);
    await shop.confirm(quick.clientSecret);
    await settleOrder(services, quick.order.id);
  }
  for (const { clientSecret } of late) await shop.confirm(clientSecret);
  const stuck = late.map(({ order }) => order.id);
  const refusing = await withGateway({
    cancelIntent: async () => ({ ok: false, kind: "invalid", message: "No such thing.", code: "parameter_unknown", declineCode: null }),
  });
  for (const id of stuck) await settleOrder(refusing, id);
  const paid = await beginCheckout(shop, await insertProduct(db), 1130);
  await shop.confirm(paid.clientSecret);
  shop.passMinutes(1);
  await reconcilePayments(refusing);
  expect((await orderOf(db, paid.orderToken)).status).toBe("received");
  const problems = (await listPaymentProblems(db)).filter((problem) => stuck.includes(problem.orderId ?? ""));
  expect(problems.map((problem) => problem.kind)).toEqual(Array(4).fill("undo_failed"));
});

test("an older response never overwrites a newer one", async () => {
  const { order, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  const gateway = await gatewayOf();
  const old = await gateway.retrieveIntent(order.paymentIntentId ?? "");
  const slow = await withGateway({
    async retrieveIntent() {
      // The customer paid meanwhile, and another refresh received the order.
      await shop.confirm(clientSecret);
      await settleOrder(services, order.id);
      return old;
    },
  });
  await settleOrder(slow, order.id);
  const received = await orderOf(db, order.publicToken);
  expect(received).toMatchObject({ status: "received", paymentIntent: { status: "requires_capture" } });
  expect(received.paymentIntent?.captureBefore).toBeGreaterThan(0);
});

test("reports a mismatched payment to customer and staff, who can release it", async () => {
  const { order, orderToken, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  const before = (await readAttention(db, services.now())).paymentProblems;
  await provider(`payment_intents/${order.paymentIntentId}`, { amount: "900" });
  await shop.confirm(clientSecret);
  expect((await settleOrder(services, order.id)).kind).toBe("mismatch");
  expect((await readAttention(db, services.now())).paymentProblems).toBe(before + 1);
  expect((await findOrderDetail(db, order.id))?.order.paymentProblem).toContain("$9.00");
  expect((await findOrderStatus(services, orderToken))?.sentence).toMatch(/does not match this order/);
  // Staff keep the decision, however long it takes.
  shop.passMinutes(120);
  await reconcilePayments(services);
  expect((await intentsOf(order.id)).map((intent) => intent.status)).toEqual(["requires_capture"]);
  const problem = (await listPaymentProblems(db)).find((each) => each.orderId === order.id);
  expect(problem).toMatchObject({ kind: "amount_mismatch", amount: 900 });
  const actor = { kind: "staff", userId: null, name: "Ana", isAdmin: false } as const;
  expect(await settlePaymentProblem(services, { problemId: problem!.id, remedy: "release_hold", actor, note: "" })).toEqual({
    kind: "done",
  });
  expect((await intentsOf(order.id)).map((intent) => intent.status)).toEqual(["canceled"]);
  expect(await orderOf(db, orderToken)).toMatchObject({ status: "abandoned", paymentState: "voided", paymentProblem: null });
  expect((await readAttention(db, services.now())).paymentProblems).toBe(before);
});

test("does not refund a payment that staff resolved", async () => {
  const { order, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  await shop.confirm(clientSecret);
  await provider(`payment_intents/${order.paymentIntentId}/capture`, { amount_to_capture: "500" });
  await settleOrder(services, order.id);
  const cancelled = await applyGuestEvent(services, order.publicToken, "cancel");
  expect(cancelled).toMatchObject({ kind: "conflict", message: expect.stringContaining("The shop has been told") });
  const problem = (await listPaymentProblems(db)).find((each) => each.orderId === order.id);
  const actor = { kind: "staff", userId: null, name: "Ana", isAdmin: false } as const;
  const press = (remedy: "release_hold" | "by_hand") =>
    settlePaymentProblem(services, { problemId: problem!.id, remedy, actor, note: "Paid back in cash" });
  expect((await press("release_hold")).kind, "paying back is not for this role").toBe("forbidden");
  expect((await press("by_hand")).kind).toBe("done");
  shop.passMinutes(1);
  await reconcilePayments(services);
  await sweepPayments(services);
  const { gateway } = await services.payments.current();
  expect(await gateway.listRefunds(order.paymentIntentId ?? "")).toEqual({ ok: true, refunds: [] });
});

test("a changed cart replaces the attempt, and paid items leave the cart", async () => {
  const productId = await insertProduct(db);
  const cartId = await cartWith(shop, productId);
  const checkout = checkoutOf(cartId, 1130);
  const placed = placedOf(await placeOrder(services, checkout));
  await addCartItem(services, cartId, { productId: await insertProduct(db), quantity: 1, choices: [], note: "" });
  expect((await placeOrder(services, checkout)).kind, "the same key again").toBe("ended");
  expect(await shop.confirm(placed.clientSecret), "the old payment").toBeUndefined();
  expect((await findOrderStatus(services, placed.orderToken))?.sentence).toContain("You have not been charged");

  // Paid before the change was noticed: the paid items are ordered, the rest stays in the cart.
  const again = placedOf(await placeOrder(services, checkoutOf(cartId, 2260)));
  await addCartItem(services, cartId, { productId, quantity: 2, choices: [], note: "" });
  await shop.confirm(again.clientSecret);
  await settleOrder(services, (await orderOf(db, again.orderToken)).id);
  expect((await getCart(services, cartId)).priced.lines.map((line) => [line.productId, line.quantity])).toEqual([[productId, 2]]);
});

test("the sweep stores refunds and captures made on the dashboard", async () => {
  const { order, orderToken, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  await shop.confirm(clientSecret);
  await settleOrder(services, order.id);
  await provider(`payment_intents/${order.paymentIntentId}/capture`, { amount_to_capture: "1130" });
  await provider("refunds", { payment_intent: order.paymentIntentId ?? "", amount: "400" });
  await sweepPayments(services);
  expect(await orderOf(db, orderToken)).toMatchObject({ capturedCents: 1130, refundedCents: 400, paymentState: "partially_refunded" });
  expect(await db.select().from(refunds).where(eq(refunds.orderId, order.id))).toMatchObject([{ amountCents: 400, status: "succeeded" }]);
});

test("a smaller charge made on the dashboard is a problem for staff", async () => {
  const { order, orderToken, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  await shop.confirm(clientSecret);
  await settleOrder(services, order.id);
  await provider(`payment_intents/${order.paymentIntentId}/capture`, { amount_to_capture: "100" });
  await sweepPayments(services);
  await sweepPayments(services);
  expect(await orderOf(db, orderToken)).toMatchObject({
    status: "received",
    capturedCents: 100,
    paymentProblem: "Only $1.00 of $11.30 was charged at the provider. Collect the rest, or reject or cancel the order.",
  });
  const problems = (await listPaymentProblems(db)).filter((each) => each.intentId === order.paymentIntentId);
  expect(problems).toMatchObject([{ kind: "amount_mismatch", amount: 100 }]);
  const actor = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
  const accepted = await applyOrderEvent(services, { orderId: order.id, version: null, actor, command: { event: "accept", minutes: 20 } });
  expect(accepted.kind).toBe("done");
  expect((await orderOf(db, orderToken)).paymentProblem, "it is accepted, and still not paid").not.toBeNull();
});

test("never undoes the payment of a placed order, also without its row", async () => {
  const { order, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  await shop.confirm(clientSecret);
  await settleOrder(services, order.id);
  for (const state of ["authorized", "captured"] as const) {
    const status = state === "captured" ? "succeeded" : "requires_capture";
    if (state === "captured") await provider(`payment_intents/${order.paymentIntentId}/capture`);
    await db.delete(paymentIntents).where(eq(paymentIntents.orderId, order.id));
    // Another attempt of the same order, abandoned before its response, is not used for it; staff decide.
    const givenUp = { orderId: order.id, gateway: "simulator", amountCents: 1130, wanted: "void", tries: 1 } as const;
    await db.insert(paymentIntents).values({ ...givenUp, id: crypto.randomUUID(), idempotencyKey: `given-up-${state}` });
    for (const look of [sweepPayments, reconcilePayments]) await look(services);
    expect(await intentsOf(order.id)).toMatchObject([{ status, amountRefunded: 0 }]);
    expect(await db.select().from(refunds).where(eq(refunds.orderId, order.id))).toEqual([]);
    expect((await db.select().from(orders).where(eq(orders.id, order.id)))[0]).toMatchObject({ status: "received", paymentState: state });
    expect(await findIntentByProviderId(db, order.paymentIntentId ?? "")).toMatchObject({ orderId: order.id, wanted: "pay" });
  }
});

test("reports a payment for an unknown order with a remedy", async () => {
  const made = await (
    await gatewayOf()
  ).createIntent({ currency: "usd", amount: 700, orderId: randomUUID(), cartHash: "hash", idempotencyKey: randomUUID() });
  if (!made.ok) throw new Error(made.message);
  await shop.confirm(made.intent.clientSecret);
  await sweepPayments(services);
  await sweepPayments(services);
  const problems = (await listPaymentProblems(db)).filter((each) => each.intentId === made.intent.id);
  expect(problems).toMatchObject([{ kind: "hold_without_order", amount: 700 }]);
  const press = (isAdmin: boolean) =>
    settlePaymentProblem(services, {
      problemId: problems[0]!.id,
      remedy: "release_hold",
      actor: { kind: "staff", userId: null, name: "Ana", isAdmin },
      note: "",
    });
  expect((await press(false)).kind).toBe("forbidden");
  expect((await press(true)).kind).toBe("done");
  const { gateway } = await services.payments.current();
  expect(await gateway.retrieveIntent(made.intent.id)).toMatchObject({ intent: { status: "canceled" } });
});

test("reports an unknown parameter to staff once and asks the customer to wait", async () => {
  const failing = await withGateway({
    createIntent: async () => ({
      ok: false,
      kind: "invalid",
      message: "Received unknown parameter: x",
      code: "parameter_unknown",
      declineCode: null,
    }),
  });
  for (let index = 0; index < 3; index += 1) {
    const cartId = await cartWith(shop, await insertProduct(db));
    expect(await placeOrder(failing, checkoutOf(cartId, 1130))).toEqual({ kind: "provider", retryAfterSeconds: 30 });
  }
  const refused = (await listPaymentProblems(db)).filter((each) => each.kind === "refused");
  expect(refused).toHaveLength(1);
  expect(refused[0]?.what).toContain("unknown parameter: x");
  // Rows use the database's time, so the problem must be older.
  await db
    .update(paymentProblems)
    .set({ openedAt: new Date(0) })
    .where(eq(paymentProblems.kind, "refused"));
  await beginCheckout(shop, await insertProduct(db), 1130);
  await reconcilePayments(services);
  expect((await listPaymentProblems(db)).filter((each) => each.kind === "refused")).toEqual([]);
});

test("rejects an event with a future timestamp", async () => {
  const body = JSON.stringify({ id: "evt_future", object: "event", type: "payment_intent.created", created: 1, data: { object: {} } });
  const signature = signWebhook(body, "whsec_test", Math.floor(Date.now() / 1000) + 3600);
  expect((await receiveWebhook(services, new TextEncoder().encode(body), signature)).kind).toBe("refused");
});
