import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type pg from "pg";
import { describeDatabaseError } from "./database-errors.server.ts";
import { closeConnections } from "./database-hosts.server.ts";
import { closeDb, connectClient, openDb } from "./database.server.ts";
import type { Db } from "./handle.ts";

/** A replica counts as current while it has what the primary had written this long ago. */
const LOOK_EVERY_MS = 1_000;
const LOOK_LIMIT_MS = 1_000;
/** How often the hosts are asked again: a standby may have come back since the primary took its place. */
const CHOOSE_EVERY_MS = 10_000;

export interface Replica {
  /** For reads that may be some seconds old; null while the replica is away or further behind. Never waits. */
  current(): Db | null;
  close(): Promise<void>;
}

interface ReplicaOptions {
  readonly url: string;
  readonly primary: Db;
  /** Size of the pool. */
  readonly max: number;
  readonly log: Pick<Logger, "warn" | "info">;
}

/** Opens a pool for a replica, without an in-memory cache, and watches the replica on a connection of its own. */
export function openReplica({ url, primary, max, log }: ReplicaOptions): Replica {
  const address = /[?&]target_session_attrs=/.test(url) ? url : `${url}${url.includes("?") ? "&" : "?"}target_session_attrs=prefer-standby`;
  const db = openDb(address, { max });
  const stopped = new AbortController();
  let isCurrent = false;
  let reported = "";

  function report(reason: string): void {
    isCurrent = reason === "";
    if (reason === reported) return;
    if (reason !== "" && reported === "") log.warn({ reason }, "lists and reports of staff are read from the primary");
    if (reason === "") log.info("lists and reports of staff are read from the replica");
    reported = reason;
  }

  async function watch(): Promise<void> {
    let client: pg.Client | undefined;
    let written: string | undefined;
    let chooseAt = 0;
    while (!stopped.signal.aborted) {
      try {
        if (client === undefined || performance.now() > chooseAt) {
          leave(client);
          client = await connectClient(address, LOOK_LIMIT_MS, { query_timeout: LOOK_LIMIT_MS });
          chooseAt = performance.now() + CHOOSE_EVERY_MS;
        }
        const has = written !== undefined && (await hasReplayed(client, written));
        if (written !== undefined) report(has ? "" : "the replica is behind");
        written = await writtenUpTo(primary).catch(() => undefined);
      } catch (error) {
        report(describeDatabaseError(error));
        written = undefined;
        leave(client);
        client = undefined;
        // A silent replica would hold up each request that waits for it.
        closeConnections(address);
      }
      await delay(LOOK_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
    leave(client);
  }

  const watching = watch();
  return {
    current: () => (isCurrent ? db : null),
    async close() {
      stopped.abort();
      isCurrent = false;
      await watching;
      await closeDb(db);
    },
  };
}

/** Not waited for: a silent server does not answer. */
function leave(client: pg.Client | undefined): void {
  client?.end().catch(() => undefined);
}

/** Position in the write-ahead log. */
async function writtenUpTo(primary: Db): Promise<string> {
  const [row] = await primary.execute<{ position: string }>(sql`select pg_current_wal_lsn()::text as position`, "objects");
  return row?.position ?? "0/0";
}

/** Also true for the primary itself, which `prefer-standby` leads to while there is no standby. */
async function hasReplayed(client: pg.Client, position: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    "select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end >= $1::pg_lsn as has",
    [position],
  );
  return rows[0]?.has === true;
}
