import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import {
  createSession,
  deleteEndedSessions,
  deleteSession,
  findSessionUser,
  renewKeptSession,
  type SessionUser,
} from "#app/staff/data/sessions.server.ts";
import { findUserByEmail, isSameAccess, rehashPassword, replacePassword, type Account } from "#app/staff/data/users.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { checkNewPassword } from "#app/staff/domain/passwords/new-password.mjs";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { checkPassword, hashPassword } from "./passwords.server.ts";
import { checkTwoFactor } from "./two-factor.server.ts";
import { hashToken, newToken } from "./tokens.server.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

export interface SignedIn {
  readonly user: StaffUser;
  /** 256 random bits for the cookie; always new. */
  readonly token: string;
}

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  /** Two-factor or recovery code; "" for an account without. */
  readonly code: string;
  readonly userAgent: string;
  /** The browser's current session token, to be replaced. */
  readonly replaces: string | null;
  readonly now: Date;
}

export type SignInResult =
  | ({ readonly kind: "signed-in" } & SignedIn)
  /** A wrong pair, an unknown account, a disabled one. */
  | { readonly kind: "refused" }
  /** Right password: `finishSignIn` continues with a code. */
  | { readonly kind: "code"; readonly account: Account };

/**
 * Verifies email and password, and opens a session for an account without codes. Unknown and disabled accounts take the same work. The caller counts
 * attempts (http/limits/login-limit.server.ts).
 */
export async function signIn(db: Db, secrets: SecretBox, input: Omit<SignInInput, "code">): Promise<SignInResult> {
  const found = await findUserByEmail(db, input.email);
  const { isRight, needsRehash } = await checkPassword(input.password, found?.passwordHash ?? null);
  if (found === undefined || found.isDisabled || !isRight) return { kind: "refused" };
  const account = needsRehash ? { ...found, passwordHash: await hashPassword(input.password) } : found;
  if (account !== found && !(await rehashPassword(db, found, account.passwordHash))) return { kind: "refused" };
  if (account.totpSecret !== null) return { kind: "code", account };
  const finished = await finishSignIn(db, secrets, account, { ...input, code: "" });
  return typeof finished === "string" ? { kind: "refused" } : { kind: "signed-in", ...finished };
}

/** Opens a session after the password. `changed`: the account's password or codes have changed, or it was disabled, since it was read. */
export async function finishSignIn(
  db: Db,
  secrets: SecretBox,
  account: Account,
  input: Omit<SignInInput, "email" | "password">,
): Promise<SignedIn | "wrong-code" | "changed"> {
  const { id, email, name, roles, totpSecret } = account;
  const isRight =
    totpSecret === null || (await inTransaction(db, (tx) => checkTwoFactor(tx, secrets, { id, totpSecret }, input.code, input.now)));
  if (!isRight) return "wrong-code";
  const signIn = { ...input, hasSecondFactor: totpSecret !== null };
  return (await openSessionWhile(db, { id, email, name, roles }, (tx) => isSameAccess(tx, account), signIn)) ?? "changed";
}

interface NewSignIn extends Pick<SignInInput, "replaces" | "userAgent" | "now"> {
  /** A code or a passkey was used; left out = no. */
  readonly hasSecondFactor?: boolean;
}

/** A new session for a verified user. */
export function openSession(db: Db, user: StaffUser, signIn: NewSignIn): Promise<SignedIn> {
  return inTransaction(db, (tx) => addSession(tx, user, signIn));
}

/**
 * A new session, unless the verified credentials have changed since: checking a password takes long enough for another request to replace
 * it and to end all sessions. `isStillRight` locks the rows it reads.
 */
export function openSessionWhile(
  db: Db,
  user: StaffUser,
  isStillRight: (tx: Db) => Promise<boolean>,
  signIn: NewSignIn,
): Promise<SignedIn | null> {
  return inTransaction(db, async (tx) => ((await isStillRight(tx)) ? addSession(tx, user, signIn) : null));
}

async function addSession(tx: Db, user: StaffUser, { replaces, userAgent, now, hasSecondFactor = false }: NewSignIn): Promise<SignedIn> {
  const token = newToken();
  await deleteEndedSessions(tx, now);
  const session = { tokenHash: hashToken(token), userId: user.id, userAgent, hasSecondFactor, now };
  const isRenewed = replaces !== null && (await renewKeptSession(tx, hashToken(replaces), session));
  if (replaces !== null && !isRenewed) await deleteSession(tx, hashToken(replaces));
  if (!isRenewed) await createSession(tx, session);
  return { user, token };
}

export async function findSignedIn(db: Db, token: string, now: Date): Promise<SessionUser | null> {
  return (await findSessionUser(db, hashToken(token), now)) ?? null;
}

export async function signOut(db: Db, token: string): Promise<void> {
  await deleteSession(db, hashToken(token));
}

/** Sets a password and signs out everywhere. */
export async function resetPassword(
  db: Db,
  { email, password, shopName }: { readonly email: string; readonly password: string; readonly shopName: string },
): Promise<Result<StaffUser, string>> {
  const account = await findUserByEmail(db, email);
  if (account === undefined) return fail(`There is no account with the address ${email}.`);
  const checked = checkNewPassword(password, [shopName, account.name, account.email]);
  if (!checked.ok) return checked;
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    await replacePassword(tx, account.id, passwordHash, false);
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
