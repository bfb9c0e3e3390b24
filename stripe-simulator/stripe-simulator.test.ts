import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "./keys.ts";
import { sdkFor } from "#stripe-simulator/test/sdk.ts";
import { serveSimulator, type ServedSimulator } from "./test/serve-simulator.ts";

let simulator: ServedSimulator;
let stripe: Stripe;

beforeAll(async () => {
  simulator = await serveSimulator({ now: () => new Date(Date.UTC(2026, 5, 15, 12)) });
  stripe = sdkFor(simulator.apiUrl);
});

afterAll(async () => {
  await simulator.close();
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly [name: string]: unknown; readonly error?: { readonly [name: string]: unknown } };
}

async function call(
  method: string,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const encoded = new URLSearchParams(fields);
  const hasBody = method === "POST";
  const answer = await fetch(simulator.apiUrl + path + (hasBody ? "" : `?${encoded}`), {
    method,
    headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}`, ...headers },
    ...(hasBody ? { body: encoded } : {}),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer["body"] };
}

function manual(more: Partial<Stripe.PaymentIntentCreateParams> = {}): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    amount: 2_000,
    currency: "usd",
    capture_method: "manual",
    automatic_payment_methods: { enabled: true },
    ...more,
  });
}

test("the vendor's own SDK goes through create, confirm, capture and refund", async () => {
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

test("without manual capture the money is taken at once", async () => {
  const intent = await stripe.paymentIntents.create({ amount: 700, currency: "usd", payment_method: "pm_card_visa", confirm: true });
  expect(intent).toMatchObject({ status: "succeeded", amount_received: 700, capture_method: "automatic" });
});

test("a payment with a card but not confirmed waits for the confirmation", async () => {
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

test("a stored payment method can pay, and shows no more than its last digits", async () => {
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

test("off session a card that asks the bank is declined instead", async () => {
  const attempt = manual({ payment_method: "pm_card_authenticationRequired", confirm: true, off_session: true });
  await expect(attempt).rejects.toMatchObject({ type: "StripeCardError", code: "authentication_required", statusCode: 402 });
});

test("a card can be declined after the bank's question was answered", async () => {
  const intent = await manual({ payment_method: "pm_card_threeDSecureRequiredChargeDeclined", confirm: true });
  const answer = await call("POST", `/v1/test_helpers/payment_intents/${intent.id}/authenticate`, { outcome: "succeed" });
  expect([answer.status, answer.body.error?.decline_code]).toEqual([402, "generic_decline"]);
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("requires_payment_method");
});

test("a wrong state is refused with the payment in the error", async () => {
  const intent = await manual();
  const answer = await call("POST", `/v1/payment_intents/${intent.id}/capture`);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatchObject({
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    payment_intent: { id: intent.id, object: "payment_intent", status: "requires_payment_method" },
  });
});

test("keys: the same request is answered the same, another one is refused, and a decline is kept too", async () => {
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

test("a request refused for its form does not use up its key", async () => {
  const headers = { "Idempotency-Key": "key-3" };
  expect((await call("POST", "/v1/payment_intents", { amount: "x", currency: "usd" }, headers)).status).toBe(400);
  expect((await call("POST", "/v1/payment_intents", { amount: "500", currency: "usd" }, headers)).status).toBe(200);
});

test("the browser's key may do what a browser does, and only for the payment whose secret it knows", async () => {
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

test("no key and a wrong key are 401, the secret key also comes as a Basic user name", async () => {
  const none = await call("GET", "/v1/payment_intents", {}, { Authorization: "" });
  expect([none.status, none.body.error?.type]).toEqual([401, "invalid_request_error"]);
  const wrong = await call("GET", "/v1/payment_intents", {}, { Authorization: "Bearer sk_live_abcdefghijkl" });
  expect([wrong.status, wrong.body.error?.message]).toEqual([401, "Invalid API Key provided: sk_live_****ijkl"]);
  const basic = await call(
    "GET",
    "/v1/payment_intents",
    {},
    { Authorization: `Basic ${Buffer.from(`${SIMULATOR_SECRET_KEY}:`).toString("base64")}` },
  );
  expect(basic.status).toBe(200);
});

test.each([
  ["GET", "/v1/customers"],
  ["POST", "/v1/checkout/sessions"],
  ["DELETE", "/v1/payment_intents/pi_1"],
  ["GET", "/v2/core/events"],
  ["POST", "/v1/payment_intents/pi_1/no_such_verb"],
])("the unknown call %s %s is a 404 in the vendor's shape", async (method, path) => {
  const answer = await call(method, path);
  expect([answer.status, answer.body.error?.type]).toEqual([404, "invalid_request_error"]);
});

test.each([
  [{ currency: "usd" }, "amount", "parameter_missing"],
  [{ amount: "100" }, "currency", "parameter_missing"],
  [{ amount: "1.5", currency: "usd" }, "amount", "parameter_invalid_integer"],
  [{ amount: "-5", currency: "usd" }, "amount", "parameter_invalid_integer"],
  [{ amount: "49", currency: "usd" }, "amount", "amount_too_small"],
  [{ amount: "100000000", currency: "usd" }, "amount", "amount_too_large"],
  [{ amount: "100", currency: "zzz" }, "currency", "parameter_invalid"],
  [{ amount: "100", currency: "usd", surprise: "1" }, "surprise", "parameter_unknown"],
  [{ amount: "100", currency: "usd", capture_method: "later" }, "capture_method", "parameter_invalid"],
  [{ amount: "100", currency: "usd", payment_method: "pm_nobody" }, "payment_method", "resource_missing"],
  [{ amount: "100", currency: "usd", "metadata[x]": "y".repeat(501) }, "metadata[x]", "parameter_invalid_string"],
  [
    { amount: "100", currency: "usd", return_url: "javascript:alert(1)", payment_method: "pm_card_visa", confirm: "true" },
    "return_url",
    "url_invalid",
  ],
])("creating with %o is refused for %s as %s", async (fields, param, code) => {
  const answer = await call("POST", "/v1/payment_intents", fields);
  expect([answer.status >= 400 && answer.status < 500, answer.body.error?.param, answer.body.error?.code]).toEqual([true, param, code]);
});

test("bodies that are no form are refused: JSON, contradicting names, endless nesting, too much", async () => {
  const send = (body: string, type = "application/x-www-form-urlencoded") =>
    fetch(`${simulator.apiUrl}/v1/payment_intents`, {
      method: "POST",
      body,
      headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}`, "Content-Type": type },
    }).then((answer) => answer.status);
  expect(await send('{"amount":100}', "application/json")).toBe(415);
  expect(await send("a=1&a[b]=2")).toBe(400);
  expect(await send(`a${"[b]".repeat(50)}=1`)).toBe(400);
  expect(await send("x=1&".repeat(600))).toBe(400);
  expect(await send(`description=${"x".repeat(70_000)}`)).toBe(413);
  expect(await send("__proto__[polluted]=1&amount=100&currency=usd")).toBe(400);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test("metadata is merged: new values replace, empty ones remove, the rest stays", async () => {
  const intent = await manual({ metadata: { a: "1", b: "2", c: "3" } });
  expect((await stripe.paymentIntents.update(intent.id, { metadata: { b: "", c: "4" } })).metadata).toEqual({ a: "1", c: "4" });
  expect((await stripe.paymentIntents.update(intent.id, { metadata: "" })).metadata).toEqual({});
});

