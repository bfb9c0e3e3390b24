import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openSettings } from "#app/store/data/site-settings.server.ts";
import { SIMULATOR_PATH, SIMULATOR_PUBLISHABLE_KEY } from "#stripe-simulator/keys.ts";
import { createPaymentsSource } from "#app/payments/workflows/payments-source.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { beginCheckout, orderOf } from "#test/checkouts.ts";
import { runShopCommand } from "#test/shop-command.ts";
import { openTestShop } from "#test/shop.ts";
import { simulatorSecrets } from "#server/simulator-secrets.ts";
import { answerSimulatedPayments } from "#server/cli/answer-simulated-payments.ts";

const shop = await openTestShop();
const { db, env, secrets } = shop.services;
const APP_SECRET = "a secret for tests, at least 32 characters long";
const own = simulatorSecrets(APP_SECRET);
const simulator = await answerSimulatedPayments(db, env.publicUrl, own, (error) => {
  throw error;
});
afterAll(() => simulator.close());

/** A shop with simulated payments in its database. */
const payments = createPaymentsSource({
  settings: () => openSettings(db, secrets),
  env: { stripeApiUrl: null, demoPayments: true },
  selfUrl: simulator.url,
  simulator: own,
});
const demoShop = { ...shop, services: { ...shop.services, payments } };

function reconcile(...args: string[]) {
  if (!(db.$client instanceof pg.Pool)) throw new Error("no pool");
  const url = db.$client.options.connectionString ?? "";
  return runShopCommand(["reconcile", ...args], {
    DATABASE_URL: url,
    APP_SECRET,
    DATA_DIR: env.dataDir,
  });
}

async function confirm(clientSecret: string): Promise<void> {
  const body = new URLSearchParams({ key: SIMULATOR_PUBLISHABLE_KEY, client_secret: clientSecret, payment_method: "pm_card_visa" });
  const answer = await fetch(`${simulator.url}${SIMULATOR_PATH}/v1/payment_intents/${clientSecret.split("_secret")[0]}/confirm`, {
    method: "POST",
    body,
  });
  if (!answer.ok) throw new Error(await answer.text());
}

test("records a missed payment once, without a running shop", async () => {
  const productId = await insertProduct(db, { priceCents: 1000 });
  const paid = await beginCheckout(demoShop, productId, 1130);
  const left = await beginCheckout(demoShop, productId, 1130);
  await confirm(paid.clientSecret ?? "");
  await db.$client.query("update orders set created_at = created_at - interval '1 minute'");

  const first = await reconcile("--json");
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(first.stdout)).toMatchObject({ placed: 1, ended: 0, unreachable: 0 });
  expect(await orderOf(db, paid.orderToken)).toMatchObject({ status: "received", paymentState: "authorized" });
  expect(await orderOf(db, left.orderToken)).toMatchObject({ status: "awaiting_payment" });

  const second = await reconcile();
  expect(second).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(" 0 paid and placed") as string });
});
