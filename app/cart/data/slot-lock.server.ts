import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";

/** Any number; together with its own class it names the one lock of all slots. */
const SLOT_LOCK = 7_412_310;

/** Lets one checkout at a time look for room, where slots have limits: what it finds free stays free until its transaction ends. */
export async function lockSlots(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SLOT_LOCK})`);
}
