import { createHash, randomBytes } from "node:crypto";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { createSession, deleteEndedSessions, deleteSession, findSessionUser } from "#app/staff/data/sessions.server.ts";
import { findUserByEmail, rehashPassword, replacePassword } from "#app/staff/data/users.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { checkNewPassword } from "#app/staff/domain/new-password.ts";
import { checkPassword, hashPassword } from "./passwords.server.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** Only this hash of a session's token is stored, so a copy of the database opens no session. */
function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

export interface SignedIn {
  readonly user: StaffUser;
  /** 256 random bits, for the cookie; always a new one, whatever the browser sent. */
  readonly token: string;
}

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly userAgent: string;
  /** The token of the session this browser has already; the new one takes its place. */
  readonly replaces: string | null;
  readonly now: Date;
}

/**
 * Checks e-mail and password and opens a session. Null for a wrong pair, an unknown account and a disabled one alike, after the same work.
 * The caller counts the tries first (http/limits/login-limit.server.ts).
 */
export async function signIn(db: Db, input: SignInInput): Promise<SignedIn | null> {
  const account = await findUserByEmail(db, input.email);
  const { isRight, needsRehash } = await checkPassword(input.password, account?.passwordHash ?? null);
  if (account === undefined || account.isDisabled || !isRight) return null;
  if (needsRehash) await rehashPassword(db, account.id, await hashPassword(input.password));
  const token = randomBytes(32).toString("base64url");
  await inTransaction(db, async (tx) => {
    await deleteEndedSessions(tx, input.now);
    if (input.replaces !== null) await deleteSession(tx, hashToken(input.replaces));
    await createSession(tx, { tokenHash: hashToken(token), userId: account.id, userAgent: input.userAgent, now: input.now });
  });
  const { id, email, name, roles } = account;
  return { user: { id, email, name, roles }, token };
}

export async function findSignedIn(db: Db, token: string, now: Date): Promise<StaffUser | null> {
  return (await findSessionUser(db, hashToken(token), now)) ?? null;
}

export async function signOut(db: Db, token: string): Promise<void> {
  await deleteSession(db, hashToken(token));
}

/** Sets a new password and signs the account out everywhere. */
export async function resetPassword(db: Db, email: string, password: string): Promise<Result<StaffUser, string>> {
  const checked = checkNewPassword(password);
  if (!checked.ok) return checked;
  const account = await findUserByEmail(db, email);
  if (account === undefined) return fail(`There is no account with the address ${email}.`);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    await replacePassword(tx, account.id, passwordHash);
    await recordAudit(tx, {
      userId: null,
      userName: "operator",
      action: "reset-password",
      subject: `user ${account.id}`,
      after: { password: "changed" },
    });
  });
  return ok(account);
}
