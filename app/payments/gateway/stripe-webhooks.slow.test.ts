import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { WebhookFacts } from "./gateway.server.ts";
import { serveSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { createMemoryStore } from "#stripe-simulator/test/memory-store.ts";
import type { SimulatorStore } from "#stripe-simulator/store/store.ts";
import { createStripeSimulator } from "#stripe-simulator/stripe-simulator.ts";
import { signWebhook } from "#stripe-simulator/webhooks.ts";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { createStripeGateway } from "./stripe-gateway.server.ts";

const SECRET = "whsec_of_this_test";
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Received {
  readonly body: string;
  readonly signature: string;
}

/** A receiver that responds with `statuses` in turn, then 200. */
async function receiver(statuses: number[] = []): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => {
      received.push({ body, signature: String(request.headers["stripe-signature"]) });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

async function setUp(statuses: number[] = [], store: SimulatorStore = createMemoryStore()) {
  const clock = { now: Date.now() };
  const { url, received } = await receiver(statuses);
  const simulator = await serveSimulator({ store, webhook: { to: url, secret: SECRET }, now: () => new Date(clock.now) });
  closing.push(() => simulator.close());
  const gateway = createStripeGateway({ secretKey: SIMULATOR_SECRET_KEY, apiUrl: simulator.apiUrl });
  async function post(path: string, fields: Record<string, string>): Promise<Response> {
    return fetch(simulator.apiUrl + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` },
      body: new URLSearchParams(fields),
    });
  }
  async function createIntent(): Promise<string> {
    const made = await gateway.createIntent({
      currency: "usd",
      amount: 900,
      orderId: "order-7",
      cartHash: "c",
      idempotencyKey: crypto.randomUUID(),
    });
    await simulator.settled();
    return made.ok ? made.intent.id : "";
  }
  function events(): WebhookFacts[] {
    return received.map(({ body, signature }) => {
      const result = gateway.verifyWebhook(body, signature, SECRET);
      if (!result.ok) throw new Error(result.message);
      return result.event;
    });
  }
  return { clock, simulator, gateway, received, post, createIntent, events };
}

test("sends a signed event for every step", async () => {
  const { simulator, gateway, post, createIntent, events } = await setUp();
  const id = await createIntent();
  await post(`/v1/payment_intents/${id}/confirm`, { payment_method: "pm_card_visa" });
  await gateway.captureIntent(id, { currency: "usd", amount: 900, idempotencyKey: "take" });
  await gateway.refundIntent(id, { amount: 300, currency: "usd" }, "back");
  await simulator.settled();
  expect(
    events()
      .map((event) => event.type)
      .sort(),
  ).toEqual([
    "charge.captured",
    "charge.refunded",
    "charge.succeeded",
    "payment_intent.amount_capturable_updated",
    "payment_intent.created",
    "payment_intent.succeeded",
    "refund.created",
  ]);
  for (const event of events()) expect(event).toMatchObject({ intentId: id, livemode: false });
  expect(
    events()
      .filter((event) => event.type.startsWith("payment_intent."))
      .every((event) => event.orderId === "order-7"),
  ).toBe(true);
});

test("retries a failed webhook with the same event id", async () => {
  const { clock, simulator, received, createIntent, events } = await setUp([500, 302]);
  await createIntent();
  expect(received).toHaveLength(1);
  await simulator.sweep();
  await simulator.settled();
  expect(received).toHaveLength(1);
  clock.now += 2_000;
  await simulator.sweep();
  await simulator.settled();
  clock.now += 10_000;
  await simulator.sweep();
  await simulator.settled();
  expect(new Set(events().map((event) => event.id)).size).toBe(1);
  expect(received).toHaveLength(3);
  clock.now += 86_400_000;
  await simulator.sweep();
  await simulator.settled();
  expect(received).toHaveLength(3);
});

test("gives up after six attempts", async () => {
  const { clock, simulator, received, createIntent } = await setUp(Array(20).fill(500));
  await createIntent();
  for (let round = 0; round < 10; round += 1) {
    clock.now += 3_600_000;
    await simulator.sweep();
    await simulator.settled();
  }
  expect(received).toHaveLength(6);
});

test("an undelivered webhook survives a restart", async () => {
  const store = createMemoryStore();
  const before = await setUp([500], store);
  const id = await before.createIntent();
  await before.simulator.stop();
  const after = await setUp([], store);
  after.clock.now = before.clock.now + 60_000;
  await after.simulator.sweep();
  await after.simulator.settled();
  expect(after.events()).toMatchObject([{ type: "payment_intent.created", intentId: id }]);
});

test("sends an event again after a crash with the same id", async () => {
  const store = createMemoryStore();
  let isGone = false;
  const dying: SimulatorStore = {
    ...store,
    unit: (work) => (isGone ? Promise.reject(new Error("the process has ended")) : store.unit(work)),
  };
  const delivered: string[] = [];
  const before = createStripeSimulator({
    store: dying,
    secretKeys: [SIMULATOR_SECRET_KEY],
    publishableKeys: [],
    publicUrl: "http://127.0.0.1",
    webhook: {
      to: async (body) => {
        delivered.push((JSON.parse(body) as { id: string }).id);
        return (isGone = true);
      },
      secret: SECRET,
    },
    onError: () => undefined,
  });
  const made = await before.app.request("/v1/payment_intents", {
    method: "POST",
    headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` },
    body: new URLSearchParams({ amount: "900", currency: "usd" }),
  });
  expect(made.status).toBe(200);
  await before.settled();
  const after = await setUp([], store);
  after.clock.now += 60_000;
  await after.simulator.sweep();
  await after.simulator.settled();
  expect(after.events().map(({ id }) => id)).toEqual(delivered);
  after.clock.now += 86_400_000;
  await after.simulator.sweep();
  await after.simulator.settled();
  expect(after.events()).toHaveLength(1);
});

