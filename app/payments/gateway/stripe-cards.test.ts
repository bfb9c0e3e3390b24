import { expect, test } from "vitest";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { TEST_CARDS } from "#stripe-simulator/test-cards.ts";
import { intentOf, openStripe } from "#test/stripe.ts";

const { simulator, gateway, key, createIntent, confirm, held, authenticate, passMs } = await openStripe();

test("a decline returns 402 and allows another attempt", async () => {
  const intent = await createIntent();
  const { status, body } = await confirm(intent, "pm_card_chargeDeclinedInsufficientFunds");
  expect(status).toBe(402);
  expect(body.error).toMatchObject({
    type: "card_error",
    code: "card_declined",
    decline_code: "insufficient_funds",
    payment_intent: { id: intent.id },
  });
  expect(intentOf(await gateway.retrieveIntent(intent.id))).toMatchObject({
    status: "requires_payment_method",
    lastError: {
      code: "card_declined",
      declineCode: "insufficient_funds",
      message: "There is not enough money on this card. Try another card.",
    },
  });
  expect((await confirm(intent, "pm_card_visa")).status).toBe(200);
  expect(intentOf(await gateway.retrieveIntent(intent.id))).toMatchObject({ status: "requires_capture", lastError: null });
});

test("3-D Secure authorizes only after approval", async () => {
  const intent = await createIntent();
  const { body } = await confirm(intent, "pm_card_authenticationRequired", { return_url: "http://127.0.0.1/payment-complete?order=abc" });
  expect(body).toMatchObject({ status: "requires_action", next_action: { type: "redirect_to_url" } });
  expect(intentOf(await gateway.retrieveIntent(intent.id)).amountCapturable).toBe(0);
  await authenticate(intent, "succeed");
  expect(intentOf(await gateway.retrieveIntent(intent.id))).toMatchObject({ status: "requires_capture", amountCapturable: 2_350 });
});

test("a refused 3-D Secure returns to choosing a card", async () => {
  const intent = await createIntent();
  expect((await confirm(intent, "pm_card_authenticationRequired")).body.next_action?.type).toBe("use_stripe_sdk");
  await authenticate(intent, "fail");
  expect(intentOf(await gateway.retrieveIntent(intent.id))).toMatchObject({
    status: "requires_payment_method",
    lastError: { code: "payment_intent_authentication_failure" },
  });
});

test("a slow bank keeps the payment processing", async () => {
  const intent = await createIntent();
  expect((await confirm(intent, "pm_card_simulator_slow_30")).body.status).toBe("processing");
  expect(await gateway.cancelIntent(intent.id, key())).toMatchObject({
    ok: false,
    kind: "state",
    intent: { status: "processing" },
  });
  passMs(29_000);
  expect(intentOf(await gateway.retrieveIntent(intent.id)).status).toBe("processing");
  passMs(1_000);
  expect(intentOf(await gateway.retrieveIntent(intent.id))).toMatchObject({ status: "requires_capture", amountCapturable: 2_350 });
});

test("an uncaptured authorization expires", async () => {
  const intent = await held();
  passMs(7 * 86_400_000);
  expect(intentOf(await gateway.retrieveIntent(intent.id))).toMatchObject({
    status: "canceled",
    cancellationReason: "expired",
    amountCapturable: 0,
  });
  expect(await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_350, idempotencyKey: key() })).toMatchObject({
    ok: false,
    kind: "state",
  });
});

test("a disputed payment cannot be refunded", async () => {
  const intent = await createIntent();
  await confirm(intent, "pm_card_createDispute");
  expect(intentOf(await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_350, idempotencyKey: key() })).disputed).toBe(true);
  expect(await gateway.refundIntent(intent.id, { amount: 2_350, currency: "usd" }, key())).toMatchObject({
    ok: false,
    kind: "state",
    code: "charge_disputed",
  });
});

