import { and, desc, eq, gt, lt, ne, or, sql } from "drizzle-orm";
import type { StaffUser } from "#app/staff/domain/user.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { ownPermissions } from "./role-records.server.ts";
import { sessions, users } from "./tables.ts";

/** Idle timeout; the order screen polls every 5 s, so tablets in use stay signed in. */
const SESSION_IDLE_MINUTES = 30;
/** Absolute timeout, regardless of activity: after this a new sign-in is needed. */
export const SESSION_HOURS = 12;
/** `last_seen_at` is written at most this often. */
const TOUCH_SECONDS = 60;
/** Lifetime of a session with a device after its last use. */
const KEPT_DAYS = 30;

export interface NewSession {
  readonly tokenHash: string;
  readonly userId: number;
  readonly userAgent: string;
  readonly hasSecondFactor: boolean;
  readonly now: Date;
}

/** A session's user, and how it was opened. */
export interface SessionUser {
  readonly user: StaffUser;
  /** Opened with a password and a code, or with a passkey. */
  readonly hasSecondFactor: boolean;
}

export async function createSession(db: Db, session: NewSession): Promise<void> {
  await db.insert(sessions).values(columnsOf(session));
}

/** The same user signs in again in this browser: devices move to the kept session. Returns whether there was one. */
export async function renewKeptSession(db: Db, replaced: string, session: NewSession): Promise<boolean> {
  const renewed = await db
    .update(sessions)
    .set(columnsOf(session))
    .where(and(eq(sessions.tokenHash, replaced), eq(sessions.userId, session.userId), eq(sessions.isKept, true)))
    .returning({ id: sessions.id });
  return renewed.length > 0;
}

function columnsOf({ tokenHash, userId, userAgent, hasSecondFactor, now }: NewSession) {
  return {
    tokenHash,
    userId,
    userAgent,
    hasSecondFactor,
    createdAt: now,
    confirmedAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_HOURS * 3_600_000),
  };
}

/** Last proof of identity (sign-in or password); null without a session. */
export async function findConfirmedAt(db: Db, tokenHash: string): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: sessions.createdAt, confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash));
  return row === undefined ? null : (row.confirmedAt ?? row.createdAt);
}

export async function confirmSession(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.tokenHash, tokenHash));
}

/** Attaches something to the session, which then outlives its timeout until sign-out. Returns its id or undefined. */
export async function keepSession(tx: Db, tokenHash: string): Promise<string | undefined> {
  const [kept] = await tx.update(sessions).set({ isKept: true }).where(eq(sessions.tokenHash, tokenHash)).returning({ id: sessions.id });
  return kept?.id;
}

/** The session's user; undefined if unknown, ended, idle or disabled. Refreshes the session. */
export async function findSessionUser(db: Db, tokenHash: string, now: Date): Promise<SessionUser | undefined> {
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      roles: users.roles,
      permissions: ownPermissions,
      lastSeenAt: sessions.lastSeenAt,
      hasSecondFactor: sessions.hasSecondFactor,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        eq(users.isDisabled, false),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, idleSince(now)),
      ),
    );
  if (row === undefined) return undefined;
  const { lastSeenAt, hasSecondFactor, permissions, ...account } = row;
  const user = permissions.length === 0 ? account : { ...account, permissions };
  if (now.getTime() - lastSeenAt.getTime() > TOUCH_SECONDS * 1000) {
    await db
      .update(sessions)
      .set({ lastSeenAt: sql`greatest(${sessions.lastSeenAt}, ${now.toISOString()}::timestamptz)` })
      .where(eq(sessions.tokenHash, tokenHash));
  }
  return { user, hasSecondFactor };
}

/** The session's user has just proved a second factor. */
export async function noteSecondFactor(tx: Db, tokenHash: string): Promise<void> {
  await tx.update(sessions).set({ hasSecondFactor: true }).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export interface OpenSession {
  readonly id: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly tokenHash: string;
}

/** A user's open sessions, latest first. */
export function listSessions(db: Db, userId: number, now: Date): Promise<OpenSession[]> {
  const { id, userAgent, createdAt, lastSeenAt, tokenHash } = sessions;
  return db
    .select({ id, userAgent, createdAt, lastSeenAt, tokenHash })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idleSince(now))))
    .orderBy(desc(sessions.lastSeenAt));
}

/** Ends one session, or all but `except`; returns the number. */
export async function endSessions(
  tx: Db,
  userId: number,
  which: { readonly id: string } | { readonly except: string | null },
): Promise<number> {
  const others = "id" in which || which.except === null ? undefined : ne(sessions.tokenHash, which.except);
  const one = "id" in which ? eq(sessions.id, which.id) : others;
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), one))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Deletes unusable sessions without attachments. */
export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  const isOver = or(lt(sessions.expiresAt, now), lt(sessions.lastSeenAt, idleSince(now)));
  await db
    .delete(sessions)
    .where(and(isOver, or(eq(sessions.isKept, false), lt(sessions.lastSeenAt, new Date(now.getTime() - KEPT_DAYS * 86_400_000)))));
}

function idleSince(now: Date): Date {
  return new Date(now.getTime() - SESSION_IDLE_MINUTES * 60_000);
}
