import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { applyPromotions } from "#app/cart/workflows/apply-promotions.server.ts";
import { applyGuestEvent } from "#app/checkout/workflows/guest-order.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { abandonOrder } from "#app/checkout/workflows/settle/abandon-order.server.ts";
import { comparePayment } from "#app/checkout/workflows/settle/compare-payment.server.ts";
import { processWebhook } from "#app/checkout/workflows/settle/receive-webhook.server.ts";
import { reconcilePayments } from "#app/checkout/workflows/settle/reconcile-payments.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { sweepPayments } from "#app/checkout/workflows/settle/sweep-payments.server.ts";
import { listPaymentProblems } from "#app/orders/data/payment-problems.server.ts";
import { orderEvents, orders, webhookInbox } from "#app/orders/data/tables.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { SYSTEM, type OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import type { PaymentGateway } from "#app/payments/gateway/gateway.server.ts";
import { promotionUses } from "#app/promotions/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { beginCheckout, cartWith, checkoutOf, insertCoupon, orderOf, placedOf } from "#test/checkouts.ts";
import { openDispute, placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";

const shop = await openTestShop({ connections: 30 });
const { services } = shop;
const { db } = services;
const OWNER = { kind: "staff", userId: null, name: "Tess", isAdmin: true } as const;
const ACCEPT: OrderCommand = { event: "accept", minutes: 20 };
const FULL_CANCEL: OrderCommand = { event: "cancel", reason: "closed", text: "", refund: "full" };
const FULL_REFUND: OrderCommand = { event: "refund", request: { kind: "all" }, reason: "" };
const NO_GUESSES = { take: async () => null, giveBack: async () => undefined };

async function act(id: string, command: OrderCommand) {
  const { version } = await readOrder(shop, id);
  return applyOrderEvent(services, { orderId: id, version, actor: OWNER, command });
}

async function received(card: string): Promise<string> {
  const { order, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  await shop.confirm(clientSecret, card);
  await settleOrder(services, order.id);
  return order.id;
}

function eventsOf(orderId: string, event: string) {
  return db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.event, event)));
}

async function usesOf(orderId: string): Promise<readonly string[]> {
  return (await db.select().from(promotionUses).where(eq(promotionUses.orderId, orderId))).map(({ state }) => state);
}

/** The bank returns the newest refund, as days later. */
async function sendRefundBack(intentId: string | null): Promise<void> {
  await shop.simulator.store.unit(async (unit) => {
    const [refund] = await unit.list({ kind: "refund", matching: { intentId: intentId ?? "" }, limit: 1, oldestFirst: false });
    if (refund === undefined) throw new Error("there is no refund");
    const job = { does: "finish-refund", refundId: refund.id, intentId: intentId ?? "", outcome: "failed" } as const;
    unit.save({ kind: "task", id: `task_${refund.id}`, at: Date.now() - 1, job });
  });
  await shop.simulator.sweep();
}

test("a dispute from a capture response shows on the order once", async () => {
  const id = await received("pm_card_createDispute");
  expect((await act(id, ACCEPT)).kind).toBe("done");
  expect((await readOrder(shop, id)).isDisputed).toBe(true);
  await sweepPayments(services);
  await reconcilePayments(services);
  expect(await eventsOf(id, "disputed")).toHaveLength(1);
});

test("the sweep copies a mirrored dispute to the order", async () => {
  const id = await received("pm_card_createDispute");
  await act(id, ACCEPT);
  await db.update(orders).set({ isDisputed: false }).where(eq(orders.id, id));
  await reconcilePayments(services);
  expect((await readOrder(shop, id)).isDisputed).toBe(true);
});

