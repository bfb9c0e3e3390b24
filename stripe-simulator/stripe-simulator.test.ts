import { afterAll, expect, test } from "vitest";
import { SIMULATOR_PUBLISHABLE_KEY } from "./keys.ts";
import { createStripeSimulator } from "./stripe-simulator.ts";
import { createMemoryStore } from "./test/memory-store.ts";
import { openSimulator } from "./test/open-simulator.ts";

const { simulator, stripe, call, manual } = await openSimulator();
afterAll(() => simulator.close());

test("the vendor's SDK can create, confirm, capture and refund", async () => {
  const created = await manual({ metadata: { order_id: "42" }, receipt_email: "a@example.com" });
  expect(created).toMatchObject({
    object: "payment_intent",
    status: "requires_payment_method",
    livemode: false,
    metadata: { order_id: "42" },
  });
  const confirmed = await stripe.paymentIntents.confirm(created.id, {
    payment_method: "pm_card_mastercard",
    expand: ["latest_charge", "payment_method"],
  });
  expect(confirmed).toMatchObject({
    status: "requires_capture",
    amount_capturable: 2_000,
    latest_charge: { object: "charge", captured: false, payment_method_details: { card: { brand: "mastercard", last4: "4444" } } },
    payment_method: { object: "payment_method", type: "card" },
  });
  const captured = await stripe.paymentIntents.capture(created.id, { amount_to_capture: 1_500 });
  expect(captured).toMatchObject({ status: "succeeded", amount_received: 1_500, amount_capturable: 0 });
  const charge = await stripe.charges.retrieve(captured.latest_charge as string);
  expect(charge).toMatchObject({ amount: 2_000, amount_captured: 1_500, amount_refunded: 0, captured: true, refunded: false });
  const refund = await stripe.refunds.create({ charge: charge.id, expand: ["charge", "payment_intent.latest_charge"] });
  expect(refund).toMatchObject({
    amount: 1_500,
    status: "succeeded",
    charge: { refunded: true, amount_refunded: 1_500 },
    payment_intent: { latest_charge: { refunded: true } },
  });
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id, payment_intent: created.id });
});

test("a wallet card is marked as such, and is declined like any other", async () => {
  const paid = await stripe.paymentIntents.confirm((await manual({})).id, {
    payment_method: "pm_card_simulator_wallet",
    expand: ["latest_charge", "payment_method"],
  });
  const wallet = { type: "google_pay", google_pay: {} };
  expect(paid).toMatchObject({
    status: "requires_capture",
    payment_method: { type: "card", card: { last4: "4242", wallet } },
    latest_charge: { payment_method_details: { card: { wallet } } },
  });
  await expect(
    stripe.paymentIntents.confirm((await manual({})).id, { payment_method: "pm_card_simulator_wallet_declined" }),
  ).rejects.toMatchObject({ code: "card_declined", decline_code: "generic_decline" });
});

test("captures immediately without manual capture", async () => {
  const intent = await stripe.paymentIntents.create({ amount: 700, currency: "usd", payment_method: "pm_card_visa", confirm: true });
  expect(intent).toMatchObject({ status: "succeeded", amount_received: 700, capture_method: "automatic" });
});

test("an unconfirmed payment with a card waits for its confirmation", async () => {
  const intent = await manual({ payment_method: "pm_card_visa" });
  expect(intent.status).toBe("requires_confirmation");
  expect((await stripe.paymentIntents.confirm(intent.id)).status).toBe("requires_capture");
});

test.each([
  ["4242424242424242", 200, undefined, undefined],
  ["5555 5555 5555 4444", 200, undefined, undefined],
  ["4000000000000002", 402, "card_declined", "generic_decline"],
  ["4000000000009995", 402, "card_declined", "insufficient_funds"],
  ["4000000000009987", 402, "card_declined", "lost_card"],
  ["4000000000000069", 402, "expired_card", "expired_card"],
  ["4000000000000127", 402, "incorrect_cvc", "incorrect_cvc"],
  ["4000000000000119", 402, "processing_error", "processing_error"],
  ["4111111111111111", 402, "card_declined", "test_mode_live_card"],
  ["4242424242424241", 402, "incorrect_number", undefined],
])("the card number %s answers %i %s %s", async (number, status, code, declineCode) => {
  const intent = await manual();
  const answer = await call("POST", `/v1/payment_intents/${intent.id}/confirm`, {
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": number,
    "payment_method_data[card][exp_month]": "6",
    "payment_method_data[card][exp_year]": "26",
    "payment_method_data[card][cvc]": "123",
  });
  expect(answer.status).toBe(status);
  expect(answer.body.error?.code).toBe(code);
  expect(answer.body.error?.decline_code).toBe(declineCode);
  expect(JSON.stringify(answer.body)).not.toContain(number.replaceAll(" ", ""));
});

