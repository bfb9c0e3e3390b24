import { afterAll, expect, test } from "vitest";
import { SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "./keys.ts";
import { openSimulator } from "./test/open-simulator.ts";

const { simulator, stripe, call, manual } = await openSimulator();
afterAll(() => simulator.close());

test("returns 401 for no or a wrong key; accepts it as a Basic user name", async () => {
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
  [{ amount: "29", currency: "gbp" }, "amount", "amount_too_small"],
  [{ amount: "1499", currency: "czk" }, "amount", "amount_too_small"],
  [{ amount: "100000000", currency: "usd" }, "amount", "amount_too_large"],
  [{ amount: "49", currency: "jpy" }, "amount", "amount_too_small"],
  [{ amount: "490", currency: "kwd" }, "amount", "amount_too_small"],
  [{ amount: "1255", currency: "kwd" }, "amount", "parameter_invalid_integer"],
  [{ amount: "50050", currency: "isk" }, "amount", "parameter_invalid_integer"],
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

test("rejects invalid forms: JSON, conflicting names, deep nesting, large size", async () => {
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

test("pages lists forwards and backwards with the SDK", async () => {
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

test("expands only expandable fields", async () => {
  await expect(manual({ expand: ["client_secret"] })).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
  await expect(manual({ expand: ["latest_charge.payment_intent.latest_charge.payment_intent"] })).resolves.toMatchObject({
    latest_charge: null,
  });
  await expect(manual({ expand: ["latest_charge.payment_intent.latest_charge.payment_intent.latest_charge"] })).rejects.toMatchObject({
    statusCode: 400,
  });
});

test("publishable keys store no idempotency key and no long text", async () => {
  const { client_secret: secret, id } = await manual();
  const pay = (card: string, more: Record<string, string> = {}) =>
    call(
      "POST",
      `/v1/payment_intents/${id}/confirm`,
      { key: SIMULATOR_PUBLISHABLE_KEY, client_secret: secret ?? "", payment_method: card, ...more },
      { Authorization: "", "Idempotency-Key": "capture-1" },
    );
  expect((await pay("pm_card_chargeDeclined")).status).toBe(402);
  const method = { "payment_method_data[type]": "card", "payment_method_data[card][token]": "tok_visa", payment_method: "" };
  expect((await pay("", { ...method, "payment_method_data[billing_details][name]": "x".repeat(251) })).status).toBe(400);
  expect((await pay("pm_card_visa")).status).toBe(200);
  const captured = await stripe.paymentIntents.capture(id, {}, { idempotencyKey: "capture-1" });
  expect(captured.status).toBe("succeeded");
});
