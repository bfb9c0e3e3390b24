import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import {
  createSession,
  deleteEndedSessions,
  deleteSession,
  findSessionUser,
  renewKeptSession,
  type SessionUser,
} from "#app/staff/data/sessions.server.ts";
import { findUserByEmail, rehashPassword, replacePassword, type Account } from "#app/staff/data/users.server.ts";
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
  /** Two-factor or recovery code; "" if none. */
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
  /** Right password, missing or wrong code. */
  | { readonly kind: "code"; readonly isWrong: boolean; readonly account: Account };

/**
 * Verifies email, password and code, and opens a session. Unknown and disabled accounts take the same work. The caller counts attempts
 * (http/limits/login-limit.server.ts).
 */
export async function signIn(db: Db, secrets: SecretBox, input: SignInInput): Promise<SignInResult> {
  const account = await findUserByEmail(db, input.email);
  const { isRight, needsRehash } = await checkPassword(input.password, account?.passwordHash ?? null);
  if (account === undefined || account.isDisabled || !isRight) return { kind: "refused" };
  if (needsRehash) await rehashPassword(db, account.id, await hashPassword(input.password));
  const hasCode = account.totpSecret === null || input.code.trim() !== "";
  const signedIn = hasCode ? await finishSignIn(db, secrets, account, input) : null;
  return signedIn === null ? { kind: "code", isWrong: hasCode, account } : { kind: "signed-in", ...signedIn };
}

/** Opens a session after the password; null if the code is wrong. */
export async function finishSignIn(
  db: Db,
  secrets: SecretBox,
  { id, email, name, roles, totpSecret }: Account,
  input: Omit<SignInInput, "email" | "password">,
): Promise<SignedIn | null> {
  const isRight =
    totpSecret === null || (await inTransaction(db, (tx) => checkTwoFactor(tx, secrets, { id, totpSecret }, input.code, input.now)));
  return isRight ? openSession(db, { id, email, name, roles }, { ...input, hasSecondFactor: totpSecret !== null }) : null;
}

interface NewSignIn extends Pick<SignInInput, "replaces" | "userAgent" | "now"> {
  /** A code or a passkey was used; left out = no. */
  readonly hasSecondFactor?: boolean;
}

/** A new session for a verified user. */
export async function openSession(
  db: Db,
  user: StaffUser,
  { replaces, userAgent, now, hasSecondFactor = false }: NewSignIn,
): Promise<SignedIn> {
  const token = newToken();
  await inTransaction(db, async (tx) => {
    await deleteEndedSessions(tx, now);
    const session = { tokenHash: hashToken(token), userId: user.id, userAgent, hasSecondFactor, now };
    if (replaces !== null && (await renewKeptSession(tx, hashToken(replaces), session))) return;
    if (replaces !== null) await deleteSession(tx, hashToken(replaces));
    await createSession(tx, session);
  });
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
