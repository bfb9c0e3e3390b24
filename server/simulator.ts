import { Hono } from "hono";
import pg from "pg";
import { describeDatabaseError, isDatabaseAway, isDatabaseBusy } from "#app/platform/db/database-errors.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { isRelevant, receiveWebhook } from "#app/checkout/workflows/settle/receive-webhook.server.ts";
import type { Services } from "#app/http/context.server.ts";
import type { SimulatorSecrets } from "./simulator-secrets.ts";
import { createPostgresStore } from "#stripe-simulator/store/postgres-store.ts";
import { createStripeSimulator } from "#stripe-simulator/stripe-simulator.ts";
import { SIMULATOR_PATH, SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";

export interface MountedSimulator {
  readonly app: Hono;
  /** False with a real key or without test cards: its URLs are 404. */
  isActive(): Promise<boolean>;
  stop(): Promise<void>;
}

interface SimulatorInput {
  readonly services: Services;
  readonly secrets: SimulatorSecrets;
  /** Set to the simulator in this process. */
  readonly reach: SimulatorReach;
}

/** The gateway is created before the simulator, unreachable until then. */
export interface SimulatorReach {
  current: typeof fetch;
}

export function createSimulatorReach(): SimulatorReach {
  return { current: () => Promise.reject(new TypeError("the payment simulator is not running yet")) };
}

/** The simulator of a shop without a real key. With STRIPE_API_URL browser calls are forwarded to that emulator. */
export function mountSimulator({ services, secrets, reach }: SimulatorInput): MountedSimulator {
  const isActive = async () => {
    const { kind, takesCards } = await services.payments.current();
    return kind === "simulator" && takesCards;
  };
  if (services.env.stripeApiUrl !== null) return { app: passOn(services.env.stripeApiUrl), isActive, stop: async () => undefined };
  if (!(services.db.$client instanceof pg.Pool)) throw new Error("the simulator needs the connection pool");
  const simulator = createStripeSimulator({
    store: createPostgresStore(services.db.$client),
    secretKeys: [secrets.secretKey],
    publishableKeys: [SIMULATOR_PUBLISHABLE_KEY],
    publicUrl: `${services.env.publicUrl}${SIMULATOR_PATH}`,
    webhook: { to: (body, signature) => takeWebhook(services, body, signature), secret: secrets.webhookSecret, wants: isRelevant },
    payee: async () => (await readSettings(services.db)).APP_NAME,
    now: services.now,
    isPassing: (error) => isDatabaseAway(error) || isDatabaseBusy(error),
    onError: (error) => {
      if (isDatabaseAway(error))
        services.log.debug({ reason: describeDatabaseError(error) }, "the payment simulator waits for the database");
      else services.log.error({ err: error }, "the payment simulator failed");
    },
  });
  simulator.start();
  const mounted = new Hono().route(SIMULATOR_PATH, simulator.app);
  reach.current = async (input, init) => mounted.fetch(new Request(input, init));
  return { app: simulator.app, isActive, stop: () => simulator.stop() };
}

/** As over the network; failures are redelivered. */
async function takeWebhook(services: Services, body: string, signature: string): Promise<boolean> {
  try {
    return (await receiveWebhook(services, Buffer.from(body), signature)).kind === "done";
  } catch (error) {
    if (!isDatabaseAway(error)) services.log.error({ err: error }, "an event of the payment simulator failed");
    return false;
  }
}

const PASS_ON_TIMEOUT_MS = 10_000;

/** Browser calls with the publishable key: read and confirm one payment. */
function passOn(apiUrl: string): Hono {
  const app = new Hono();
  app.on(["GET", "POST"], ["/v1/payment_intents/:id/confirm", "/v1/payment_intents/:id"], async (c) => {
    const url = new URL(c.req.url);
    const isRead = c.req.method === "GET";
    if (!isRead && !url.pathname.endsWith("/confirm")) return c.notFound();
    const answer = await fetch(`${apiUrl}${url.pathname.slice(SIMULATOR_PATH.length)}${url.search}`, {
      method: c.req.method,
      headers: {
        "Content-Type": c.req.header("Content-Type") ?? "application/x-www-form-urlencoded",
        Authorization: c.req.header("Authorization") ?? `Bearer ${SIMULATOR_SECRET_KEY}`,
      },
      ...(isRead ? {} : { body: await c.req.text() }),
      signal: AbortSignal.timeout(PASS_ON_TIMEOUT_MS),
    });
    return new Response(answer.body, {
      status: answer.status,
      headers: { "Content-Type": answer.headers.get("Content-Type") ?? "application/json" },
    });
  });
  return app;
}
