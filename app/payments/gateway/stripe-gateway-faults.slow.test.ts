import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { PaymentGateway } from "./gateway.server.ts";
import { serveSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { createStripeGateway } from "./stripe-gateway.server.ts";

const ORDER = { currency: "usd", amount: 2_350, orderId: "order-1", cartHash: "cart-1" };
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function gatewayTo(apiUrl: string, timeoutMs = 2_000): PaymentGateway {
  return createStripeGateway({ secretKey: SIMULATOR_SECRET_KEY, apiUrl, timeoutMs });
}

/** A simulator with fault injection and a gateway. */
async function faultySimulator() {
  const simulator = await serveSimulator();
  closing.push(() => simulator.close());
  return { simulator, gateway: gatewayTo(simulator.apiUrl), faults: simulator.faults };
}

function intentJson(fields: Record<string, unknown> = {}): string {
  return JSON.stringify({
    id: "pi_1",
    object: "payment_intent",
    amount: 2_350,
    currency: "usd",
    status: "requires_payment_method",
    ...fields,
  });
}

test("reports a hanging provider as unreachable within the limit", async () => {
  let requests = 0;
  const url = await listen(() => {
    requests += 1;
  });
  const result = await gatewayTo(url, 600).createIntent({ ...ORDER, idempotencyKey: "k" });
  expect(result).toMatchObject({ ok: false, kind: "unreachable" });
  expect(requests).toBe(1);
});

test("reports headers without a body as unreachable", async () => {
  const url = await listen((_request, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.write("{");
  });
  expect(await gatewayTo(url, 600).retrieveIntent("pi_1")).toMatchObject({ ok: false, kind: "unreachable" });
});

test("reports a refused connection as unreachable", async () => {
  const url = await listen(() => {});
  for (const close of closing.splice(0)) await close();
  expect(await gatewayTo(url).retrieveIntent("pi_1")).toMatchObject({ ok: false, kind: "unreachable" });
});

test("retries one temporary fault with the same key", async () => {
  const keys: (string | undefined)[] = [];
  const url = await listen((request, response) => {
    keys.push(request.headers["idempotency-key"]?.toString());
    response.writeHead(keys.length === 2 ? 200 : 503, { "Content-Type": "application/json" });
    response.end(keys.length === 2 ? intentJson() : JSON.stringify({ error: { type: "api_error", message: "busy" } }));
  });
  expect(await gatewayTo(url).createIntent({ ...ORDER, idempotencyKey: "same" })).toMatchObject({ ok: true });
  expect(keys).toEqual(["same_more", "same_more"]);
  expect(await gatewayTo(url).createIntent({ ...ORDER, idempotencyKey: "other" })).toMatchObject({ ok: false, kind: "unreachable" });
  expect(keys).toEqual(["same_more", "same_more", "other_more", "other_more"]);
});

test.each([
  ["503 of a fault that Stripe says will stay", 503, "false", 1, "unreachable"],
  ["429 that Stripe says will pass", 429, "true", 2, "rate-limited"],
  ["429 without advice", 429, undefined, 1, "rate-limited"],
])("%s: as many requests as Stripe-Should-Retry permits", async (_name, status, advice, times, kind) => {
  let requests = 0;
  const url = await listen((_request, response) => {
    requests += 1;
    response.writeHead(status, {
      "Content-Type": "application/json",
      ...(advice === undefined ? {} : { "Stripe-Should-Retry": advice }),
    });
    response.end(JSON.stringify({ error: { type: "api_error", message: "busy" } }));
  });
  expect(await gatewayTo(url).createIntent({ ...ORDER, idempotencyKey: "k" })).toMatchObject({ ok: false, kind });
  expect(requests).toBe(times);
});

test.each([
  ["a page instead of JSON", "<!doctype html><p>Bad gateway"],
  ["null", "null"],
  ["a list", "[]"],
  ["an object that is no payment", '{"object":"balance"}'],
  ["a payment in a status nobody knows", intentJson({ status: "paid" })],
  ["a payment with a fraction for its amount", intentJson({ amount: 23.5 })],
  ["an error that is a number", '{"error":1}'],
  ["nothing at all", ""],
])("a response that is %s is unreachable", async (_name, body) => {
  const url = await listen((_request, response) => response.end(body));
  expect(await gatewayTo(url).retrieveIntent("pi_1")).toMatchObject({ ok: false, kind: "unreachable" });
  expect(await gatewayTo(url).refundIntent("pi_1", { amount: 100, currency: "usd" }, "k")).toMatchObject({
    ok: false,
    kind: "unreachable",
  });
  expect(await gatewayTo(url).listRecentIntents(new Date(0))).toMatchObject({ ok: false, kind: "unreachable" });
});

test("does not follow redirects", async () => {
  let stolen: string | undefined;
  const elsewhere = await listen((request, response) => {
    stolen = request.headers.authorization;
    response.end(intentJson());
  });
  const url = await listen((_request, response) => response.writeHead(307, { Location: `${elsewhere}/v1/x` }).end());
  expect(await gatewayTo(url).retrieveIntent("pi_1")).toMatchObject({ ok: false, kind: "unreachable" });
  expect(stolen).toBeUndefined();
});

test("handles a plain string error", async () => {
  const url = await listen((_request, response) => response.writeHead(400).end('{"error":"invalid_request"}'));
  expect(await gatewayTo(url).retrieveIntent("pi_1")).toMatchObject({ ok: false, kind: "invalid" });
});

test("reports rate limiting, also for a key in use", async () => {
  const error = (type: string, code: string) => JSON.stringify({ error: { type, code, message: "later" } });
  const limited = await listen((_request, response) => response.writeHead(429).end(error("invalid_request_error", "rate_limit")));
  const inUse = await listen((_request, response) => response.writeHead(409).end(error("idempotency_error", "idempotency_key_in_use")));
  expect(await gatewayTo(limited).retrieveIntent("pi_1")).toMatchObject({ ok: false, kind: "rate-limited" });
  expect(await gatewayTo(inUse).captureIntent("pi_1", { currency: "usd", amount: 1, idempotencyKey: "k" })).toMatchObject({
    ok: false,
    kind: "rate-limited",
  });
});

test.each(["", "/", "/_simulator/stripe", "/a/b/"])("supports a base URL with path %o", async (path) => {
  const seen: string[] = [];
  const url = await listen((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end(intentJson());
  });
  await gatewayTo(url + path).retrieveIntent("pi_1");
  await gatewayTo(url + path).createIntent({ ...ORDER, idempotencyKey: "k" });
  const prefix = path.replace(/\/$/, "");
  expect(seen).toEqual([`GET ${prefix}/v1/payment_intents/pi_1?expand[0]=latest_charge`, `POST ${prefix}/v1/payment_intents`]);
});

test("parses a minimal response without inventing data", async () => {
  const url = await listen((_request, response) => response.end(intentJson({ customer: null })));
  expect(await gatewayTo(url).retrieveIntent("pi_1")).toEqual({
    ok: true,
    intent: {
      id: "pi_1",
      clientSecret: null,
      status: "requires_payment_method",
      amount: 2_350,
      amountCapturable: 0,
      amountReceived: 0,
      amountRefunded: 0,
      currency: "usd",
      created: 0,
      orderId: null,
      cartHash: null,
      livemode: false,
      captureBefore: null,
      cancellationReason: null,
      lastError: null,
      cardBrand: null,
      cardLast4: null,
      disputed: false,
      disputeLost: false,
    },
  });
});

test.each([
  ["refused", 404, { ok: true, intent: { disputed: true, amountReceived: 2_350 } }],
  ["not answered now", 503, { ok: false, kind: "unreachable" }],
  ["too many", 429, { ok: false, kind: "unreachable" }],
])("a list of disputes that is %s", async (_name, status, wanted) => {
  const charge = { id: "ch_1", disputed: true };
  const url = await listen((request, response) => {
    if (request.url?.startsWith("/v1/payment_intents") === true)
      return response.end(intentJson({ status: "succeeded", amount_received: 2_350, latest_charge: charge }));
    return response.writeHead(status).end(JSON.stringify({ error: { type: "api_error", message: "no" } }));
  });
  expect(await gatewayTo(url).retrieveIntent("pi_1")).toMatchObject(wanted);
});

test.each([
  ["refused", 404, { ok: true, intent: { amountRefunded: 0, amountReceived: 2_350 } }],
  ["not answered now", 503, { ok: false, kind: "unreachable" }],
])("a charge that the payment does not show, and that is %s", async (_name, status, wanted) => {
  const url = await listen((request, response) => {
    if (request.url?.startsWith("/v1/payment_intents") === true)
      return response.end(intentJson({ status: "succeeded", amount_received: 2_350, latest_charge: "ch_1" }));
    return response.writeHead(status).end(JSON.stringify({ error: { type: "api_error", message: "no" } }));
  });
  expect(await gatewayTo(url).retrieveIntent("pi_1")).toMatchObject(wanted);
});

test("counts a refund although the payment could not be read", async () => {
  const url = await listen((request, response) => {
    if (request.method === "POST") response.end(JSON.stringify({ id: "re_1", amount: 100, status: "succeeded", payment_intent: "pi_1" }));
    else response.writeHead(404).end(JSON.stringify({ error: { type: "invalid_request_error", message: "no" } }));
  });
  expect(await gatewayTo(url).refundIntent("pi_1", { amount: 100, currency: "usd" }, "k")).toMatchObject({
    ok: true,
    refund: { id: "re_1", amount: 100 },
    intent: null,
  });
});

test("reads the payment after an invalid capture response", async () => {
  const url = await listen((request, response) => {
    if (request.method === "POST") return response.end('{"object":"unknown"}');
    return response.end(intentJson({ status: "succeeded", amount_received: 2_350 }));
  });
  expect(await gatewayTo(url).captureIntent("pi_1", { currency: "usd", amount: 2_350, idempotencyKey: "k" })).toMatchObject({
    ok: true,
    intent: { status: "succeeded" },
  });
  expect(await gatewayTo(url).captureIntent("pi_1", { currency: "usd", amount: 2_000, idempotencyKey: "k" })).toMatchObject({
    ok: false,
    kind: "unreachable",
    intent: { status: "succeeded" },
  });
});

test("reads the payment after a state failure without it", async () => {
  const url = await listen((request, response) => {
    if (request.method === "GET") return response.end(intentJson({ status: "canceled" }));
    return response
      .writeHead(400)
      .end(JSON.stringify({ error: { type: "invalid_request_error", code: "payment_intent_unexpected_state", message: "no" } }));
  });
  expect(await gatewayTo(url).captureIntent("pi_1", { currency: "usd", amount: 2_350, idempotencyKey: "k" })).toMatchObject({
    ok: false,
    kind: "state",
    intent: { status: "canceled" },
  });
  expect(await gatewayTo(url).cancelIntent("pi_1", "k")).toMatchObject({ ok: true, intent: { status: "canceled" } });
});

test("fails when the payment of a refused call cannot be read", async () => {
  const refusal = { type: "invalid_request_error", code: "payment_intent_unexpected_state", message: "no" };
  const payment_intent = JSON.parse(intentJson({ status: "succeeded", amount_received: 2_350, latest_charge: "ch_1" })) as object;
  const url = await listen((request, response) => {
    const [status, error] = request.method === "GET" ? [503, { type: "api_error" }] : [400, { ...refusal, payment_intent }];
    return response.writeHead(status).end(JSON.stringify({ error }));
  });
  const answer = await gatewayTo(url).cancelIntent("pi_1", "k");
  expect(answer).toMatchObject({ ok: false, kind: "unreachable" });
  expect(answer).not.toHaveProperty("intent");
});

test.each(["error_after", "garbage_after", "reset_after"] as const)(
  "a payment made although the answer was lost (%s) is made once",
  async (kind) => {
    const { gateway, faults } = await faultySimulator();
    faults.arm({ kind, operation: "payment_intents.create", times: 1 });
    const first = await gateway.createIntent({ ...ORDER, idempotencyKey: "once" });
    const second = await gateway.createIntent({ ...ORDER, idempotencyKey: "once" });
    expect([first.ok, second.ok]).toEqual([true, true]);
    const all = await gateway.listRecentIntents(new Date(0));
    expect(all.ok && all.intents.map((intent) => intent.id)).toEqual([second.ok && second.intent.id]);
  },
);

test("completes a hanging capture with the same key", async () => {
  const { simulator, gateway, faults } = await faultySimulator();
  const made = await gateway.createIntent({ ...ORDER, idempotencyKey: "made" });
  const id = made.ok ? made.intent.id : "";
  await fetch(`${simulator.apiUrl}/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` },
    body: new URLSearchParams({ payment_method: "pm_card_visa" }),
  });
  faults.arm({ kind: "hang_after", operation: "payment_intents.capture", times: 1 });
  expect(
    await gatewayTo(simulator.apiUrl, 700).captureIntent(id, { currency: "usd", amount: 2_350, idempotencyKey: "take" }),
  ).toMatchObject({
    ok: false,
    kind: "unreachable",
  });
  expect(await gateway.captureIntent(id, { currency: "usd", amount: 2_350, idempotencyKey: "take" })).toMatchObject({
    ok: true,
    intent: { status: "succeeded", amountReceived: 2_350 },
  });
});