test("changing the amount of a payment whose bank was asked makes it ask again", async () => {
  const intent = await manual({ payment_method: "pm_card_authenticationRequired", confirm: true });
  const updated = await stripe.paymentIntents.update(intent.id, { amount: 2_100 });
  expect(updated).toMatchObject({ status: "requires_confirmation", amount: 2_100, next_action: null });
});

test("lists page forwards and backwards through the SDK's own paging", async () => {
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const intent = await manual({ payment_method: "pm_card_visa", confirm: true });
    await stripe.paymentIntents.capture(intent.id);
    made.push((await stripe.refunds.create({ payment_intent: intent.id, amount: 100 + index })).id);
  }
  const ids: string[] = [];
  for await (const refund of stripe.refunds.list({ limit: 2 })) ids.push(refund.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(made));
  const first = await stripe.refunds.list({ limit: 2 });
  const second = await stripe.refunds.list({ limit: 2, starting_after: first.data[1]!.id });
  const back = await stripe.refunds.list({ limit: 2, ending_before: second.data[0]!.id });
  expect(back.data.map((refund) => refund.id)).toEqual(first.data.map((refund) => refund.id));
  expect((await stripe.paymentIntents.list({ created: { gt: Math.floor(Date.UTC(2026, 5, 15, 12) / 1000) } })).data).toEqual([]);
  await expect(stripe.refunds.list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
});

test("only what can be expanded is expanded", async () => {
  await expect(manual({ expand: ["client_secret"] })).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
  await expect(manual({ expand: ["latest_charge.payment_intent.latest_charge.payment_intent"] })).resolves.toMatchObject({
    latest_charge: null,
  });
  await expect(manual({ expand: ["latest_charge.payment_intent.latest_charge.payment_intent.latest_charge"] })).rejects.toMatchObject({
    statusCode: 400,
  });
});
