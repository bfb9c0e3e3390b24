import { expect, test } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "#app/store/domain/settings.ts";
import { serveSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { createPaymentsSource } from "./payments-source.server.ts";

function sourceOf(keys: Partial<Settings>, stripeApiUrl: string | null = null, demoPayments = true) {
  const stored = { ...DEFAULT_SETTINGS, ...keys };
  const source = createPaymentsSource({
    settings: async () => ({ settings: stored, unreadable: new Set() }),
    env: { stripeApiUrl, demoPayments },
    selfUrl: "http://127.0.0.1:9/",
    simulator: { secretKey: "sk_test_simulator_own", webhookSecret: "whsec_simulator" },
  });
  return { source, stored };
}

test("simulates payments without a key or with the simulator's", async () => {
  for (const STRIPE_SECRET_KEY of ["", "sk_test_simulator"]) {
    const { source } = sourceOf({ STRIPE_SECRET_KEY, STRIPE_PUBLIC_KEY: "pk_live_1" });
    expect(await source.current()).toMatchObject({
      kind: "simulator",
      publishableKey: "pk_test_simulator",
      webhookSecrets: ["whsec_simulator"],
      gateway: { livemode: false },
    });
  }
});

test("a real key uses Stripe; webhooks need a secret", async () => {
  const live = sourceOf({ STRIPE_SECRET_KEY: "sk_live_1", STRIPE_PUBLIC_KEY: "pk_live_1" }).source;
  expect(await live.current()).toMatchObject({
    kind: "stripe",
    publishableKey: "pk_live_1",
    webhookSecrets: [],
    gateway: { livemode: true },
  });
  const withSecret = sourceOf({ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_own" }).source;
  expect(await withSecret.current()).toMatchObject({ kind: "stripe", webhookSecrets: ["whsec_own"], gateway: { livemode: false } });
});

test("a changed key applies immediately; the same key keeps its gateway", async () => {
  const { source, stored } = sourceOf({});
  const before = (await source.current()).gateway;
  expect((await source.current()).gateway).toBe(before);
  stored.STRIPE_SECRET_KEY = "sk_live_1";
  expect(await source.current()).toMatchObject({ kind: "stripe", gateway: { livemode: true } });
});

test("STRIPE_API_URL alone uses that emulator in test mode", async () => {
  const simulator = await serveSimulator();
  const { source } = sourceOf({}, simulator.apiUrl);
  const { gateway, kind } = await source.current();
  const made = await gateway.createIntent({ currency: "usd", amount: 500, orderId: "o", cartHash: "h", idempotencyKey: "k" });
  expect([kind, made.ok]).toEqual(["simulator", true]);
  await simulator.close();
});

test("defaults the emulator to the shop's own address", async () => {
  const answer = await (await sourceOf({}).source.current()).gateway.retrieveIntent("pi_1");
  expect(answer).toMatchObject({ ok: false, kind: "unreachable" });
});

test("an undecryptable key never simulates payments", async () => {
  const source = createPaymentsSource({
    settings: async () => ({
      settings: { ...DEFAULT_SETTINGS, STRIPE_PUBLIC_KEY: "pk_live_1" },
      unreadable: new Set(["STRIPE_SECRET_KEY"]),
    }),
    env: { stripeApiUrl: null, demoPayments: true },
    selfUrl: "http://127.0.0.1:9/",
    simulator: { secretKey: "sk_test_simulator_own", webhookSecret: "whsec_simulator" },
  });
  expect(await source.current()).toMatchObject({ kind: "stripe", gateway: { livemode: true } });
});

test("without demo payments only real keys and emulators take cards", async () => {
  const takesCards = async (...args: Parameters<typeof sourceOf>) => (await sourceOf(...args).source.current()).takesCards;
  expect(await takesCards({}, null, false)).toBe(false);
  expect(await takesCards({ STRIPE_SECRET_KEY: "sk_test_simulator" }, null, false)).toBe(false);
  expect(await takesCards({ STRIPE_SECRET_KEY: "sk_live_1" }, null, false)).toBe(true);
  expect(await takesCards({}, "http://127.0.0.1:9", false)).toBe(true);
  expect(await takesCards({}, null, true)).toBe(true);
});
