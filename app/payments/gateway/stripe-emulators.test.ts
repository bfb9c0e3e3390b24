import { afterEach, expect, test } from "vitest";
import { SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import type { Strictness } from "#stripe-simulator/test/faults.ts";
import { serveSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { createStripeGateway } from "./stripe-gateway.server.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** The simulator with an emulator's quirks, a gateway, and a customer who pays $49.61. */
async function emulator(manners: Strictness) {
  const simulator = await serveSimulator();
  closing.push(() => simulator.close());
  simulator.faults.imitate(manners);
  const gateway = createStripeGateway({ secretKey: SIMULATOR_SECRET_KEY, apiUrl: simulator.apiUrl });
  async function hold(): Promise<string> {
    const made = await gateway.createIntent({
      currency: "usd",
      amount: 4961,
      orderId: "order-1",
      cartHash: "cart-1",
      idempotencyKey: "create-1",
    });
    if (!made.ok) throw new Error(made.message);
    const { id, clientSecret } = made.intent;
    const confirmed = await fetch(`${simulator.apiUrl}/v1/payment_intents/${id}/confirm`, {
      method: "POST",
      body: new URLSearchParams({ key: SIMULATOR_PUBLISHABLE_KEY, client_secret: clientSecret ?? "", payment_method: "pm_card_visa" }),
    });
    if (!confirmed.ok) throw new Error(await confirmed.text());
    return id;
  }
  return { gateway, hold };
}

test("a minimal emulator supports the whole payment", async () => {
  const { gateway, hold } = await emulator({
    unknownParameters: [
      "description",
      "allowed_payment_method_types",
      "statement_descriptor_suffix",
      "cancellation_reason",
      "automatic_payment_methods",
      "receipt_email",
    ],
  });
  const id = await hold();
  expect(await gateway.captureIntent(id, { currency: "usd", amount: 3158, idempotencyKey: "capture-1" })).toMatchObject({
    ok: true,
    intent: { status: "succeeded", amountReceived: 3158 },
  });
  expect(await gateway.refundIntent(id, { amount: 100, currency: "usd" }, "refund-1")).toMatchObject({
    ok: true,
    refund: { status: "succeeded" },
  });
  const second = await gateway.createIntent({
    currency: "usd",
    amount: 700,
    orderId: "order-2",
    cartHash: "cart-2",
    idempotencyKey: "create-2",
  });
  expect(await gateway.cancelIntent(second.ok ? second.intent.id : "", "void-2")).toMatchObject({
    ok: true,
    intent: { status: "canceled" },
  });
});

test("creates and captures one payment without the optional parameters, also when repeated", async () => {
  const { gateway, hold } = await emulator({
    unknownParameters: ["allowed_payment_method_types", "statement_descriptor_suffix", "description"],
  });
  const input = { currency: "usd", amount: 900, orderId: "o", cartHash: "c", idempotencyKey: "k" };
  const first = await gateway.createIntent(input);
  expect(await gateway.createIntent(input)).toMatchObject({ ok: true, intent: { id: first.ok ? first.intent.id : "" } });
  const id = await hold();
  const capture = { amount: 4961, currency: "usd", idempotencyKey: "take", orderNumber: "A-042" };
  const captured = { ok: true, intent: { amountReceived: 4961 } };
  expect(await gateway.captureIntent(id, capture)).toMatchObject(captured);
  expect(await gateway.captureIntent(id, capture)).toMatchObject(captured);
});

test("an unknown parameter is a permanent failure with its name", async () => {
  const { gateway } = await emulator({ unknownParameters: ["metadata"] });
  expect(await gateway.createIntent({ currency: "usd", amount: 900, orderId: "o", cartHash: "c", idempotencyKey: "k" })).toMatchObject({
    ok: false,
    kind: "invalid",
    code: "parameter_unknown",
    message: expect.stringContaining("metadata"),
  });
});

test.each([
  ["the charge inside the payment", false],
  ["the charge by its id", true],
])("reads a missing captured amount from %s", async (_from, neverExpands) => {
  const { gateway, hold } = await emulator({ missingFields: ["amount_received"], neverExpands });
  const id = await hold();
  expect(await gateway.captureIntent(id, { currency: "usd", amount: 3158, idempotencyKey: "capture-1" })).toMatchObject({
    ok: true,
    intent: { status: "succeeded", amountReceived: 3158 },
  });
  expect(await gateway.retrieveIntent(id)).toMatchObject({ ok: true, intent: { amount: 4961, amountReceived: 3158 } });
});

test("a missing captured amount is unknown", async () => {
  const { gateway, hold } = await emulator({ missingFields: ["amount_received", "latest_charge"] });
  const id = await hold();
  expect(await gateway.captureIntent(id, { currency: "usd", amount: 3158, idempotencyKey: "capture-1" })).toMatchObject({
    ok: false,
    kind: "unreachable",
  });
  expect(await gateway.retrieveIntent(id)).toMatchObject({ ok: false, kind: "unreachable" });
});
