import { expect, test } from "vitest";
import { intentOf, openStripe } from "#test/stripe.ts";
import { createStripeGateway } from "./stripe-gateway.server.ts";

const { simulator, gateway, key, createIntent, held, now, passMs } = await openStripe();

test("a new payment waits for a card and names order and cart", async () => {
  const intent = await createIntent(2_350);
  expect(intent).toMatchObject({
    status: "requires_payment_method",
    amount: 2_350,
    amountCapturable: 0,
    amountReceived: 0,
    amountRefunded: 0,
    currency: "usd",
    created: now() / 1000,
    orderId: "order-1",
    cartHash: "cart-1",
    livemode: false,
    captureBefore: null,
    lastError: null,
    disputed: false,
  });
  expect(intent.clientSecret).toMatch(new RegExp(`^${intent.id}_secret_`));
});

test("a payment is of a card, and a capture carries the order's number to dashboard and statement", async () => {
  const intent = await held();
  const stored = () => simulator.store.unit((unit) => unit.find(intent.id));
  expect(await stored()).toMatchObject({ allowedTypes: ["card"], description: null });
  await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_350, idempotencyKey: key(), orderNumber: "A-042" });
  expect(await stored()).toMatchObject({ status: "succeeded", description: "Order A-042", statementSuffix: "A-042" });
});

test.each(["17", "A-042 <b>", "Orderly-number-too-long-A-042"])(
  "sends no statement suffix that Stripe would refuse: %s",
  async (orderNumber) => {
    const intent = await held();
    await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_350, idempotencyKey: key(), orderNumber });
    const stored = await simulator.store.unit((unit) => unit.find(intent.id));
    expect(stored).toMatchObject({ status: "succeeded", description: `Order ${orderNumber}`, statementSuffix: null });
  },
);

test("a capture counts although its description is lost", async () => {
  const intent = await held();
  simulator.faults.arm({ kind: "error_before", operation: "payment_intents.update", times: 5 });
  const input = { amount: 2_350, currency: "usd", idempotencyKey: key(), orderNumber: "A-042" };
  expect(await gateway.captureIntent(intent.id, input)).toMatchObject({ ok: true, intent: { amountReceived: 2_350 } });
  await simulator.faults.clear();
});

test.each([
  ["jpy", 1],
  ["kwd", 10],
  ["isk", 100],
])("a payment in %s counts %i of the provider's units for each of the shop's", async (currency, units) => {
  const input = { currency, orderId: "order-1", cartHash: "cart-1", idempotencyKey: key() };
  const { id } = intentOf(await gateway.createIntent({ ...input, amount: 1401 }));
  const confirmed = await gateway.retrieveIntent(id);
  expect(confirmed).toMatchObject({ intent: { amount: 1401, currency } });
  const stored = await simulator.store.unit((unit) => unit.find(id));
  expect(stored).toMatchObject({ amount: 1401 * units, currency });
});

test("refuses a reused key with another amount", async () => {
  const input = { currency: "usd", orderId: "order-1", cartHash: "cart-1", idempotencyKey: key() };
  const first = intentOf(await gateway.createIntent({ ...input, amount: 900 }));
  expect(await gateway.createIntent({ ...input, amount: 901 })).toMatchObject({ ok: false, kind: "invalid" });
  expect(intentOf(await gateway.createIntent({ ...input, amount: 900 })).id).toBe(first.id);
});

test("confirming authorizes for a week without charging", async () => {
  const intent = await held();
  const after = intentOf(await gateway.retrieveIntent(intent.id));
  expect(after).toMatchObject({
    status: "requires_capture",
    amountCapturable: 2_350,
    amountReceived: 0,
    cardBrand: "visa",
    cardLast4: "4242",
    captureBefore: now() / 1000 + 7 * 86_400,
  });
});

test("captures the whole authorization", async () => {
  const intent = await held();
  const captured = intentOf(await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_350, idempotencyKey: key() }));
  expect(captured).toMatchObject({
    status: "succeeded",
    amountReceived: 2_350,
    amountCapturable: 0,
    amountRefunded: 0,
    captureBefore: null,
  });
});

test("capturing less releases the rest without a refund", async () => {
  const intent = await held(5_000);
  const captured = intentOf(await gateway.captureIntent(intent.id, { currency: "usd", amount: 3_384, idempotencyKey: key() }));
  expect(captured).toMatchObject({ status: "succeeded", amount: 5_000, amountReceived: 3_384, amountCapturable: 0, amountRefunded: 0 });
  expect(await gateway.listRefunds(intent.id)).toEqual({ ok: true, refunds: [] });
});

test("rejects capturing more than authorized", async () => {
  const intent = await held();
  expect(await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_351, idempotencyKey: key() })).toMatchObject({
    ok: false,
    kind: "invalid",
    code: "amount_too_large",
  });
  expect(intentOf(await gateway.retrieveIntent(intent.id)).amountCapturable).toBe(2_350);
});

test("repeating a capture is ok for the same amount only", async () => {
  const intent = await held();
  await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_000, idempotencyKey: key() });
  expect(await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_000, idempotencyKey: key() })).toMatchObject({
    ok: true,
    intent: { amountReceived: 2_000 },
  });
  expect(await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_350, idempotencyKey: key() })).toMatchObject({
    ok: false,
    kind: "state",
    code: "payment_intent_unexpected_state",
    intent: { status: "succeeded", amountReceived: 2_000 },
  });
});

