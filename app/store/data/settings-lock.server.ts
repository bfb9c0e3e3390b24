import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { forgetIfChanged } from "#app/platform/db/cached.server.ts";

/** Arbitrary, but unique among the advisory locks. */
const SETTINGS_LOCK = 7_320_442;

/**
 * Serializes saves until the transaction ends. Also drops a stale cache: the previous holder may have committed before this process was
 * notified.
 */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`);
  await forgetIfChanged(tx);
}

/** Blocks settings changes until the transaction ends, for a record that depends on a setting; drops a stale cache like `lockSettings`. */
export async function holdSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${SETTINGS_LOCK})`);
  await forgetIfChanged(tx);
}