test("rejects refunds of a disputed payment and allows cancelling without one", async () => {
  const id = await received("pm_card_createDispute");
  await act(id, ACCEPT);
  for (const command of [FULL_CANCEL, FULL_REFUND]) {
    const answer = await act(id, command);
    expect(answer).toMatchObject({ kind: "refused", message: expect.stringContaining("disputes this payment") as string });
  }
  expect((await listPaymentProblems(db)).filter(({ orderId }) => orderId === id)).toEqual([]);
  expect((await act(id, { ...FULL_CANCEL, refund: "none" })).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ status: "cancelled", refundedCents: 0 });
});

test("allows refunds again after a won dispute without an event", async () => {
  const id = await received("pm_card_createDispute");
  await act(id, ACCEPT);
  const { paymentIntentId } = await readOrder(shop, id);
  await shop.simulator.store.unit(async (unit) => {
    const [dispute] = await unit.list({ kind: "dispute", matching: { intentId: paymentIntentId ?? "" }, limit: 1 });
    if (dispute === undefined) throw new Error("there is no dispute");
    unit.save({ ...dispute, outcome: "won" });
  });
  expect((await act(id, FULL_CANCEL)).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ status: "cancelled", paymentState: "refunded", isDisputed: false });
  expect(await eventsOf(id, "dispute_ended")).toHaveLength(1);
});

test.each([
  ["is answered with an error", "error_before"],
  ["is lost on its way", "reset_after"],
  ["is refused for too many requests", "rate_limit"],
] as const)("a won dispute is told once although its list %s", async (_name, kind) => {
  const { id, paymentIntentId } = await placePaidOrder(shop);
  await act(id, ACCEPT);
  const end = await openDispute(shop, paymentIntentId);
  await reconcilePayments(services);
  await end("won");
  const told = async () => [(await eventsOf(id, "disputed")).length, (await eventsOf(id, "dispute_ended")).length];
  try {
    // Before it is known that the dispute has ended, and after it.
    shop.armFault(kind, "disputes.list", 1_000);
    await reconcilePayments(services);
    expect(await told()).toEqual([1, 0]);
    await shop.simulator.faults.clear();
    await reconcilePayments(services);
    expect(await told()).toEqual([1, 1]);
    shop.armFault(kind, "disputes.list", 1_000);
    await reconcilePayments(services);
    expect(await told()).toEqual([1, 1]);
    expect(await readOrder(shop, id)).toMatchObject({ isDisputed: false });
  } finally {
    await shop.simulator.faults.clear();
  }
});

test("an event about a dispute is kept until the dispute can be read", async () => {
  const { id, paymentIntentId } = await placePaidOrder(shop);
  await act(id, ACCEPT);
  const end = await openDispute(shop, paymentIntentId);
  await reconcilePayments(services);
  await end("won");
  const event = {
    id: `evt_${id}`,
    type: "charge.dispute.closed",
    created: 1,
    livemode: false,
    intentId: paymentIntentId,
    orderId: null,
  };
  shop.armFault("error_before", "disputes.list", 1_000);
  await processWebhook(services, event).finally(() => shop.simulator.faults.clear());
  const stored = async () => (await db.select().from(webhookInbox).where(eq(webhookInbox.eventId, event.id)))[0];
  expect(await stored()).toMatchObject({ processedAt: null });
  expect((await readOrder(shop, id)).isDisputed).toBe(true);
  await processWebhook(services, event);
  expect((await stored())?.processedAt).not.toBeNull();
  expect((await readOrder(shop, id)).isDisputed).toBe(false);
});

test("reports a cancel superseded by two refunds", async () => {
  const id = await received("pm_card_createDispute");
  await act(id, ACCEPT);
  // The dispute is not known here yet.
  await db.update(orders).set({ isDisputed: false }).where(eq(orders.id, id));
  const { version } = await readOrder(shop, id);
  const ask = (command: OrderCommand) => applyOrderEvent(services, { orderId: id, version, actor: OWNER, command });
  const answers = await Promise.all([ask(FULL_CANCEL), ask(FULL_REFUND), ask(FULL_REFUND)]);
  const order = await readOrder(shop, id);
  expect(order).toMatchObject({ status: "accepted", refundedCents: 0, pendingAction: null });
  expect(answers.map(({ kind }) => kind)).not.toContain("done");
  expect(await eventsOf(id, "not_done")).toHaveLength(1);
  const [problem] = (await listPaymentProblems(db)).filter(({ orderId }) => orderId === id);
  expect(problem?.what).not.toMatch(/\b(?:ch|pi|re)_/);
});