test("lists events without a receiver", async () => {
  const { simulator, createIntent } = await setUp([500]);
  const id = await createIntent();
  const answer = await fetch(`${simulator.apiUrl}/v1/events?type=payment_intent.created`, {
    headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` },
  });
  expect(await answer.json()).toMatchObject({
    object: "list",
    data: [{ object: "event", type: "payment_intent.created", data: { object: { id } } }],
  });
});

test("accepts only recent signatures over the raw bytes", () => {
  const gateway = createStripeGateway({ secretKey: SIMULATOR_SECRET_KEY });
  const now = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "refund.created",
    created: now,
    livemode: false,
    data: { object: { id: "re_1", payment_intent: "pi_9" } },
  });
  const verify = (text: string | Uint8Array, signature: string | null, secret = SECRET) => gateway.verifyWebhook(text, signature, secret);

  expect(verify(body, signWebhook(body, SECRET, now))).toMatchObject({ ok: true, event: { id: "evt_1", intentId: "pi_9", orderId: null } });
  expect(verify(new TextEncoder().encode(body), signWebhook(body, SECRET, now - 299))).toMatchObject({ ok: true });
  expect(verify(body, signWebhook(body, SECRET, now - 301))).toMatchObject({ ok: false, reason: "signature" });
  expect(verify(body, signWebhook(body, SECRET, now + 299)), "a clock a little ahead").toMatchObject({ ok: true });
  expect(verify(body, signWebhook(body, SECRET, now + 301))).toMatchObject({ ok: false, reason: "signature" });
  for (const time of ["NaN", "Infinity", "", "1e99", "-1", `${now}x`]) {
    const digest = createHmac("sha256", SECRET).update(`${time}.${body}`).digest("hex");
    expect(verify(body, `t=${time},v1=${digest}`), `t=${time}`).toMatchObject({ ok: false, reason: "signature" });
    const parsed = createHmac("sha256", SECRET)
      .update(`${Number.parseInt(time, 10)}.${body}`)
      .digest("hex");
    expect(verify(body, `t=${time},v1=${parsed}`), `t=${time}`).toMatchObject({ ok: false, reason: "signature" });
  }
  expect(verify(`${body} `, signWebhook(body, SECRET, now))).toMatchObject({ ok: false, reason: "signature" });
  expect(verify(body, signWebhook(body, "whsec_other", now))).toMatchObject({ ok: false, reason: "signature" });
  expect(verify(body, "t=1,v1=00")).toMatchObject({ ok: false, reason: "signature" });
  expect(verify(body, null)).toMatchObject({ ok: false, reason: "signature" });
  expect(verify("", signWebhook("", SECRET, now))).toMatchObject({ ok: false, reason: "signature" });
  expect(verify(body, signWebhook(body, "", now), "  ")).toMatchObject({ ok: false, reason: "no-secret" });
  expect(verify("[]", signWebhook("[]", SECRET, now))).toMatchObject({ ok: false, reason: "malformed" });
  expect(verify("nonsense", signWebhook("nonsense", SECRET, now))).toMatchObject({ ok: false, reason: "malformed" });
});
