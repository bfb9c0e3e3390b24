import { createAdaptorServer } from "@hono/node-server";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerBuild } from "react-router";
import { closeDb } from "#app/platform/db/database.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import type { Env } from "#app/http/env.server.ts";
import { problem } from "#app/http/answers/problem.server.ts";
import { ensureFirstAdmin, type FirstAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { seedDemo } from "#db/seed/seed-demo.ts";
import { appSecret } from "./app-secret.ts";
import { startBackgroundWork } from "./background-work.ts";
import { createEdge } from "./edge/edge.ts";
import { answerMalformedRequests } from "./edge/malformed-requests.ts";
import { createLog } from "./log.ts";
import { createServices } from "./services.ts";
import { simulatorSecrets } from "./simulator-secrets.ts";
import { mountSimulator } from "./simulator.ts";
import { startEmbeddedPostgres } from "./postgres/embedded-postgres.ts";

/** How long requests in flight may take after the order to stop. */
const DRAIN_MS = 10_000;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the minute for which proxies keep their connections: the side that closes first must not be the one that is asked. */
const KEEP_ALIVE_MS = 65_000;

export interface Shop {
  readonly url: string;
  /** Set only when this start made the first super-admin. */
  readonly firstAdmin: FirstAdmin | null;
  /** Finishes requests in flight, stops jobs, closes the database. Safe to call twice. */
  stop(): Promise<void>;
}

export interface BootOptions {
  readonly env: Env;
  readonly loadBuild: () => Promise<ServerBuild> | ServerBuild;
  readonly isDev: boolean;
  /** In development the module server answers first. */
  readonly wrapServer?: (server: Server) => void;
  readonly onProgress: (step: string) => void;
}

/** Brings up the whole shop in the one order that works: database, schema, demo content, services, HTTP, jobs. A failed step undoes the earlier ones. */
export async function boot({ env, loadBuild, isDev, wrapServer, onProgress }: BootOptions): Promise<Shop> {
  const closers: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= (async () => {
      for (const close of closers.toReversed()) await close();
    })());
  try {
    const log = createLog(env.logLevel);
    const secret = await appSecret(env);
    let databaseUrl = env.databaseUrl;
    if (databaseUrl === null) {
      onProgress("Starting the database");
      const postgres = await startEmbeddedPostgres({
        dataDir: env.dataDir,
        onProgress,
        onRestart: (message) => log.error(message),
        // Without its database the shop can only fail; who started it (a person, a service manager) starts it again, and the start recovers.
        onUnexpectedEnd: (message) => {
          log.fatal(message);
          process.exit(1);
        },
      });
      closers.push(() => postgres.stop());
      databaseUrl = postgres.url;
    }
    onProgress("Bringing the database up to date");
    await migrateDatabase(databaseUrl);

    // Listening comes first so that the payment simulator's own address is known; until the shop is ready it answers 503.
    const state: { edge: ((request: Request, bindings?: unknown) => Response | Promise<Response>) | null; isReady: boolean } = {
      edge: null,
      isReady: false,
    };
    const server = createAdaptorServer({
      fetch: (request: Request, bindings: unknown) =>
        state.edge?.(request, bindings) ??
        problem(503, { detail: "The shop is starting. Please try again in a moment.", headers: { "Retry-After": "1" } }),
      overrideGlobalObjects: false,
      serverOptions: { requireHostHeader: false },
    }) as Server;
    Object.assign(server, { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS });
    answerMalformedRequests(server);
    wrapServer?.(server);
    const address = await listen(server, env);
    closers.push(() => drain(server, () => (state.isReady = false)));

    const services = await createServices({ env, databaseUrl, appSecret: secret, log, selfUrl: loopbackUrl(address) });
    // The database closes after the requests have drained, so it goes below the server in the stack.
    closers.splice(closers.length - 1, 0, () => closeDb(services.db));
    if (env.seed === "demo")
      await seedDemo({ db: services.db, secrets: services.secrets, media: services.media, now: services.now(), onProgress });
    const firstAdmin = await ensureFirstAdmin(services.db, { email: env.adminEmail, password: env.adminPassword });
    const simulator = mountSimulator({ services, secrets: simulatorSecrets(secret), selfUrl: loopbackUrl(address) });
    closers.push(() => simulator.stop());
    const edge = createEdge({ services, loadBuild, simulator, isDev, isReady: async () => state.isReady && (await answers(services.db)) });
    // Orders enqueue jobs, so the jobs run before the first customer is let in.
    closers.push(await startBackgroundWork(services));
    state.edge = edge.fetch as typeof state.edge;
    state.isReady = true;
    return { url: env.publicUrl === `http://${env.host}:0` ? loopbackUrl(address) : env.publicUrl, firstAdmin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answers(db: { execute(query: string): PromiseLike<unknown> }): Promise<boolean> {
  try {
    await db.execute("select 1");
    return true;
  } catch {
    // Not ready is the answer; why stands in the database's own log.
    return false;
  }
}

function listen(server: Server, env: Env): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE" ? new Error(`port ${env.port} is taken by another program: end it, or set PORT to a free one`) : error,
      );
    });
    server.listen(env.port, env.host, () => resolve(server.address() as AddressInfo));
  });
}

function loopbackUrl(address: AddressInfo): string {
  const host =
    address.address === "0.0.0.0"
      ? "127.0.0.1"
      : address.address === "::"
        ? "[::1]"
        : address.family === "IPv6"
          ? `[${address.address}]`
          : address.address;
  return `http://${host}:${address.port}`;
}

function drain(server: Server, before: () => void): Promise<void> {
  before();
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
