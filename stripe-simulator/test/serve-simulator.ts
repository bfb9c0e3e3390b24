import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { SIMULATOR_PATH, SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import type { SimulatorStore } from "#stripe-simulator/store/store.ts";
import { createStripeSimulator, type StripeSimulator, type StripeSimulatorOptions } from "#stripe-simulator/stripe-simulator.ts";
import { createFaults, type Faults } from "./faults.ts";
import { createMemoryStore } from "./memory-store.ts";

/** One request and its response as sent. */
export interface Exchange {
  readonly method: string;
  /** Without the mount path: "/v1/refunds". */
  readonly path: string;
  /** The encoded form: a POST's body, a GET's query. */
  readonly form: string;
  /** False for a browser, which sends the publishable key. */
  readonly isSecret: boolean;
  readonly status: number;
  readonly answer: string;
}

interface ServeOptions extends Partial<Omit<StripeSimulatorOptions, "publicUrl" | "onError">> {
  readonly record?: (exchange: Exchange) => void;
}

export interface ServedSimulator extends StripeSimulator {
  /** For STRIPE_API_URL: address with the path prefix. */
  readonly apiUrl: string;
  /** The injected faults. */
  readonly faults: Faults;
  /** The provider's ledger, to read and change directly. */
  readonly store: SimulatorStore;
  /** Rejects when an error occurred that no response could report. */
  close(): Promise<void>;
}

/**
 * A simulator on its own free loopback port, mounted as in the shop: for tests and benchmarks that use the gateway without the shop's
 * server. Stores its objects in memory unless a store is given; time passes only through `sweep`.
 */
export async function serveSimulator({ record, ...options }: ServeOptions = {}): Promise<ServedSimulator> {
  const root = new Hono();
  const server = createAdaptorServer({ fetch: (request, env) => root.fetch(request, env) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const apiUrl = `http://127.0.0.1:${port}${SIMULATOR_PATH}`;

  const errors: unknown[] = [];
  const store = options.store ?? createMemoryStore();
  const simulator = createStripeSimulator({
    secretKeys: [SIMULATOR_SECRET_KEY],
    publishableKeys: [SIMULATOR_PUBLISHABLE_KEY],
    webhook: null,
    ...options,
    store,
    publicUrl: apiUrl,
    onError: (error) => errors.push(error),
  });
  const faults = createFaults();
  if (record !== undefined) {
    root.use(`${SIMULATOR_PATH}/v1/*`, async (c, next) => {
      const { method, path } = c.req;
      const form = method === "POST" ? await c.req.text() : new URL(c.req.url).search.slice(1);
      await next();
      record({
        method,
        path: path.slice(SIMULATOR_PATH.length),
        form,
        isSecret: c.req.header("authorization") !== undefined,
        status: c.res.status,
        answer: await c.res.clone().text(),
      });
    });
  }
  root.use(`${SIMULATOR_PATH}/*`, faults.middleware);
  root.route(SIMULATOR_PATH, simulator.app);

  return {
    ...simulator,
    apiUrl,
    faults,
    store,
    async close() {
      await faults.clear();
      await simulator.stop();
      const closed = once(server, "close");
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
      if (errors.length > 0) throw new AggregateError(errors, "The simulator had errors nobody waited for");
    },
  };
}
