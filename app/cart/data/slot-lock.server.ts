import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";

/** Arbitrary; with its class it names the lock of all slots. */
const SLOT_LOCK = 7_412_310;

/** Serializes checkouts where slots have limits: free slots stay free until the transaction ends. */
export async function lockSlots(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SLOT_LOCK})`);
}