test("reports that the refund was refused", async () => {
  const { id } = await placePaidOrder(shop);
  await act(id, ACCEPT);
  const active = await services.payments.current();
  const refused = {
    ok: false,
    kind: "state",
    message: "Charge ch_1 has been charged back",
    code: "charge_disputed",
    declineCode: null,
  } as const;
  let isFirst = true;
  const gateway: PaymentGateway = {
    ...active.gateway,
    async refundIntent() {
      if (isFirst) {
        isFirst = false;
        // Another request completes the pending step first.
        await applyOrderEvent(slow, { orderId: id, version: null, actor: OWNER, command: { event: "ready" } });
      }
      return refused;
    },
    listRefunds: async () => ({ ok: true, refunds: [] }),
  };
  const slow = { ...services, payments: { current: async () => ({ ...active, gateway }) } };
  const answer = await applyOrderEvent(slow, { orderId: id, version: null, actor: OWNER, command: FULL_CANCEL });
  expect(answer).toMatchObject({
    kind: "payment",
    message: expect.stringMatching(/disputes this payment.*Nothing was paid back/) as string,
  });
  expect((await readOrder(shop, id)).status).toBe("ready");
});

test("a returned full refund takes the uses again and notifies staff", async () => {
  const productId = await insertProduct(db);
  await insertCoupon(db, "ONCE", { totalUses: 1 });
  const buy = async () => {
    const cartId = await cartWith(shop, productId);
    await applyPromotions(services, cartId, ["ONCE"], NO_GUESSES);
    const placed = placedOf(await placeOrder(services, checkoutOf(cartId, 791)));
    await shop.confirm(placed.clientSecret);
    const { id } = await orderOf(db, placed.orderToken);
    await settleOrder(services, id);
    await act(id, ACCEPT);
    return readOrder(shop, id);
  };

  const first = await buy();
  await act(first.id, FULL_REFUND);
  expect(await usesOf(first.id)).toEqual(["released"]);
  const second = await buy();
  await sendRefundBack(first.paymentIntentId);
  await reconcilePayments(services);

  expect(await readOrder(shop, first.id)).toMatchObject({ paymentState: "captured", refundedCents: 0 });
  expect([await usesOf(first.id), await usesOf(second.id)]).toEqual([["redeemed"], ["redeemed"]]);
  const [problem] = (await listPaymentProblems(db)).filter(({ orderId }) => orderId === first.id);
  expect(problem?.what).toContain("Another order has used “ONCE” meanwhile");
});

test("a returned refund takes no use for an order that was never placed", async () => {
  await insertCoupon(db, "NEVER", { totalUses: 1 });
  const cartId = await cartWith(shop, await insertProduct(db));
  await applyPromotions(services, cartId, ["NEVER"], NO_GUESSES);
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, 791)));
  const { id } = await orderOf(db, placed.orderToken);
  const active = await services.payments.current();
  // Paid and charged at the provider after the order was given up and before its payment is ended.
  const late: PaymentGateway = {
    ...active.gateway,
    async cancelIntent(intentId, key) {
      await shop.confirm(placed.clientSecret);
      await active.gateway.captureIntent(intentId, { currency: "usd", amount: 791, idempotencyKey: `by hand ${id}` });
      return active.gateway.cancelIntent(intentId, key);
    },
  };
  await abandonOrder({ ...services, payments: { current: async () => ({ ...active, gateway: late }) } }, id);
  const { paymentIntentId } = await readOrder(shop, id);
  expect(await readOrder(shop, id)).toMatchObject({ status: "abandoned", paymentState: "refunded" });

  await sendRefundBack(paymentIntentId);
  await reconcilePayments(services);
  expect(await readOrder(shop, id)).toMatchObject({ status: "abandoned", paymentState: "captured", refundedCents: 0 });
  expect(await usesOf(id)).toEqual(["released"]);
});

