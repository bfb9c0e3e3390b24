import { createAdaptorServer } from "@hono/node-server";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import pg from "pg";
import { pino, type Logger } from "pino";
import { readSettings } from "#app/data/site-settings.server.ts";
import { createJobs } from "#app/integrations/jobs/jobs.server.ts";
import { createPostgresStore } from "#app/integrations/payments/simulator/postgres-store.server.ts";
import { createStripeSimulator } from "#app/integrations/payments/simulator/stripe-simulator.server.ts";
import { SIMULATOR_PATH, SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "#app/integrations/payments/simulator-keys.ts";
import { createPaymentsSource } from "#app/workflows/payments-source.server.ts";
import { reconcilePayments } from "#app/workflows/reconcile-payments.server.ts";
import { simulatorWebhookSecret } from "#server/services.ts";
import { CommandFailure, hasFlag, type CommandInput } from "./command.ts";
import { openShop, type OpenShop } from "./open-shop.ts";
import { closeAtTheEnd } from "./open-things.ts";
import { printJson, printResult } from "./print.ts";

export async function reconcileOnce(input: CommandInput): Promise<void> {
  const shop = await openShop();
  const { db, env, secrets } = shop;
  const log = pino({ level: env.logLevel === "info" ? "warn" : env.logLevel }, pino.destination({ dest: 2, sync: true }));
  // Placing an order adds its mails to the queue.
  const jobs = createJobs({ databaseUrl: shop.url, log, runsWork: false });
  await jobs.start();
  closeAtTheEnd(() => jobs.stop());
  const payments = createPaymentsSource({
    settings: () => readSettings(db, secrets),
    env,
    selfUrl: await serveSimulator(shop, log),
    webhookSecret: simulatorWebhookSecret(shop.appSecret),
  });
  const report = await reconcilePayments({ db, log, jobs, payments, env, now: () => new Date() });
  const { looked, placed, ended, unreachable } = report;
  if (hasFlag(input, "json")) printJson(report);
  else printResult(`${looked} unfinished payments looked at: ${placed} paid and placed, ${ended} ended without a payment, ${unreachable} without an answer.`);
  if (unreachable > 0) throw new CommandFailure("The payment provider did not answer; the shop tries again every minute, and so can you.");
}

/**
 * The simulated payments lie in the database, so this process can answer for them itself, whether a shop runs or not. It only answers: slow
 * banks and webhooks stay with the shop.
 */
async function serveSimulator({ db, env }: OpenShop, log: Logger): Promise<string> {
  if (!(db.$client instanceof pg.Pool)) throw new Error("the simulator needs the connection pool");
  const simulator = createStripeSimulator({
    store: createPostgresStore(db.$client),
    secretKeys: [SIMULATOR_SECRET_KEY],
    publishableKeys: [SIMULATOR_PUBLISHABLE_KEY],
    publicUrl: `${env.publicUrl}${SIMULATOR_PATH}`,
    webhook: null,
    onError: (error) => log.error({ err: error }, "the payment simulator failed"),
  });
  const server = createAdaptorServer({ fetch: new Hono().route(SIMULATOR_PATH, simulator.app).fetch, overrideGlobalObjects: false });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closeAtTheEnd(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