test("ten concurrent captures charge once", async () => {
  const intent = await held();
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      gateway.captureIntent(intent.id, { currency: "usd", amount: 2_350 - index, idempotencyKey: key() }),
    ),
  );
  const taken = results.filter((result) => result.ok);
  expect(taken).toHaveLength(1);
  const amount = intentOf(taken[0]!).amountReceived;
  expect(results.filter((result) => !result.ok).map((result) => !result.ok && result.kind)).toEqual(Array(9).fill("state"));
  expect(intentOf(await gateway.retrieveIntent(intent.id)).amountReceived).toBe(amount);
});

test("cancelling releases and is repeatable; capturing afterwards fails", async () => {
  const intent = await held();
  expect(await gateway.cancelIntent(intent.id, key())).toMatchObject({
    ok: true,
    intent: { status: "canceled", amountCapturable: 0, amountReceived: 0, amountRefunded: 0, cancellationReason: null },
  });
  expect(await gateway.cancelIntent(intent.id, key())).toMatchObject({ ok: true, intent: { status: "canceled" } });
  expect(await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_350, idempotencyKey: key() })).toMatchObject({
    ok: false,
    kind: "state",
    intent: { status: "canceled" },
  });
});

test("a captured payment cannot be cancelled", async () => {
  const intent = await held();
  await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_350, idempotencyKey: key() });
  expect(await gateway.cancelIntent(intent.id, key())).toMatchObject({
    ok: false,
    kind: "state",
    intent: { status: "succeeded" },
  });
});

test("partial refunds stop at the captured amount", async () => {
  const intent = await held(3_000);
  await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_500, idempotencyKey: key() });
  const first = key();
  expect(await gateway.refundIntent(intent.id, { amount: 1_000, currency: "usd" }, first)).toMatchObject({
    ok: true,
    refund: { amount: 1_000, status: "succeeded", key: first },
    intent: { amountReceived: 2_500, amountRefunded: 1_000 },
  });
  expect(await gateway.refundIntent(intent.id, { amount: 1_501, currency: "usd" }, key())).toMatchObject({ ok: false, kind: "invalid" });
  expect(await gateway.refundIntent(intent.id, { amount: 1_500, currency: "usd" }, key())).toMatchObject({
    ok: true,
    intent: { amountRefunded: 2_500 },
  });
  expect(await gateway.refundIntent(intent.id, { amount: 1, currency: "usd" }, key())).toMatchObject({
    ok: false,
    kind: "state",
    code: "charge_already_refunded",
  });
  const list = await gateway.listRefunds(intent.id);
  expect(list.ok && list.refunds.map((refund) => refund.amount).sort()).toEqual([1_000, 1_500]);
});

test("ten refunds with one key refund once", async () => {
  const intent = await held(2_000);
  await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_000, idempotencyKey: key() });
  const same = key();
  const results = await Promise.all(
    Array.from({ length: 10 }, () => gateway.refundIntent(intent.id, { amount: 500, currency: "usd" }, same)),
  );
  for (const result of results) expect(result.ok || result.kind === "rate-limited").toBe(true);
  expect(intentOf(await gateway.retrieveIntent(intent.id)).amountRefunded).toBe(500);
});

test("rejects refunding an uncaptured payment", async () => {
  const intent = await held();
  expect(await gateway.refundIntent(intent.id, { amount: 100, currency: "usd" }, key())).toMatchObject({ ok: false, kind: "state" });
});

test("a key returns the same payment and rejects another amount", async () => {
  const input = { currency: "usd", amount: 1_200, orderId: "order-2", cartHash: "cart-2", idempotencyKey: key() };
  const first = intentOf(await gateway.createIntent(input));
  expect(intentOf(await gateway.createIntent(input)).id).toBe(first.id);
  expect(await gateway.createIntent({ ...input, amount: 1_300 })).toMatchObject({ ok: false, kind: "invalid" });
});

test("lists recent payments over pages, newest first", async () => {
  passMs(60_000);
  const since = new Date(now());
  const made: string[] = [];
  for (let index = 0; index < 103; index += 1) {
    passMs(1);
    made.push((await createIntent(100 + index)).id);
  }
  const result = await gateway.listRecentIntents(since);
  expect(result.ok && result.complete).toBe(true);
  expect(result.ok && result.intents.map((intent) => intent.id)).toEqual(made.toReversed());
});

test("does not find unknown payments and foreign ids", async () => {
  expect(await gateway.retrieveIntent("pi_doesnotexist")).toMatchObject({ ok: false, kind: "not-found", code: "resource_missing" });
  expect(await gateway.retrieveIntent("../events")).toMatchObject({ ok: false, kind: "not-found" });
  expect(await gateway.captureIntent("pi_doesnotexist", { currency: "usd", amount: 100, idempotencyKey: key() })).toMatchObject({
    ok: false,
    kind: "not-found",
  });
});

test("reports a wrong key and a too small amount", async () => {
  const stranger = createStripeGateway({ secretKey: "sk_test_wrong", apiUrl: simulator.apiUrl });
  expect(await stranger.retrieveIntent("pi_1")).toMatchObject({ ok: false, kind: "auth" });
  expect(await gateway.createIntent({ currency: "usd", amount: 49, orderId: "o", cartHash: "c", idempotencyKey: key() })).toMatchObject({
    ok: false,
    kind: "invalid",
    code: "amount_too_small",
  });
});

test("only a live key moves real money", () => {
  expect(gateway.livemode).toBe(false);
  expect(createStripeGateway({ secretKey: "sk_live_x" }).livemode).toBe(true);
  expect(createStripeGateway({ secretKey: "rk_live_x" }).livemode).toBe(true);
});
