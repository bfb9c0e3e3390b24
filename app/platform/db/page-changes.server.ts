import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import pg from "pg";
import { describeDatabaseError } from "./database-errors.server.ts";

/**
 * Who changes what pages show is told by triggers in the database (migration "page-changes"): a notification to everybody who listens, sent with the
 * commit, and a notice to the connection that did it. The first brings changes of other processes, the second those of this one before its
 * caller goes on.
 */
const CHANNEL = "shopbell_pages";
/** How the listening connection is known to the database. */
export const LISTENER = "shopbell pages";
/** The notice's code. */
export const PAGES_CHANGED = "SB001";

/** Another process's change is seen within milliseconds while the connection lives; this is how soon a silent end of it is found out. */
const PROBE_EVERY_MS = 1_000;
const PROBE_LIMIT_MS = 1_000;
/** How soon it is tried again. */
const AGAIN_MS = 1_000;
/** A pooler takes LISTEN and then delivers nothing, so an own message has to come back before anything is believed; from time to time again. */
const ECHO_LIMIT_MS = 2_000;
const ECHO_EVERY_MS = 60_000;

export interface PageChanges {
  /** Grows with every change of what pages show, wherever it was made. */
  stamp(): number;
  /** False while a change by another process may go unheard. */
  hears(): boolean;
  /** Something was changed here. */
  readonly note: () => void;
  /** Begins to listen, on a connection of its own; goes on by itself when that ends. */
  listen(databaseUrl: string, log: Pick<Logger, "warn" | "info">): void;
  stop(): Promise<void>;
}

export function createPageChanges(): PageChanges {
  let stamp = 0;
  let hears = false;
  let client: pg.Client | undefined;
  let running: Promise<void> = Promise.resolve();
  const stopped = new AbortController();
  const note = () => {
    stamp += 1;
  };

  /** Listens until the connection ends; throws why. */
  async function listenOnce(databaseUrl: string, heard: () => void): Promise<never> {
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => undefined);
    const own = new pg.Client({
      connectionString: databaseUrl,
      application_name: LISTENER,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      query_timeout: PROBE_LIMIT_MS,
    });
    client = own;
    own.on("error", (error) => ended.reject(error));
    own.on("end", () => ended.reject(new Error("the connection ended")));
    const echo = { word: "", came: Promise.withResolvers<void>() };
    own.on("notification", ({ payload }) => {
      if (payload === "") note();
      else if (payload === echo.word) echo.came.resolve();
    });
    /** Sent from a connection of its own, as a change would be. */
    async function checkDelivery(): Promise<void> {
      echo.word = randomUUID();
      echo.came = Promise.withResolvers();
      const sender = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
      sender.on("error", (error) => ended.reject(error));
      await sender.connect();
      try {
        await sender.query("select pg_notify($1, $2)", [CHANNEL, echo.word]);
      } finally {
        await sender.end();
      }
      const late = delay(ECHO_LIMIT_MS, undefined, { signal: stopped.signal }).then(() => {
        throw new Error("notifications do not arrive: DATABASE_URL leads through a pooler");
      });
      await Promise.race([echo.came.promise, late, ended.promise]);
    }
    try {
      await own.connect();
      await own.query(`listen ${CHANNEL}`);
      for (;;) {
        await checkDelivery();
        heard();
        const until = performance.now() + ECHO_EVERY_MS;
        while (performance.now() < until) {
          await Promise.race([delay(PROBE_EVERY_MS, undefined, { signal: stopped.signal }), ended.promise]);
          await Promise.race([own.query("select 1"), ended.promise]);
        }
      }
    } finally {
      await own.end().catch(() => undefined);
    }
  }

  async function keepListening(databaseUrl: string, log: Pick<Logger, "warn" | "info">): Promise<void> {
    let isTold = false;
    while (!stopped.signal.aborted) {
      try {
        await listenOnce(databaseUrl, () => {
          // What changed before anybody listened is not known.
          if (!hears) note();
          if (isTold) log.info("changes made by other processes are heard again");
          isTold = false;
          hears = true;
        });
      } catch (error) {
        hears = false;
        note();
        if (stopped.signal.aborted) return;
        if (!isTold)
          log.warn(
            { reason: describeDatabaseError(error) },
            "changes made by other processes are not heard: pages are kept for one second only",
          );
        isTold = true;
        await delay(AGAIN_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  }

  return {
    stamp: () => stamp,
    hears: () => hears,
    note,
    listen(databaseUrl, log) {
      running = keepListening(databaseUrl, log);
    },
    async stop() {
      stopped.abort();
      await client?.end().catch(() => undefined);
      await running;
    },
  };
}
