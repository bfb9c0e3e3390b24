import { and, count, eq, gt, lt, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { StaffUser } from "#app/staff/domain/user.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { passkeys, passwordLinks, sessions, users } from "./tables.ts";

const staff = { id: users.id, email: users.email, name: users.name, roles: users.roles };

export interface Account extends StaffUser {
  /** null: none set; no password sign-in. */
  readonly passwordHash: string | null;
  readonly isDisabled: boolean;
  /** Sealed; null = no one-time codes. */
  readonly totpSecret: string | null;
}

const account = {
  ...staff,
  isDisabled: users.isDisabled,
  passwordHash: sql<string | null>`case when ${users.hasPassword} then ${users.passwordHash} end`,
  totpSecret: sql<string | null>`case when ${users.totpSince} is not null then ${users.totpSecret} end`,
};

/** Normalized address, always by the database, because JavaScript folds letters differently ("İ"). */
export function comparableEmail(email: string | SQLWrapper): SQL {
  return sql`lower(${typeof email === "string" ? email.trim() : email})`;
}

/** The same as text, for rate limits, whether or not an account exists. */
export async function readAccountKey(db: Db, email: string): Promise<string> {
  const [row] = await db.execute<{ key: string }>(sql`select ${comparableEmail(email)}::text as key`, "objects");
  return row?.key ?? "";
}

/** By email, compared without case. */
export async function findUserByEmail(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await db
    .select(account)
    .from(users)
    .where(sql`${comparableEmail(users.email)} = ${comparableEmail(email)}`);
  return row;
}

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const [row] = await db.select(account).from(users).where(eq(users.id, id));
  return row;
}

export async function countUsers(db: Db): Promise<number> {
  const [row] = await db.select({ n: count() }).from(users);
  return row?.n ?? 0;
}

/** Fails with the unique violation users_email_key if taken. */
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

/** Whether password, codes and permission to sign in are unchanged since they were read. Locks them until the transaction ends. */
export async function isSameAccess(tx: Db, { id, passwordHash, totpSecret }: Account): Promise<boolean> {
  const [now] = await tx.select(account).from(users).where(eq(users.id, id)).for("no key update");
  return now !== undefined && !now.isDisabled && now.passwordHash === passwordHash && now.totpSecret === totpSecret;
}

/** Stores a stronger hash of the same password: sessions stay. False if the password has been changed since. */
export async function rehashPassword(db: Db, before: Account, passwordHash: string | null): Promise<boolean> {
  const isSame = and(eq(users.id, before.id), eq(users.passwordHash, before.passwordHash ?? ""));
  const rows = await db
    .update(users)
    .set({ passwordHash: passwordHash ?? "" })
    .where(isSame)
    .returning({ id: users.id });
  return rows.length === 1;
}

/** A new password ends sessions and links. `isOwnChange` false also removes passkeys. Must run in a transaction. */
export async function replacePassword(tx: Db, userId: number, passwordHash: string, isOwnChange: boolean): Promise<void> {
  if (!isOwnChange) await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx
    .update(users)
    .set({ passwordHash, hasPassword: true, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(passwordLinks).where(eq(passwordLinks.userId, userId));
}

/** A password link. Earlier ones end unless `keepsEarlier`; expired ones always do. */
export async function putPasswordLink(
  tx: Db,
  link: { readonly tokenHash: string; readonly userId: number; readonly expiresAt: Date },
  { keepsEarlier, now }: { readonly keepsEarlier: boolean; readonly now: Date },
): Promise<void> {
  const isOver = keepsEarlier ? lt(passwordLinks.expiresAt, now) : undefined;
  await tx.delete(passwordLinks).where(and(eq(passwordLinks.userId, link.userId), isOver));
  await tx.insert(passwordLinks).values(link);
}

/** The link's owner; undefined if unknown, used, expired or not allowed to sign in. */
export async function findPasswordLinkOwner(db: Db, tokenHash: string, now: Date, lock?: "lock"): Promise<StaffUser | undefined> {
  const query = db
    .select(staff)
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(eq(passwordLinks.tokenHash, tokenHash), gt(passwordLinks.expiresAt, now), eq(users.isDisabled, false)));
  const [row] = await (lock === undefined ? query : query.for("update"));
  return row;
}