test.each([
  ["winning_evidence", false],
  ["losing_evidence", true],
])("a dispute decided as %s blocks refunds: %s", async (evidence, isDisputed) => {
  const intent = await createIntent();
  await confirm(intent, "pm_card_createDispute");
  await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_350, idempotencyKey: key() });
  const headers = { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` };
  const listed = await fetch(`${simulator.apiUrl}/v1/disputes?payment_intent=${intent.id}`, { headers });
  const { data } = (await listed.json()) as { readonly data: readonly { readonly id: string }[] };
  const body = new URLSearchParams({ "evidence[uncategorized_text]": evidence });
  await fetch(`${simulator.apiUrl}/v1/disputes/${data[0]?.id}`, { method: "POST", headers, body });

  expect(intentOf(await gateway.retrieveIntent(intent.id)).disputed).toBe(isDisputed);
  expect((await gateway.refundIntent(intent.id, { amount: 2_350, currency: "usd" }, key())).ok).toBe(!isDisputed);
});

test("unreadable disputes fail that payment only", async () => {
  const disputed = await createIntent();
  await confirm(disputed, "pm_card_createDispute");
  const capture = { currency: "usd", amount: 2_350, idempotencyKey: key() };
  simulator.faults.arm({ kind: "error_before", operation: "disputes.list", times: 1_000 });
  expect(await gateway.captureIntent(disputed.id, capture)).toMatchObject({ ok: false, kind: "unreachable" });
  expect(await gateway.retrieveIntent(disputed.id)).toMatchObject({ ok: false, kind: "unreachable" });
  const other = await held();
  const listed = async () => {
    const all = await gateway.listRecentIntents(new Date(0));
    return all.ok && { complete: all.complete, there: [other, disputed].map(({ id }) => all.intents.some((each) => each.id === id)) };
  };
  expect(await listed()).toEqual({ complete: false, there: [true, false] });
  await simulator.faults.clear();
  expect(await listed()).toEqual({ complete: true, there: [true, true] });
  expect(await gateway.captureIntent(disputed.id, capture)).toMatchObject({ ok: true, intent: { disputed: true } });
});

test("a failed capture keeps the authorization", async () => {
  const intent = await createIntent();
  await confirm(intent, "pm_card_simulator_capture_fails");
  expect(await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_350, idempotencyKey: key() })).toMatchObject({
    ok: false,
    kind: "declined",
  });
  expect(intentOf(await gateway.retrieveIntent(intent.id)).status).toBe("requires_capture");
});

test("a failed refund no longer counts", async () => {
  const intent = await createIntent();
  await confirm(intent, "pm_card_refundFail");
  await gateway.captureIntent(intent.id, { currency: "usd", amount: 2_350, idempotencyKey: key() });
  expect(await gateway.refundIntent(intent.id, { amount: 2_350, currency: "usd" }, key())).toMatchObject({
    ok: true,
    refund: { status: "succeeded" },
  });
  passMs(5_000);
  await simulator.sweep();
  expect(intentOf(await gateway.retrieveIntent(intent.id)).amountRefunded).toBe(0);
  expect(await gateway.listRefunds(intent.id)).toMatchObject({ ok: true, refunds: [{ status: "failed" }] });
});

test("every demo card behaves as labelled", async () => {
  for (const card of TEST_CARDS) {
    const intent = await createIntent();
    const { status } = await confirm(intent, card.paymentMethod);
    const after = intentOf(await gateway.retrieveIntent(intent.id));
    const expected = {
      succeeds: "requires_capture",
      "asks-the-bank": "requires_action",
      declined: "requires_payment_method",
      slow: "processing",
    };
    expect([card.label, after.status]).toEqual([card.label, expected[card.outcome]]);
    expect(status).toBe(card.outcome === "declined" ? 402 : 200);

    const byNumber = await createIntent();
    await confirm(byNumber, "", {
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": card.number,
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": "2034",
      "payment_method_data[card][cvc]": "123",
    });
    expect(intentOf(await gateway.retrieveIntent(byNumber.id)).status).toBe(after.status);
  }
});