test("guests read the order's state, not who acted", async () => {
  const order = await placePaidOrder(shop);
  const early = await applyGuestEvent(services, order.publicToken, "arrived");
  expect(early).toMatchObject({ message: "The shop has not confirmed your order yet. Tell us that you are here when it has." });
  await act(order.id, ACCEPT);
  await act(order.id, { event: "preparing" });
  const late = await applyGuestEvent(services, order.publicToken, "cancel");
  expect(late).toMatchObject({ kind: "conflict", message: expect.stringContaining("can no longer be cancelled here") as string });
  expect(JSON.stringify([early, late].map((answer) => answer !== undefined && "message" in answer && answer.message))).not.toMatch(
    /Tess| ago/,
  );
});

test("a capture repeated after a crash ends no dispute", async () => {
  const { id, paymentIntentId } = await placePaidOrder(shop);
  const active = await services.payments.current();
  const dying: PaymentGateway = {
    ...active.gateway,
    async captureIntent(...input) {
      await active.gateway.captureIntent(...input);
      throw new Error("the process dies here");
    },
  };
  const before = { ...services, payments: { current: async () => ({ ...active, gateway: dying }) } };
  await expect(applyOrderEvent(before, { orderId: id, version: null, actor: OWNER, command: ACCEPT })).rejects.toThrow("dies here");
  await openDispute(shop, paymentIntentId);
  const askedAt = services.now();
  const seen = await active.gateway.retrieveIntent(paymentIntentId ?? "");
  if (!seen.ok) throw new Error(seen.message);
  await comparePayment(services, seen.intent, askedAt);
  expect(await readOrder(shop, id)).toMatchObject({ status: "received", isDisputed: true });
  await reconcilePayments(services);
  expect(await readOrder(shop, id)).toMatchObject({ status: "accepted", paymentState: "captured", isDisputed: true });
  expect([(await eventsOf(id, "disputed")).length, (await eventsOf(id, "dispute_ended")).length]).toEqual([1, 0]);
});

test("no timer ends an order while its payment problem waits for staff", async () => {
  const { id, paymentIntentId } = await placePaidOrder(shop);
  const { gateway } = await services.payments.current();
  await gateway.cancelIntent(paymentIntentId ?? "", `by hand ${id}`);
  await act(id, ACCEPT);
  for (const command of [{ event: "hold_expired", isReleased: true }, { event: "time_out" }] as const) {
    const answer = await applyOrderEvent(services, { orderId: id, version: null, actor: SYSTEM, command });
    expect(answer).toMatchObject({ kind: "refused", message: expect.stringContaining("waits for a person") as string });
  }
  expect((await readOrder(shop, id)).status).toBe("received");
});

test("says that an authorization expired only if it did", async () => {
  const active = await services.payments.current();
  const sentences: string[] = [];
  for (const reason of ["released", "run out"] as const) {
    const { id, paymentIntentId } = await placePaidOrder(shop);
    if (reason === "released") await active.gateway.cancelIntent(paymentIntentId ?? "", `by hand ${id}`);
    else {
      await shop.simulator.store.unit(async (unit) => {
        const intent = await unit.claim(paymentIntentId ?? "");
        if (intent?.kind !== "intent") throw new Error("there is no such payment");
        unit.save({ ...intent, holdUntil: Date.now() - 1 });
      });
    }
    const answer = await act(id, ACCEPT);
    sentences.push("message" in answer ? answer.message : answer.kind);
  }
  expect(sentences).toEqual([
    "The card hold was released at the payment provider, so the card cannot be charged. Reject the order, or accept it with payment at pickup.",
    "The card hold has run out, so the card cannot be charged. Reject the order, or accept it with payment at pickup.",
  ]);
});
