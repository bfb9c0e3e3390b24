import { errorCode, textOf } from "#app/values/narrow.ts";
/** Unwraps errors of query builder and file store. */
function innermost(error: unknown): unknown {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error && inner.cause !== undefined; depth += 1) inner = inner.cause;
  return inner;
}

/** The SQLSTATE of a failed query inside Drizzle's wrapper; undefined otherwise. */
export function sqlState(error: unknown): string | undefined {
  const code = errorCode(innermost(error));
  return /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** The violated constraint, for error messages. */
export function violatedConstraint(error: unknown): string | undefined {
  return textOf(innermost(error), "constraint");
}

const BUSY_STATES: ReadonlySet<string> = new Set([
  "40001", // serialization failure
  "40P01", // deadlock
  "55P03", // lock not available
  "57014", // query canceled, such as by the statement timeout
]);
const AWAY_STATES: ReadonlySet<string> = new Set([
  "25006", // a standby now: another server has taken over
  "25P03", // idle in transaction timeout
  "53300", // too many connections
  "57P01", // ended by an administrator
  "57P02", // ended because another session crashed
  "57P03", // starting or stopping
  "57P05", // idle session timeout
]);
const AWAY_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** The driver reports these as plain errors; the last is from database-hosts.server.ts. */
const AWAY_WORDS =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Cannot use a pool after calling end|Client has encountered a connection error|Client was closed|none of )/;

/** True without a working database connection; retrying may help. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined && (AWAY_STATES.has(state) || state.startsWith("08"))) return true;
  const cause = innermost(error);
  if (!(cause instanceof Error)) return false;
  const code = textOf(cause, "code");
  if (code !== undefined) return AWAY_CODES.has(code) || (code === "ENOENT" && textOf(cause, "syscall") === "connect");
  return AWAY_WORDS.test(cause.message);
}

/** True if the server works but has too many connections. */
export function isTooManyConnections(error: unknown): boolean {
  return sqlState(error) === "53300";
}

/** True if the server responds too late or not yet: it starts or has too many connections. */
export function isDatabaseSlow(error: unknown): boolean {
  const text = describeDatabaseError(error);
  // With several hosts, the sentence gives the reason for each.
  return /^(?:57P03|53300)\b|timeout expired$|^timeout exceeded|^Query read timeout$|^none of .*: (?:57P03 |53300 |timeout expired|Query read timeout)/.test(
    text,
  );
}

/** Our own time limits end these, not a lost server. */
const LIMIT_STATES: ReadonlySet<string> = new Set(["25P03", "57014"]);

/**
 * True if another server may run the statement better: the connection was lost or refused, or a standby cancelled it for its recovery (40001 and
 * 40P01, which reads get for no other reason). False for time limits: the statement would take as long there.
 */
export function isReplicaLost(error: unknown): boolean {
  const state = sqlState(error) ?? "";
  if (LIMIT_STATES.has(state) || describeDatabaseError(error).startsWith("Query read timeout")) return false;
  return ["40001", "40P01"].includes(state) || isDatabaseAway(error);
}

/** True if the database aborted a statement for others; retrying may succeed. */
export function isDatabaseBusy(error: unknown): boolean {
  return BUSY_STATES.has(sqlState(error) ?? "");
}

/** True if a disk or quota (database or pictures) is full. */
export function isStorageFull(error: unknown): boolean {
  return sqlState(error) === "53100" || ["ENOSPC", "EDQUOT"].includes(errorCode(innermost(error)));
}

/** The error text without statement and values. */
export function describeDatabaseError(error: unknown): string {
  const cause = innermost(error);
  const state = sqlState(error);
  return `${state === undefined ? "" : `${state} `}${cause instanceof Error ? cause.message : String(cause)}`;
}
