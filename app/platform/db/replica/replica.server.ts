import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { describeDatabaseError, isTooManyConnections } from "#app/platform/db/database-errors.server.ts";
import { closeConnections, openHosts } from "#app/platform/db/database-hosts.server.ts";
import { closeDb, openDb } from "#app/platform/db/database.server.ts";
import type { Db } from "#app/platform/db/handle.ts";
import { hasReplayed, isSameDatabase, openCheckConnection, writtenUpTo, type Position } from "./replica-checks.server.ts";

/** A replica is current while it has everything the primary had written this long ago. */
const CHECK_EVERY_MS = 1_000;
/** Limit of a check, for the connection and each query. */
const CHECK_LIMIT_MS = 1_000;
/** How long a check is valid; shorter than the cookie lifetime in server/edge/read-replica.ts. */
const CURRENT_FOR_MS = 4_000;
/** How often the hosts are checked again while there is no standby. */
const CHOOSE_EVERY_MS = 10_000;
/** Consecutive failed checks after which a replica is lost, not just slow. */
const LOST_AFTER = 2;

export interface Replica {
  /** For reads that may be some seconds old; null while the replica is away or too far behind. Never waits. */
  current(): Db | null;
  close(): Promise<void>;
}

interface ReplicaOptions {
  readonly url: string;
  /** A separate connection to the primary for its write position: the shop's pool may be full. */
  readonly primaryUrl: string;
  /** Size of the pool. */
  readonly max: number;
  readonly log: Pick<Logger, "warn" | "info">;
  /** Default 1 second; a search among several hosts takes up to twice as long per host. */
  readonly checkLimitMs?: number | undefined;
}

/** Opens a pool for a replica, without an in-memory cache, and monitors replica and primary on separate connections. */
export function openReplica({ url, primaryUrl, max, log, checkLimitMs = CHECK_LIMIT_MS }: ReplicaOptions): Replica {
  const hosts = openHosts(
    /[?&]target_session_attrs=/.test(url) ? url : `${url}${url.includes("?") ? "&" : "?"}target_session_attrs=prefer-standby`,
    2 * checkLimitMs,
  );
  const db = openDb(hosts, { max });
  const [replica, primary] = [openCheckConnection(hosts, checkLimitMs), openCheckConnection(primaryUrl, checkLimitMs)];
  const stopped = new AbortController();
  const report = reportTo(log);
  /** When the primary wrote the replica's latest data, by `performance.now()`. */
  let hadAllAt = -Infinity;
  let written: Position | undefined;
  let chooseAt = 0;
  const isCurrent = () => performance.now() - hadAllAt < CURRENT_FOR_MS;

  async function checkReplica(): Promise<void> {
    if (replica.server() !== hosts.chosen || performance.now() > chooseAt) {
      replica.leave();
      chooseAt = performance.now() + CHOOSE_EVERY_MS;
    }
    const { has, isStandby } = await replica.run((client) => hasReplayed(client, written?.log ?? "0/0"));
    // A responding standby is kept. Otherwise a standby may be back since the primary replaced it.
    if (isStandby) chooseAt = performance.now() + CHOOSE_EVERY_MS;
    if (written === undefined) return;
    const isSame = isSameDatabase(replica.identity(), primary.identity());
    hadAllAt = has && isSame ? written.readAt : -Infinity;
    if (!isSame) report("DATABASE_READ_URL leads to another database than DATABASE_URL, not to its replica");
    else report(has ? "" : "the replica is behind");
  }

  async function checkPrimary(): Promise<void> {
    written = undefined;
    try {
      written = await primary.run(writtenUpTo);
    } catch (error) {
      if (!isCurrent()) report(`the primary does not say what it has written: ${describeDatabaseError(error)}`);
    }
  }

  async function watch(): Promise<void> {
    let failures = 0;
    while (!stopped.signal.aborted) {
      try {
        await checkReplica();
        failures = 0;
        await checkPrimary();
      } catch (error) {
        failures += 1;
        hadAllAt = -Infinity;
        written = undefined;
        report(describeDatabaseError(error));
        if (failures < LOST_AFTER) continue;
        // A silent replica would block each request that waits for it.
        if (!isTooManyConnections(error)) closeConnections(hosts);
      }
      await delay(CHECK_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
    replica.leave();
    primary.leave();
  }

  const watching = watch();
  return {
    current: () => (isCurrent() && replica.server() === hosts.chosen ? db : null),
    async close() {
      stopped.abort();
      hadAllAt = -Infinity;
      await watching;
      await closeDb(db);
    },
  };
}

/** Logs the reason for reading from the primary, once per reason until the replica is used again. An empty reason means that it is used. */
function reportTo(log: ReplicaOptions["log"]): (reason: string) => void {
  const reported = new Set<string>();
  return (reason) => {
    if (reason !== "" && !reported.has(reason)) {
      reported.add(reason);
      log.warn({ reason }, "lists and reports of staff are read from the primary");
    }
    if (reason === "" && reported.size > 0) {
      reported.clear();
      log.info("lists and reports of staff are read from the replica");
    }
  };
}
