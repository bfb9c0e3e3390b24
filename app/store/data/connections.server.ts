import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Connection, CallOutcome, OutsideService } from "#app/store/domain/connection.ts";
import { connections } from "./tables.ts";

/** Stores the outcome of the last call with this key; `since` changes only with the state or the key. */
export async function putConnection(
  db: Db,
  service: OutsideService,
  key: string,
  { state, reason }: CallOutcome,
  now: Date,
): Promise<void> {
  const isSame = sql`${connections.state} = excluded.state and ${connections.keyMark} = excluded.key_mark`;
  await db
    .insert(connections)
    .values({ service, keyMark: keyMark(key), state, reason, since: now, checkedAt: now })
    .onConflictDoUpdate({
      target: connections.service,
      set: {
        keyMark: sql`excluded.key_mark`,
        state: sql`excluded.state`,
        reason: sql`excluded.reason`,
        since: sql`case when ${isSame} then ${connections.since} else excluded.since end`,
        checkedAt: sql`excluded.checked_at`,
      },
    });
}

/** The outcome of the last call with exactly this key; undefined = none yet. */
export async function findConnection(db: Db, service: OutsideService, key: string): Promise<Connection | undefined> {
  const [row] = await db
    .select({ state: connections.state, reason: connections.reason, since: connections.since, lastCallAt: connections.checkedAt })
    .from(connections)
    .where(and(eq(connections.service, service), eq(connections.keyMark, keyMark(key))));
  return row;
}

/** A hash that identifies a key without revealing it. */
function keyMark(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 16);
}