test.each([
  [{ exp_month: "5", exp_year: "2026", cvc: "123" }, "invalid_expiry_month"],
  [{ exp_month: "13", exp_year: "2030", cvc: "123" }, "invalid_expiry_month"],
  [{ exp_month: "1", exp_year: "2025", cvc: "123" }, "invalid_expiry_year"],
  [{ exp_month: "1", exp_year: "2030", cvc: "12" }, "invalid_cvc"],
])("card details %o are refused as %s", async (details, code) => {
  const fields = { type: "card", "card[number]": "4242424242424242" };
  const answer = await call("POST", "/v1/payment_methods", {
    ...fields,
    ...Object.fromEntries(Object.entries(details).map(([name, value]) => [`card[${name}]`, value])),
  });
  expect([answer.status, answer.body.error?.type, answer.body.error?.code]).toEqual([402, "card_error", code]);
});

test("a stored payment method can pay, and shows only its last digits", async () => {
  const method = await stripe.paymentMethods.create({
    type: "card",
    card: { number: "4000002500003155", exp_month: 1, exp_year: 2030, cvc: "123" },
    billing_details: { name: "Ada", address: { postal_code: "10001" } },
  });
  expect(method).toMatchObject({
    card: { last4: "3155", brand: "visa" },
    billing_details: { name: "Ada", address: { postal_code: "10001", city: null } },
  });
  const intent = await manual({ payment_method: method.id, confirm: true, return_url: "http://127.0.0.1:9/back" });
  expect(intent).toMatchObject({
    status: "requires_action",
    next_action: { type: "redirect_to_url", redirect_to_url: { return_url: "http://127.0.0.1:9/back" } },
  });
});

test("off session, a card that needs the bank's challenge is declined", async () => {
  const attempt = manual({ payment_method: "pm_card_authenticationRequired", confirm: true, off_session: true });
  await expect(attempt).rejects.toMatchObject({ type: "StripeCardError", code: "authentication_required", statusCode: 402 });
});

test("a card can be declined after the bank's challenge", async () => {
  const intent = await manual({ payment_method: "pm_card_threeDSecureRequiredChargeDeclined", confirm: true });
  const answer = await call("POST", `/v1/test_helpers/payment_intents/${intent.id}/authenticate`, { outcome: "succeed" });
  expect([answer.status, answer.body.error?.decline_code]).toEqual([402, "generic_decline"]);
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("requires_payment_method");
});

test("rejects a wrong state with the payment in the error", async () => {
  const intent = await manual();
  const answer = await call("POST", `/v1/payment_intents/${intent.id}/capture`);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatchObject({
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    payment_intent: { id: intent.id, object: "payment_intent", status: "requires_payment_method" },
  });
});

test("a key returns the same response, rejects another request, and stores declines", async () => {
  const headers = { "Idempotency-Key": "key-1" };
  const fields = { amount: "500", currency: "usd", "metadata[a]": "1", "metadata[b]": "2" };
  const first = await call("POST", "/v1/payment_intents", fields, headers);
  const again = await call(
    "POST",
    "/v1/payment_intents",
    { "metadata[b]": "2", "metadata[a]": "1", currency: "usd", amount: "500" },
    headers,
  );
  expect(again.body).toEqual(first.body);
  expect([first.headers.get("idempotent-replayed"), again.headers.get("idempotent-replayed")]).toEqual([null, "true"]);
  const other = await call("POST", "/v1/payment_intents", { ...fields, amount: "501" }, headers);
  expect([other.status, other.body.error?.type]).toEqual([400, "idempotency_error"]);
  const elsewhere = await call("POST", "/v1/payment_methods", fields, headers);
  expect([elsewhere.status, elsewhere.body.error?.type]).toEqual([400, "idempotency_error"]);

  const path = `/v1/payment_intents/${String(first.body.id)}/confirm`;
  const declined = await call("POST", path, { payment_method: "pm_card_chargeDeclined" }, { "Idempotency-Key": "key-2" });
  await call("POST", path, { payment_method: "pm_card_visa" });
  const replayed = await call("POST", path, { payment_method: "pm_card_chargeDeclined" }, { "Idempotency-Key": "key-2" });
  expect([declined.status, replayed.status]).toEqual([402, 402]);
  expect(replayed.body).toEqual(declined.body);
});

