import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { taskQueue } from "#app/platform/jobs/queue.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { findAccount, findPasswordLinkOwner, findUserByEmail, putPasswordLink, replacePassword } from "#app/staff/data/users.server.ts";
import { checkNewPassword } from "#app/staff/domain/new-password.mjs";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { Actor } from "./change-records.server.ts";
import { checkPassword, hashPassword } from "./passwords.server.ts";
import { hashToken, newToken } from "./tokens.server.ts";

/** Long enough for somebody who is off today. */
export const INVITATION_HOURS = 72;
/** For whoever asked a moment ago. */
export const RESET_MINUTES = 60;

/** A link that was made for somebody; the token stands in no table. */
export interface PasswordLink {
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  readonly token: string;
  readonly isInvitation: boolean;
  readonly expiresAt: Date;
}

/** Sends the link on its way, inside the transaction that makes it. */
export type DeliverLink = (tx: Db, link: PasswordLink) => Promise<void>;

/** Where the wish for a link waits: the same few statements for every address, so that the answer and its time tell nothing about accounts. */
export const PASSWORD_LINK_QUEUE = taskQueue("password-link");

/** Makes a link with which a user sets their password; earlier ones stop working unless `keepsEarlier`. */
export async function makePasswordLink(
  tx: Db,
  user: PasswordLink["user"],
  isInvitation: boolean,
  now: Date,
  keepsEarlier = false,
): Promise<PasswordLink> {
  const token = newToken();
  const minutes = isInvitation ? INVITATION_HOURS * 60 : RESET_MINUTES;
  const expiresAt = new Date(now.getTime() + minutes * 60_000);
  await putPasswordLink(tx, { tokenHash: hashToken(token), userId: user.id, expiresAt }, { keepsEarlier, now });
  return { user, token, isInvitation, expiresAt };
}

/** An administrator's press: a new invitation for who has no password yet, otherwise a way to a new password. undefined = nobody has this number. */
export function sendPasswordLink(
  db: Db,
  actor: Actor,
  userId: number,
  now: Date,
  deliver: DeliverLink,
): Promise<PasswordLink | "disabled" | undefined> {
  return inTransaction(db, async (tx) => {
    const account = await findAccount(tx, userId);
    if (account === undefined) return undefined;
    if (account.isDisabled) return "disabled";
    const link = await makePasswordLink(tx, account, account.passwordHash === null, now);
    await deliver(tx, link);
    await notePassword(tx, actor, account, link.isInvitation ? "invited" : "link sent");
    return link;
  });
}

/** A request for a link by anybody who types an address: one job, whether the address belongs to an account or not. */
export async function requestPasswordLink(
  { db, jobs }: { readonly db: Db; readonly jobs: Pick<Jobs, "enqueue"> },
  email: string,
): Promise<void> {
  await jobs.enqueue(db, PASSWORD_LINK_QUEUE, { email });
}

/** The job of such a request. Links that the account has already stay: whoever asked may be an anonymous visitor. */
export async function sendRequestedLink(db: Db, email: string, now: Date, deliver: DeliverLink): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await findUserByEmail(tx, email);
    if (account === undefined || account.isDisabled) return;
    await deliver(tx, await makePasswordLink(tx, account, account.passwordHash === null, now, true));
  });
}

/** Whose link this is, for the page that asks for the password; undefined = it does not work (any more). */
export function findLinkOwner(db: Db, token: string, now: Date): Promise<StaffUser | undefined> {
  return findPasswordLinkOwner(db, hashToken(token), now);
}

/** Sets the password of the link's owner. The link, other links and every session of theirs end. `link` in the answer = it does not work any more. */
export async function usePasswordLink(
  db: Db,
  { token, password, shopName }: { readonly token: string; readonly password: string; readonly shopName: string },
  now: Date,
): Promise<Result<StaffUser, { readonly field: "link" | "password"; readonly message: string }>> {
  const owner = await findLinkOwner(db, token, now);
  const checked = checkNewPassword(password, [shopName, ...(owner === undefined ? [] : [owner.name, owner.email])]);
  if (!checked.ok) return fail({ field: "password", message: checked.error });
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const user = await findPasswordLinkOwner(tx, hashToken(token), now, "lock");
    if (user === undefined) return fail({ field: "link", message: "This link does not work any more. Ask for a new one." });
    await replacePassword(tx, user.id, passwordHash, false);
    await notePassword(tx, user, user, "changed");
    return ok(user);
  });
}

/** Whether this is somebody's password, before something that weakens their account. */
export async function isPasswordOf(db: Db, userId: number, password: string): Promise<boolean> {
  const account = await findAccount(db, userId);
  return (await checkPassword(password, account?.passwordHash ?? null)).isRight;
}

/** The owner's own change, with the old password. Every session ends; the caller opens a new one. */
export async function changePassword(
  db: Db,
  user: StaffUser,
  given: { readonly current: string; readonly next: string; readonly shopName: string },
): Promise<Result<null, { readonly field: "current" | "next"; readonly message: string }>> {
  if (!(await isPasswordOf(db, user.id, given.current))) return fail({ field: "current", message: "This is not your password." });
  const checked = checkNewPassword(given.next, [given.shopName, user.name, user.email]);
  if (!checked.ok) return fail({ field: "next", message: checked.error });
  if (given.next === given.current) return fail({ field: "next", message: "Choose another password than the one you have." });
  const passwordHash = await hashPassword(given.next);
  await inTransaction(db, async (tx) => {
    await replacePassword(tx, user.id, passwordHash, true);
    await notePassword(tx, user, user, "changed");
  });
  return ok(null);
}

async function notePassword(tx: Db, actor: Actor, user: Actor, what: string): Promise<void> {
  await recordAudit(tx, {
    userId: actor.id,
    userName: actor.name,
    action: "password",
    subject: user.name,
    subjectKind: "user",
    subjectIds: [user.id],
    before: { [user.id]: { password: null } },
    after: { [user.id]: { password: what } },
  });
}
