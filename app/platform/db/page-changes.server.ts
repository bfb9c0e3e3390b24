import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import pg from "pg";
import { describeDatabaseError } from "./database-errors.server.ts";
import { findServer } from "./database-hosts.server.ts";

/**
 * Triggers (migration "page-changes") send a notification with the commit to all listeners, and a notice to the changing connection. So a process
 * sees others' changes quickly and its own immediately.
 */
const CHANNEL = "shopbell_pages";
/** Application name of the listening connection. */
export const LISTENER = "shopbell pages";
/** The notice's code. */
export const PAGES_CHANGED = "SB001";

/** Interval for detecting a dead connection; live ones deliver within milliseconds. */
const PROBE_EVERY_MS = 1_000;
const PROBE_LIMIT_MS = 1_000;
/** Pause before reconnecting. */
const RECONNECT_MS = 1_000;
/** Some poolers accept LISTEN but deliver nothing, so a test message must return, repeatedly. */
const ECHO_LIMIT_MS = 2_000;
const ECHO_EVERY_MS = 60_000;

interface Addresses {
  /** The database that changes are made in, perhaps through a pooler. */
  readonly databaseUrl: string;
  /** Where notifications arrive. */
  readonly directUrl: string;
}

export interface PageChanges {
  /** Increments with every relevant change. */
  version(): number;
  /** False while changes may be missed. */
  isListening(): boolean;
  /** Records a change by this process. */
  readonly bump: () => void;
  /** Starts listening on its own connection, and reconnects. */
  listen(at: Addresses, log: Pick<Logger, "warn" | "info">): void;
  stop(): Promise<void>;
}

/** The changes that a process has been notified of. */
interface Listener {
  version: number;
  isListening: boolean;
  client: pg.Client | undefined;
  readonly stopped: AbortController;
}

export function createPageChanges(): PageChanges {
  const listener: Listener = { version: 0, isListening: false, client: undefined, stopped: new AbortController() };
  let running: Promise<void> = Promise.resolve();
  return {
    version: () => listener.version,
    isListening: () => listener.isListening,
    bump: () => bump(listener),
    listen(at, log) {
      running = keepListening(listener, at, log);
    },
    async stop() {
      listener.stopped.abort();
      await listener.client?.end().catch(() => undefined);
      await running;
    },
  };
}

function bump(listener: Listener): void {
  listener.version += 1;
}

async function keepListening(listener: Listener, at: Addresses, log: Pick<Logger, "warn" | "info">): Promise<void> {
  const { signal } = listener.stopped;
  let isWarned = false;
  while (!signal.aborted) {
    try {
      await listenOnce(listener, at, () => {
        // Changes before the connection listened are unknown.
        if (!listener.isListening) bump(listener);
        if (isWarned) log.info("change notifications are received again");
        isWarned = false;
        listener.isListening = true;
      });
    } catch (error) {
      listener.isListening = false;
      bump(listener);
      if (signal.aborted) return;
      if (!isWarned)
        log.warn({ reason: describeDatabaseError(error) }, "change notifications are not received: pages are cached for one second only");
      isWarned = true;
      await delay(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** One connection that listens. */
interface Listening {
  readonly client: pg.Client;
  /** Rejects when it ends. */
  readonly ended: PromiseWithResolvers<never>;
  /** The last test message. */
  readonly echo: { word: string; came: PromiseWithResolvers<void> };
}

/** Listens until the connection ends; throws the reason. */
async function listenOnce(listener: Listener, { databaseUrl, directUrl }: Addresses, onDelivery: () => void): Promise<never> {
  const { signal } = listener.stopped;
  const listening = openListener(await findServer(directUrl), () => bump(listener));
  const { client, ended } = listening;
  listener.client = client;
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    for (;;) {
      await checkDelivery(listening, databaseUrl, signal);
      onDelivery();
      const until = performance.now() + ECHO_EVERY_MS;
      while (performance.now() < until) {
        await Promise.race([delay(PROBE_EVERY_MS, undefined, { signal }), ended.promise]);
        await Promise.race([client.query("select 1"), ended.promise]);
      }
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

function openListener(server: pg.ClientConfig, onChange: () => void): Listening {
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  const client = new pg.Client({
    ...server,
    application_name: LISTENER,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    query_timeout: PROBE_LIMIT_MS,
  });
  client.on("error", (error) => ended.reject(error));
  client.on("end", () => ended.reject(new Error("the connection ended")));
  const echo = { word: "", came: Promise.withResolvers<void>() };
  client.on("notification", ({ payload }) => {
    if (payload === "") onChange();
    else if (payload === echo.word) echo.came.resolve();
  });
  return { client, ended, echo };
}

/** Sends a test message from another connection, like a real change. */
async function checkDelivery({ ended, echo }: Listening, databaseUrl: string, signal: AbortSignal): Promise<void> {
  echo.word = randomUUID();
  echo.came = Promise.withResolvers();
  const sender = new pg.Client({ ...(await findServer(databaseUrl)), connectionTimeoutMillis: 5_000 });
  sender.on("error", (error) => ended.reject(error));
  await sender.connect();
  try {
    await sender.query("select pg_notify($1, $2)", [CHANNEL, echo.word]);
  } finally {
    await sender.end();
  }
  const late = delay(ECHO_LIMIT_MS, undefined, { signal }).then(() => {
    throw new Error(
      "notifications do not arrive: DATABASE_URL leads through a pooler (set DIRECT_DATABASE_URL), or the two name different databases",
    );
  });
  await Promise.race([echo.came.promise, late, ended.promise]);
}
