import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { paymentIntents } from "#app/payments/data/tables.ts";
import { serveSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { afterUse } from "#test/after-use.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { createStripeGateway } from "#app/payments/gateway/stripe-gateway.server.ts";
import { countStrandedPayments } from "./count-stranded-payments.server.ts";

const { db } = await createTestDatabase();

const KEY = "sk_test_other";

/** A Stripe account of its own. */
async function openAccount() {
  const simulator = await serveSimulator({ secretKeys: [KEY] });
  afterUse(() => simulator.close());
  const gateway = createStripeGateway({ secretKey: KEY, apiUrl: simulator.apiUrl });
  return { env: { stripeApiUrl: simulator.apiUrl }, gateway };
}

type NewRow = typeof paymentIntents.$inferInsert;

async function insertPayment(providerId: string, more: Partial<NewRow>) {
  const id = randomUUID();
  await db
    .insert(paymentIntents)
    .values({ id, orderId: randomUUID(), gateway: "stripe", idempotencyKey: id, amountCents: 900, providerId, ...more });
}

test("counts open payments that the key's account does not know", async () => {
  const { env, gateway } = await openAccount();
  expect(await countStrandedPayments({ db, env }, KEY)).toBe(0);
  // Nothing is open in a finished payment or in one of the simulator.
  await insertPayment("pi_captured", { status: "succeeded", receivedCents: 900 });
  await insertPayment("pi_released", { status: "canceled", wanted: "void", closedAt: new Date() });
  await insertPayment("pi_test", { status: "requires_capture", gateway: "simulator" });
  expect(await countStrandedPayments({ db, env }, KEY)).toBe(0);

  await insertPayment("pi_held", { status: "requires_capture" });
  await insertPayment("pi_undoing", { status: "succeeded", wanted: "void", receivedCents: 900 });
  expect(await countStrandedPayments({ db, env }, KEY)).toBe(2);
  expect(await countStrandedPayments({ db, env }, null)).toBe(2);
  // Nobody answers there: this is asked when the key is checked.
  expect(await countStrandedPayments({ db, env: { stripeApiUrl: "http://127.0.0.1:9" } }, KEY)).toBe(0);

  // Another key of the same account.
  const known = await gateway.createIntent({ currency: "usd", amount: 900, orderId: "o", cartHash: "c", idempotencyKey: "k" });
  await insertPayment(known.ok ? known.intent.id : "", { status: "requires_capture", createdAt: new Date(Date.now() + 60_000) });
  expect(await countStrandedPayments({ db, env }, KEY)).toBe(0);
});
