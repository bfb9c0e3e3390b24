import { count, eq, sql } from "drizzle-orm";
import type { StaffUser } from "#app/staff/domain/user.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { sessions, users } from "./tables.ts";

const staff = { id: users.id, email: users.email, name: users.name, roles: users.roles };

export interface UserWithPassword extends StaffUser {
  readonly passwordHash: string;
  readonly isDisabled: boolean;
}

/** By e-mail, compared without case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserWithPassword | undefined> {
  const [row] = await db
    .select({ ...staff, passwordHash: users.passwordHash, isDisabled: users.isDisabled })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email.trim()})`);
  return row;
}

export async function countUsers(db: Db): Promise<number> {
  const [row] = await db.select({ n: count() }).from(users);
  return row?.n ?? 0;
}

/** Fails with the database's unique violation (users_email_key) when the address is taken. */
export async function createUser(
  db: Db,
  user: { readonly email: string; readonly name: string; readonly passwordHash: string; readonly roles: readonly string[] },
): Promise<StaffUser> {
  const [row] = await db
    .insert(users)
    .values({ ...user, roles: [...user.roles] })
    .returning(staff);
  if (row === undefined) throw new Error("the new user was not stored");
  return row;
}

/** Stores a new hash of the same password (stronger parameters): sessions stay. */
export async function rehashPassword(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

/** A new password ends every session of the user. Must run in a transaction. */
export async function replacePassword(tx: Db, userId: number, passwordHash: string): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}
