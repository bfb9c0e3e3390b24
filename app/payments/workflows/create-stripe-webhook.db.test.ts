import { beforeEach, expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "#app/payments/gateway/stripe-webhook-endpoint.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { findSecret, writeSettings } from "#app/store/data/site-settings.server.ts";
import { openStripeAccountServer } from "#test/stripe-account.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { createStripeWebhook } from "./create-stripe-webhook.server.ts";

const { db } = await createTestDatabase();
const secrets = createSecretBox("a secret for tests, at least 32 characters long");
const ANA = { userId: null, userName: "Ana" };
const PUBLIC_URL = "https://shop.example";
const HOOK = `${PUBLIC_URL}/api/webhooks/stripe`;

async function store(values: { readonly STRIPE_SECRET_KEY?: string | null; readonly STRIPE_WEBHOOK_SECRET?: string | null }) {
  await inTransaction(db, (tx) => writeSettings(tx, secrets, values, ANA));
}

const storedSecret = () => findSecret(db, secrets, "STRIPE_WEBHOOK_SECRET");

let now = new Date("2026-11-26T10:00:00Z");

async function openAccount(options: Parameters<typeof openStripeAccountServer>[0] = {}) {
  const account = await openStripeAccountServer(options);
  const env = { stripeApiUrl: account.url, publicUrl: PUBLIC_URL };
  const press = (publicUrl = PUBLIC_URL) => createStripeWebhook({ db, secrets, env: { ...env, publicUrl }, now: () => now }, ANA);
  return { ...account, press };
}

beforeEach(() => store({ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: null }));

test("creates an endpoint for all events and stores its secret", async () => {
  const { endpoints, press } = await openAccount();
  expect(await press()).toMatchObject({ isGood: true });
  expect(endpoints).toMatchObject([{ url: HOOK, enabled_events: [...WEBHOOK_EVENTS], metadata: { created_by: "shopbell" } }]);
  expect(await storedSecret()).toEqual({ state: "set", value: "whsec_made1" });
  expect(await press()).toMatchObject({ isGood: true, message: expect.stringContaining("already sends") });
  expect(endpoints).toHaveLength(1);
});

test("an endpoint whose secret got lost is replaced", async () => {
  const { endpoints, press, state } = await openAccount();
  state.loseNextCreation = true;
  expect(await press()).toMatchObject({ isGood: false, message: expect.stringContaining("didn't answer") });
  expect(endpoints).toHaveLength(1);
  expect(await storedSecret()).toEqual({ state: "unset" });
  expect(await press()).toMatchObject({ isGood: true });
  expect(endpoints.map(({ id }) => id)).toEqual(["we_made2"]);
  expect(await storedSecret()).toEqual({ state: "set", value: "whsec_made2" });
});

test("creates an endpoint again that was deleted at Stripe", async () => {
  const { endpoints, press } = await openAccount();
  await press();
  endpoints.splice(0);
  await store({ STRIPE_WEBHOOK_SECRET: null });
  now = new Date(now.getTime() + 60_000);
  expect(await press()).toMatchObject({ isGood: true });
  expect(endpoints.map(({ id }) => id)).toEqual(["we_made2"]);
});

test("two simultaneous submits create one endpoint", async () => {
  const { endpoints, press, state } = await openAccount();
  let waiting = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => (open = resolve));
  state.beforeCreation = () => {
    waiting += 1;
    if (waiting === 2) open();
    return both;
  };
  expect(await Promise.all([press(), press()])).toMatchObject([{ isGood: true }, { isGood: true }]);
  expect(endpoints).toHaveLength(1);
  expect(await storedSecret()).toEqual({ state: "set", value: "whsec_made1" });
});

test("adds missing events to an endpoint, and switches it on", async () => {
  await store({ STRIPE_WEBHOOK_SECRET: "whsec_known" });
  const { endpoints, press } = await openAccount({
    endpoints: [{ url: HOOK, enabled_events: ["charge.refunded", "customer.created"], status: "disabled" }],
  });
  expect(await press()).toMatchObject({ isGood: true });
  expect(endpoints).toHaveLength(1);
  expect(endpoints[0]?.status).toBe("enabled");
  expect(endpoints[0]?.enabled_events.toSorted()).toEqual([...WEBHOOK_EVENTS, "customer.created"].toSorted());
  expect(await storedSecret()).toEqual({ state: "set", value: "whsec_known" });
});

test("leaves an endpoint that another program created, and asks for its secret", async () => {
  const { endpoints, press } = await openAccount({ endpoints: [{ url: HOOK }] });
  expect(await press()).toMatchObject({ isGood: false, message: expect.stringContaining("signing secret") });
  expect(endpoints.map(({ id }) => id)).toEqual(["we_given0"]);
});

test("names the right, URL and events when the key may not create webhooks", async () => {
  const { press } = await openAccount({ forbidden: ["/v1/webhook_endpoints"] });
  const { isGood, message } = await press();
  expect(isGood).toBe(false);
  for (const part of ["Webhook Endpoints: Write", HOOK, "charge.dispute.created"]) expect(message).toContain(part);
});

test.each(["http://shop.example", "https://localhost:3000"])("does not ask Stripe to send events to %s", async (publicUrl) => {
  const { press, exchanges } = await openAccount();
  expect(await press(publicUrl)).toMatchObject({ isGood: false, message: expect.stringContaining("public https address") });
  expect(exchanges).toEqual([]);
});

test("requires a saved key", async () => {
  await store({ STRIPE_SECRET_KEY: null });
  const { press } = await openAccount();
  expect(await press()).toEqual({ isGood: false, message: "Save a Stripe secret key first." });
});

test("does not store the secret of another account when the key changes meanwhile", async () => {
  const { press, state } = await openAccount();
  state.beforeCreation = () => store({ STRIPE_SECRET_KEY: "sk_test_2" });
  expect(await press()).toMatchObject({ isGood: false, message: expect.stringContaining("changed meanwhile") });
  expect(await storedSecret()).toEqual({ state: "unset" });
});
