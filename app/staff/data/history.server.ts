import type { Db } from "#app/platform/db/database.server.ts";
import { auditLog } from "./tables.ts";

export interface AuditEntry {
  /** null = not a signed-in person (the operator's CLI, the system). */
  readonly userId: number | null;
  readonly userName: string;
  /** A verb: "accept", "change-settings". */
  readonly action: string;
  /** What it was done to: "order 0197…", "settings". */
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes the one row each administrative act leaves, in the transaction of the act. Secrets stand as "changed". */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, before: entry.before ?? null, after: entry.after ?? null });
}
