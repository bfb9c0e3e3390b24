import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentIntentFacts, PaymentResult } from "./gateway.server.ts";
import { serveSimulator, type ServedSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { createStripeGateway } from "./stripe-gateway.server.ts";
import { TEST_CARDS } from "#stripe-simulator/test-cards.ts";

let clock = Date.UTC(2026, 5, 1, 12);
let simulator: ServedSimulator;
let serial = 0;

beforeAll(async () => {
  simulator = await serveSimulator({ now: () => new Date(clock) });
});

afterAll(async () => {
  await simulator.close();
});

function gateway() {
  return createStripeGateway({ secretKey: SIMULATOR_SECRET_KEY, apiUrl: simulator.apiUrl });
}

function key(): string {
  serial += 1;
  return `key-${serial}`;
}

function intentOf(result: PaymentResult): PaymentIntentFacts {
  if (!result.ok) throw new Error(`${result.kind}: ${result.message}`);
  return result.intent;
}

async function createIntent(amount = 2_350): Promise<PaymentIntentFacts> {
  return intentOf(await gateway().createIntent({ amount, orderId: "order-1", cartHash: "cart-1", idempotencyKey: key() }));
}

interface ConfirmAnswer {
  readonly status?: string;
  readonly next_action?: { readonly type: string } | null;
  readonly error?: object;
}

/** Confirms as the checkout page does: with the publishable key and the payment's secret. */
async function confirm(
  intent: PaymentIntentFacts,
  paymentMethod: string,
  more: Record<string, string> = {},
): Promise<{ status: number; body: ConfirmAnswer }> {
  const answer = await fetch(`${simulator.apiUrl}/v1/payment_intents/${intent.id}/confirm`, {
    method: "POST",
    body: new URLSearchParams({
      key: SIMULATOR_PUBLISHABLE_KEY,
      client_secret: intent.clientSecret ?? "",
      payment_method: paymentMethod,
      ...more,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as ConfirmAnswer };
}

async function authenticate(intent: PaymentIntentFacts, outcome: "succeed" | "fail"): Promise<void> {
  await fetch(`${simulator.apiUrl}/v1/test_helpers/payment_intents/${intent.id}/authenticate`, {
    method: "POST",
    headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` },
    body: new URLSearchParams({ outcome }),
  });
}

async function held(amount = 2_350): Promise<PaymentIntentFacts> {
  const intent = await createIntent(amount);
  await confirm(intent, "pm_card_visa");
  return intent;
}

test("a new payment waits for a card, and carries the order and the cart it belongs to", async () => {
  const intent = await createIntent(2_350);
  expect(intent).toMatchObject({
    status: "requires_payment_method",
    amount: 2_350,
    amountCapturable: 0,
    amountReceived: 0,
    amountRefunded: 0,
    currency: "usd",
    created: clock / 1000,
    orderId: "order-1",
    cartHash: "cart-1",
    livemode: false,
    captureBefore: null,
    lastError: null,
    disputed: false,
  });
  expect(intent.clientSecret).toMatch(new RegExp(`^${intent.id}_secret_`));
});

test("confirming puts the money on hold for a week and takes none of it", async () => {
  const intent = await held();
  const now = intentOf(await gateway().retrieveIntent(intent.id));
  expect(now).toMatchObject({
    status: "requires_capture",
    amountCapturable: 2_350,
    amountReceived: 0,
    cardBrand: "visa",
    cardLast4: "4242",
    captureBefore: clock / 1000 + 7 * 86_400,
  });
});

test("capturing takes the whole hold", async () => {
  const intent = await held();
  const captured = intentOf(await gateway().captureIntent(intent.id, 2_350, key()));
  expect(captured).toMatchObject({
    status: "succeeded",
    amountReceived: 2_350,
    amountCapturable: 0,
    amountRefunded: 0,
    captureBefore: null,
  });
});

test("capturing less releases the rest, which is no refund", async () => {
  const intent = await held(5_000);
  const captured = intentOf(await gateway().captureIntent(intent.id, 3_384, key()));
  expect(captured).toMatchObject({ status: "succeeded", amount: 5_000, amountReceived: 3_384, amountCapturable: 0, amountRefunded: 0 });
  expect(await gateway().listRefunds(intent.id)).toEqual({ ok: true, refunds: [] });
});

test("capturing more than the hold is refused and leaves it whole", async () => {
  const intent = await held();
  expect(await gateway().captureIntent(intent.id, 2_351, key())).toMatchObject({ ok: false, kind: "invalid", code: "amount_too_large" });
  expect(intentOf(await gateway().retrieveIntent(intent.id)).amountCapturable).toBe(2_350);
});

test("capturing again with another key is ok for the same amount and a state failure for another one", async () => {
  const intent = await held();
  await gateway().captureIntent(intent.id, 2_000, key());
  expect(await gateway().captureIntent(intent.id, 2_000, key())).toMatchObject({ ok: true, intent: { amountReceived: 2_000 } });
  expect(await gateway().captureIntent(intent.id, 2_350, key())).toMatchObject({
    ok: false,
    kind: "state",
    code: "payment_intent_unexpected_state",
    intent: { status: "succeeded", amountReceived: 2_000 },
  });
});

test("ten captures at once take the money once", async () => {
  const intent = await held();
  const results = await Promise.all(Array.from({ length: 10 }, (_, index) => gateway().captureIntent(intent.id, 2_350 - index, key())));
  const taken = results.filter((result) => result.ok);
  expect(taken).toHaveLength(1);
  const amount = intentOf(taken[0]!).amountReceived;
  expect(results.filter((result) => !result.ok).map((result) => !result.ok && result.kind)).toEqual(Array(9).fill("state"));
  expect(intentOf(await gateway().retrieveIntent(intent.id)).amountReceived).toBe(amount);
});

test("cancelling a hold releases it and is ok when repeated; capturing afterwards is not", async () => {
  const intent = await held();
  expect(await gateway().cancelIntent(intent.id, key())).toMatchObject({
    ok: true,
    intent: { status: "canceled", amountCapturable: 0, amountReceived: 0, amountRefunded: 0, cancellationReason: null },
  });
  expect(await gateway().cancelIntent(intent.id, key())).toMatchObject({ ok: true, intent: { status: "canceled" } });
  expect(await gateway().captureIntent(intent.id, 2_350, key())).toMatchObject({
    ok: false,
    kind: "state",
    intent: { status: "canceled" },
  });
});

test("a captured payment cannot be cancelled, only refunded", async () => {
  const intent = await held();
  await gateway().captureIntent(intent.id, 2_350, key());
  expect(await gateway().cancelIntent(intent.id, key())).toMatchObject({
    ok: false,
    kind: "state",
    intent: { status: "succeeded" },
  });
});

test("partial refunds add up to the captured amount and no further", async () => {
  const intent = await held(3_000);
  await gateway().captureIntent(intent.id, 2_500, key());
  const first = key();
  expect(await gateway().refundIntent(intent.id, 1_000, first)).toMatchObject({
    ok: true,
    refund: { amount: 1_000, status: "succeeded", key: first },
    intent: { amountReceived: 2_500, amountRefunded: 1_000 },
  });
  expect(await gateway().refundIntent(intent.id, 1_501, key())).toMatchObject({ ok: false, kind: "invalid" });
  expect(await gateway().refundIntent(intent.id, 1_500, key())).toMatchObject({ ok: true, intent: { amountRefunded: 2_500 } });
  expect(await gateway().refundIntent(intent.id, 1, key())).toMatchObject({ ok: false, kind: "state", code: "charge_already_refunded" });
  const list = await gateway().listRefunds(intent.id);
  expect(list.ok && list.refunds.map((refund) => refund.amount).sort()).toEqual([1_000, 1_500]);
});

test("the same refund key refunds once, also when ten arrive at once", async () => {
  const intent = await held(2_000);
  await gateway().captureIntent(intent.id, 2_000, key());
  const same = key();
  const results = await Promise.all(Array.from({ length: 10 }, () => gateway().refundIntent(intent.id, 500, same)));
  for (const result of results) expect(result.ok || result.kind === "rate-limited").toBe(true);
  expect(intentOf(await gateway().retrieveIntent(intent.id)).amountRefunded).toBe(500);
});

test("refunding what was never captured is a state failure", async () => {
  const intent = await held();
  expect(await gateway().refundIntent(intent.id, 100, key())).toMatchObject({ ok: false, kind: "state" });
});

test("a key repeats the same payment; with another amount it is refused", async () => {
  const input = { amount: 1_200, orderId: "order-2", cartHash: "cart-2", idempotencyKey: key() };
  const first = intentOf(await gateway().createIntent(input));
  expect(intentOf(await gateway().createIntent(input)).id).toBe(first.id);
  expect(await gateway().createIntent({ ...input, amount: 1_300 })).toMatchObject({ ok: false, kind: "invalid" });
});

test("a declined card answers 402 to the browser and leaves the reason on a payment that can be tried again", async () => {
  const intent = await createIntent();
  const { status, body } = await confirm(intent, "pm_card_chargeDeclinedInsufficientFunds");
  expect(status).toBe(402);
  expect(body.error).toMatchObject({
    type: "card_error",
    code: "card_declined",
    decline_code: "insufficient_funds",
    payment_intent: { id: intent.id },
  });
  expect(intentOf(await gateway().retrieveIntent(intent.id))).toMatchObject({
    status: "requires_payment_method",
    lastError: {
      code: "card_declined",
      declineCode: "insufficient_funds",
      message: "There is not enough money on this card. Try another card.",
    },
  });
  expect((await confirm(intent, "pm_card_visa")).status).toBe(200);
  expect(intentOf(await gateway().retrieveIntent(intent.id))).toMatchObject({ status: "requires_capture", lastError: null });
});

test("the bank's question holds nothing until it is approved", async () => {
  const intent = await createIntent();
  const { body } = await confirm(intent, "pm_card_authenticationRequired", { return_url: "http://127.0.0.1/payment-complete?order=abc" });
  expect(body).toMatchObject({ status: "requires_action", next_action: { type: "redirect_to_url" } });
  expect(intentOf(await gateway().retrieveIntent(intent.id)).amountCapturable).toBe(0);
  await authenticate(intent, "succeed");
  expect(intentOf(await gateway().retrieveIntent(intent.id))).toMatchObject({ status: "requires_capture", amountCapturable: 2_350 });
});

test("a refused question takes the payment back to choosing a card", async () => {
  const intent = await createIntent();
  expect((await confirm(intent, "pm_card_authenticationRequired")).body.next_action?.type).toBe("use_stripe_sdk");
  await authenticate(intent, "fail");
  expect(intentOf(await gateway().retrieveIntent(intent.id))).toMatchObject({
    status: "requires_payment_method",
    lastError: { code: "payment_intent_authentication_failure" },
  });
});

test("a slow bank keeps the payment processing until it has answered", async () => {
  const intent = await createIntent();
  expect((await confirm(intent, "pm_card_simulator_slow_30")).body.status).toBe("processing");
  expect(await gateway().cancelIntent(intent.id, key())).toMatchObject({
    ok: false,
    kind: "state",
    intent: { status: "processing" },
  });
  clock += 29_000;
  expect(intentOf(await gateway().retrieveIntent(intent.id)).status).toBe("processing");
  clock += 1_000;
  expect(intentOf(await gateway().retrieveIntent(intent.id))).toMatchObject({ status: "requires_capture", amountCapturable: 2_350 });
});

test("a hold nobody captures expires and says so", async () => {
  const intent = await held();
  clock += 7 * 86_400_000;
  expect(intentOf(await gateway().retrieveIntent(intent.id))).toMatchObject({
    status: "canceled",
    cancellationReason: "expired",
    amountCapturable: 0,
  });
  expect(await gateway().captureIntent(intent.id, 2_350, key())).toMatchObject({ ok: false, kind: "state" });
});

test("a disputed payment says so and cannot be refunded", async () => {
  const intent = await createIntent();
  await confirm(intent, "pm_card_createDispute");
  expect(intentOf(await gateway().captureIntent(intent.id, 2_350, key())).disputed).toBe(true);
  expect(await gateway().refundIntent(intent.id, 2_350, key())).toMatchObject({ ok: false, kind: "state", code: "charge_disputed" });
});

test("a refund that fails later is no longer counted", async () => {
  const intent = await createIntent();
  await confirm(intent, "pm_card_refundFail");
  await gateway().captureIntent(intent.id, 2_350, key());
  expect(await gateway().refundIntent(intent.id, 2_350, key())).toMatchObject({ ok: true, refund: { status: "succeeded" } });
  clock += 5_000;
  await simulator.sweep();
  expect(intentOf(await gateway().retrieveIntent(intent.id)).amountRefunded).toBe(0);
  expect(await gateway().listRefunds(intent.id)).toMatchObject({ ok: true, refunds: [{ status: "failed" }] });
});

test("every demo card ends as its label promises", async () => {
  for (const card of TEST_CARDS) {
    const intent = await createIntent();
    const { status } = await confirm(intent, card.paymentMethod);
    const now = intentOf(await gateway().retrieveIntent(intent.id));
    const expected = {
      succeeds: "requires_capture",
      "asks-the-bank": "requires_action",
      declined: "requires_payment_method",
      slow: "processing",
    };
    expect([card.label, now.status]).toEqual([card.label, expected[card.outcome]]);
    expect(status).toBe(card.outcome === "declined" ? 402 : 200);

    const byNumber = await createIntent();
    await confirm(byNumber, "", {
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": card.number,
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": "2034",
      "payment_method_data[card][cvc]": "123",
    });
    expect(intentOf(await gateway().retrieveIntent(byNumber.id)).status).toBe(now.status);
  }
});

test("recent payments are listed over many pages, newest first, from the asked moment on", async () => {
  clock += 60_000;
  const since = new Date(clock);
  const made: string[] = [];
  for (let index = 0; index < 103; index += 1) {
    clock += 1;
    made.push((await createIntent(100 + index)).id);
  }
  const result = await gateway().listRecentIntents(since);
  expect(result.ok && result.complete).toBe(true);
  expect(result.ok && result.intents.map((intent) => intent.id)).toEqual(made.toReversed());
});

test("unknown payments and foreign ids are not found", async () => {
  expect(await gateway().retrieveIntent("pi_doesnotexist")).toMatchObject({ ok: false, kind: "not-found", code: "resource_missing" });
  expect(await gateway().retrieveIntent("../events")).toMatchObject({ ok: false, kind: "not-found" });
  expect(await gateway().captureIntent("pi_doesnotexist", 100, key())).toMatchObject({ ok: false, kind: "not-found" });
});

test("a wrong key is an auth failure, an amount below the minimum an invalid one", async () => {
  const stranger = createStripeGateway({ secretKey: "sk_test_wrong", apiUrl: simulator.apiUrl });
  expect(await stranger.retrieveIntent("pi_1")).toMatchObject({ ok: false, kind: "auth" });
  expect(await gateway().createIntent({ amount: 49, orderId: "o", cartHash: "c", idempotencyKey: key() })).toMatchObject({
    ok: false,
    kind: "invalid",
    code: "amount_too_small",
  });
});

test("only a live key asks for real money", () => {
  expect(gateway().livemode).toBe(false);
  expect(createStripeGateway({ secretKey: "sk_live_x" }).livemode).toBe(true);
  expect(createStripeGateway({ secretKey: "rk_live_x" }).livemode).toBe(true);
});
