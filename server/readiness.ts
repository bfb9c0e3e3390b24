import { errorCode } from "#app/values/narrow.ts";
import { statfs } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { describeDatabaseError, isStorageFull } from "#app/platform/db/database-errors.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** Minimum free space: a database without space stops and needs space to recover. */
const MIN_FREE_BYTES = 500 * 1024 * 1024;
/** Checked at most once a second. */
const FRESH_MS = 1_000;
const PROBE_LIMIT_MS = 2_000;
const LOOK_EVERY_MS = 30_000;

export interface ReadinessOptions {
  readonly db: Db;
  /** Folder of pictures and embedded database. */
  readonly dataDir: string;
  readonly log: Pick<Logger, "error" | "info">;
  readonly minFreeBytes?: number;
}

export interface Readiness {
  /** Ready: a commit succeeds and the disk has space. */
  isReady(): Promise<boolean>;
  /** A message for staff; null if healthy. At most half a minute old. */
  problem(): string | null;
  stop(): void;
}

/** Checks on request and every half minute; logs changes. */
export function watchReadiness({ db, dataDir, log, minFreeBytes = MIN_FREE_BYTES }: ReadinessOptions): Readiness {
  let last: { readonly at: number; readonly looking: Promise<boolean> } | undefined;
  let problem: string | null = null;
  let reported: string | null = null;

  async function look(): Promise<boolean> {
    const full = await describeFullDisk(dataDir, minFreeBytes);
    const refusal = await probeCommit(db);
    problem = full ?? (isStorageFull(refusal) ? FULL_DATABASE : null);
    const reason = problem ?? (refusal === undefined ? null : describeDatabaseError(refusal));
    if (reason !== null && reason !== reported) log.error({ reason }, "the shop is not ready");
    if (reason === null && reported !== null) log.info("the shop is ready again");
    reported = reason;
    return reason === null;
  }

  function isReady(): Promise<boolean> {
    if (last === undefined || Date.now() - last.at > FRESH_MS) last = { at: Date.now(), looking: look() };
    return last.looking;
  }
  const timer = setInterval(() => void isReady(), LOOK_EVERY_MS);
  timer.unref();
  return { isReady, problem: () => problem, stop: () => clearInterval(timer) };
}

const FULL_DATABASE = "The disk of the database is full: orders cannot be saved. Make room on it.";

/** Free space without reserve. A missing folder is no problem. */
async function describeFullDisk(dataDir: string, minFreeBytes: number): Promise<string | null> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
    const wanted = Math.ceil(minFreeBytes / 1024 / 1024);
    return bavail * bsize >= minFreeBytes
      ? null
      : `The disk of the shop's data (${dataDir}) is almost full: ${megabytes} MB are free, at least ${wanted} MB are needed. Make room on it.`;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Commits a WAL record without a table. A read-only session can also do that, so its state is read too. Returns the error. */
async function probeCommit({ $client }: Db): Promise<unknown> {
  if (!($client instanceof pg.Pool)) throw new Error("readiness needs the connection pool");
  const limit = delay(PROBE_LIMIT_MS).then(() => new Error("the database does not answer"));
  const question =
    "select pg_logical_emit_message(true, 'shopbell', 'ready'), current_setting('transaction_read_only')::boolean as \"isReadOnly\"";
  const probe = $client.query<{ isReadOnly: boolean }>(question).then(
    ({ rows }) => (rows[0]?.isReadOnly === true ? new Error("the database takes no writes") : undefined),
    (error: unknown) => error,
  );
  return Promise.race([probe, limit]);
}
