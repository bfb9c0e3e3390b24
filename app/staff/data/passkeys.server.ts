import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { passkeys, users } from "./tables.ts";

export type Passkey = typeof passkeys.$inferSelect;

/** A user's passkeys, the oldest first. */
export function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

/** A passkey with its active owner; undefined otherwise. */
export async function findPasskey(db: Db, id: string, lock?: "lock") {
  const query = db
    .select({ passkey: passkeys, user: { id: users.id, email: users.email, name: users.name, roles: users.roles } })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.id, id), eq(users.isDisabled, false)));
  const [row] = await (lock === undefined ? query : query.for("share"));
  return row;
}

/** Stores a passkey; false if already stored. */
export async function addPasskey(tx: Db, passkey: typeof passkeys.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id });
  return rows.length === 1;
}

export async function notePasskeyUse(db: Db, id: string, counter: number, now: Date): Promise<void> {
  await db.update(passkeys).set({ counter, lastUsedAt: now }).where(eq(passkeys.id, id));
}

/** Removes a user's passkey; returns its name, or undefined. */
export async function removePasskey(tx: Db, userId: number, id: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ name: passkeys.name });
  return row?.name;
}
