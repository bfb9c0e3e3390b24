import { gte, sql, sum } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { refusals } from "./tables.ts";

/** Requests that the shop refused (sign-ins, requests from other sites, requests over a limit), and CSP violations that browsers report. */
const REFUSAL_KINDS = ["sign-in", "origin", "limit", "csp"] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/** Adds to the counts of an hour. */
export async function addRefusals(db: Db, hour: Date, counts: ReadonlyMap<RefusalKind, number>): Promise<void> {
  if (counts.size === 0) return;
  await db
    .insert(refusals)
    .values([...counts].map(([kind, count]) => ({ hour, kind, count })))
    .onConflictDoUpdate({ target: [refusals.hour, refusals.kind], set: { count: sql`${refusals.count} + excluded.count` } });
}

/** Refusals since then, by kind. */
export async function countRefusals(db: Db, since: Date): Promise<Readonly<Partial<Record<string, number>>>> {
  const rows = await db
    .select({ kind: refusals.kind, count: sum(refusals.count).mapWith(Number) })
    .from(refusals)
    .where(gte(refusals.hour, since))
    .groupBy(refusals.kind);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count ?? 0]));
}

/** Deletes the counts of earlier hours. */
export async function forgetRefusals(db: Db, before: Date): Promise<void> {
  await db.delete(refusals).where(sql`${refusals.hour} < ${before.toISOString()}::timestamptz`);
}