test("an invalid request does not use up its key", async () => {
  const headers = { "Idempotency-Key": "key-3" };
  expect((await call("POST", "/v1/payment_intents", { amount: "x", currency: "usd" }, headers)).status).toBe(400);
  expect((await call("POST", "/v1/payment_intents", { amount: "500", currency: "usd" }, headers)).status).toBe(200);
});

test("the publishable key allows only browser calls with the payment's secret", async () => {
  const intent = await manual();
  const other = await manual();
  const browser = { Authorization: "" };
  const fields = { key: SIMULATOR_PUBLISHABLE_KEY, client_secret: intent.client_secret ?? "" };
  const seen = await call("GET", `/v1/payment_intents/${intent.id}`, fields, browser);
  expect(seen.body).toMatchObject({ id: intent.id, status: "requires_payment_method" });
  expect(seen.body).not.toHaveProperty("metadata");
  expect((await call("GET", `/v1/payment_intents/${other.id}`, fields, browser)).status).toBe(400);
  expect((await call("GET", `/v1/payment_intents/${other.id}`, { key: SIMULATOR_PUBLISHABLE_KEY }, browser)).body.error?.param).toBe(
    "client_secret",
  );
  expect(
    (await call("POST", `/v1/payment_intents/${other.id}/confirm`, { ...fields, payment_method: "pm_card_visa" }, browser)).status,
  ).toBe(400);
  for (const path of [
    `/v1/payment_intents/${intent.id}/capture`,
    `/v1/payment_intents/${intent.id}/cancel`,
    `/v1/payment_intents/${intent.id}`,
    "/v1/refunds",
  ]) {
    const answer = await call("POST", path, fields, browser);
    expect([path, answer.status, answer.body.error?.code]).toEqual([path, 401, "secret_key_required"]);
  }
  expect((await stripe.paymentIntents.retrieve(other.id)).status).toBe("requires_payment_method");
});

test("merges metadata: new values replace, empty ones remove", async () => {
  const intent = await manual({ metadata: { a: "1", b: "2", c: "3" } });
  expect((await stripe.paymentIntents.update(intent.id, { metadata: { b: "", c: "4" } })).metadata).toEqual({ a: "1", c: "4" });
  expect((await stripe.paymentIntents.update(intent.id, { metadata: "" })).metadata).toEqual({});
});

test("changing the amount after the bank's challenge requires a new one", async () => {
  const intent = await manual({ payment_method: "pm_card_authenticationRequired", confirm: true });
  const updated = await stripe.paymentIntents.update(intent.id, { amount: 2_100 });
  expect(updated).toMatchObject({ status: "requires_confirmation", amount: 2_100, next_action: null });
});

test("returns 503 while its store is unreachable, 500 for a bug", async () => {
  const seen: unknown[] = [];
  const simulator = createStripeSimulator({
    store: { ...createMemoryStore(), unit: () => Promise.reject(new Error("away")) },
    secretKeys: ["sk_test_a"],
    publishableKeys: ["pk_test_a"],
    publicUrl: "http://localhost",
    webhook: null,
    isPassing: (error) => seen.length === 1 && error instanceof Error && error.message === "away",
    onError: (error) => seen.push(error),
  });
  const ask = () => simulator.app.request("/v1/payment_intents/pi_1", { headers: { Authorization: "Bearer sk_test_a" } });
  const passing = await ask();
  expect([passing.status, passing.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect(await passing.json()).toMatchObject({ error: { type: "api_error" } });
  expect((await ask()).status).toBe(500);
});
