import { and, count, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { recoveryCodes, users } from "./tables.ts";

/** Marks a time step as used; false if it or a later one was used. */
export async function useTotpStep(tx: Db, userId: number, step: number): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, userId), or(isNull(users.totpLastStep), lt(users.totpLastStep, step))))
    .returning({ id: users.id });
  return rows.length === 1;
}

/** Consumes a recovery code; false if invalid. */
export async function useRecoveryCode(tx: Db, userId: number, codeHash: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ hash: recoveryCodes.codeHash });
  return rows.length === 1;
}

/** A pending encrypted secret. An active one stays. */
export async function putPendingTotp(db: Db, userId: number, sealed: string): Promise<void> {
  await db
    .update(users)
    .set({ totpSecret: sealed, totpLastStep: null })
    .where(and(eq(users.id, userId), isNull(users.totpSince)));
}

/** The sealed secret, confirmed or not; null = none. */
export async function readTotp(db: Db, userId: number): Promise<{ readonly sealed: string; readonly since: Date | null } | null> {
  const [row] = await db.select({ sealed: users.totpSecret, since: users.totpSince }).from(users).where(eq(users.id, userId));
  return row === undefined || row.sealed === null ? null : { sealed: row.sealed, since: row.since };
}

/** Enables codes at sign-in; `hashes` of the new recovery codes. */
export async function turnTotpOn(tx: Db, userId: number, step: number, hashes: readonly string[], now: Date): Promise<void> {
  await tx.update(users).set({ totpSince: now, totpLastStep: step }).where(eq(users.id, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, isLong: true })));
}

export async function turnTotpOff(tx: Db, userId: number): Promise<void> {
  await tx
    .update(users)
    .set({ totpSecret: null, totpSince: null, totpLastStep: null, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Unused recovery codes, and how many of them may be shorter than 124 bits. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<{ readonly left: number; readonly short: number }> {
  const [row] = await db
    .select({ left: count(), short: sql<number>`(count(*) filter (where not ${recoveryCodes.isLong}))::int` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row ?? { left: 0, short: 0 };
}

/** Every sealed secret, locked until the transaction ends. */
export async function listTotpSecrets(
  tx: Db,
): Promise<readonly { readonly userId: number; readonly email: string; readonly sealed: string }[]> {
  const rows = await tx
    .select({ userId: users.id, email: users.email, sealed: users.totpSecret })
    .from(users)
    .orderBy(users.id)
    .for("update");
  return rows.flatMap(({ sealed, ...row }) => (sealed === null ? [] : [{ ...row, sealed }]));
}

/** The same secret, sealed with another key. */
export async function replaceTotpSecret(tx: Db, userId: number, sealed: string): Promise<void> {
  await tx.update(users).set({ totpSecret: sealed }).where(eq(users.id, userId));
}
