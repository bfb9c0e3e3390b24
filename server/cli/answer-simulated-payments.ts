import { createAdaptorServer } from "@hono/node-server";
import { once } from "node:events";
import { Hono } from "hono";
import pg from "pg";
import type { Db } from "#app/platform/db/database.server.ts";
import type { SimulatorSecrets } from "#server/simulator-secrets.ts";
import { createPostgresStore } from "#stripe-simulator/store/postgres-store.ts";
import { createStripeSimulator } from "#stripe-simulator/stripe-simulator.ts";
import { SIMULATOR_PATH, SIMULATOR_PUBLISHABLE_KEY } from "#stripe-simulator/keys.ts";
import { tcpAddress } from "#server/tcp-address.ts";

export interface AnsweringSimulator {
  /** The URL of the server, for the payment source's `selfUrl`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves simulated payments from the database on a free loopback port, with or without a running shop. Only the shop simulates slow banks
 * and sends webhooks.
 */
export async function answerSimulatedPayments(
  db: Db,
  publicUrl: string,
  secrets: SimulatorSecrets,
  onError: (error: unknown) => void,
): Promise<AnsweringSimulator> {
  if (!(db.$client instanceof pg.Pool)) throw new Error("the simulator needs the connection pool");
  const simulator = createStripeSimulator({
    store: createPostgresStore(db.$client),
    secretKeys: [secrets.secretKey],
    publishableKeys: [SIMULATOR_PUBLISHABLE_KEY],
    publicUrl: `${publicUrl}${SIMULATOR_PATH}`,
    webhook: null,
    onError,
  });
  const server = createAdaptorServer({ fetch: new Hono().route(SIMULATOR_PATH, simulator.app).fetch, overrideGlobalObjects: false });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${tcpAddress(server).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
