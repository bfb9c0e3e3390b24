import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { taskQueue } from "#app/platform/jobs/queue.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import {
  findAccount,
  findPasswordLinkOwner,
  findUserByEmail,
  isSameAccess,
  putPasswordLink,
  replacePassword,
} from "#app/staff/data/users.server.ts";
import { checkNewPassword } from "#app/staff/domain/passwords/new-password.mjs";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { Actor } from "./change-records.server.ts";
import { checkPassword, hashPassword } from "./passwords.server.ts";
import { hashToken, newToken } from "./tokens.server.ts";

/** Long enough for an employee on a day off. */
export const INVITATION_HOURS = 72;
/** For a requested link, which is used soon. */
export const RESET_MINUTES = 60;

/** A new link; its token is not stored. */
export interface PasswordLink {
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  readonly token: string;
  readonly isInvitation: boolean;
  readonly expiresAt: Date;
}

/** Sends the link in its transaction. */
export type DeliverLink = (tx: Db, link: PasswordLink) => Promise<void>;

/** The queue of link requests: the same statements for every address, so that response and timing reveal nothing. */
export const PASSWORD_LINK_QUEUE = taskQueue("password-link");

/** Creates a password link; earlier ones end unless `keepsEarlier`. */
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

/** By an administrator: an invitation without a password, else a reset. undefined if unknown. */
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

/** An anonymous link request: one job, account or not. */
export async function requestPasswordLink(
  { db, jobs }: { readonly db: Db; readonly jobs: Pick<Jobs, "enqueue"> },
  email: string,
): Promise<void> {
  await jobs.enqueue(db, PASSWORD_LINK_QUEUE, { email });
}

/** Its job. Existing links stay, because the requester is anonymous. */
export async function sendRequestedLink(db: Db, email: string, now: Date, deliver: DeliverLink): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await findUserByEmail(tx, email);
    if (account === undefined || account.isDisabled) return;
    await deliver(tx, await makePasswordLink(tx, account, account.passwordHash === null, now, true));
  });
}

/** The link's user for the page; undefined if invalid. */
export function findLinkOwner(db: Db, token: string, now: Date): Promise<StaffUser | undefined> {
  return findPasswordLinkOwner(db, hashToken(token), now);
}

/** Sets the password of the link's user. Ends the link, other links and sessions. `link`: no longer valid. */
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

/** Verifies a user's password before weakening the account. */
export async function isPasswordOf(db: Db, userId: number, password: string): Promise<boolean> {
  const account = await findAccount(db, userId);
  return (await checkPassword(password, account?.passwordHash ?? null)).isRight;
}

/** A user's own change with the old password. Ends sessions; the caller opens a new one. */
export async function changePassword(
  db: Db,
  user: StaffUser,
  given: { readonly current: string; readonly next: string; readonly shopName: string },
): Promise<Result<null, { readonly field: "current" | "next"; readonly message: string }>> {
  const account = await findAccount(db, user.id);
  const isRight = account !== undefined && (await checkPassword(given.current, account.passwordHash)).isRight;
  if (!isRight) return NOT_THE_PASSWORD;
  const checked = checkNewPassword(given.next, [given.shopName, user.name, user.email]);
  if (!checked.ok) return fail({ field: "next", message: checked.error });
  if (given.next === given.current) return fail({ field: "next", message: "Choose another password than the one you have." });
  const passwordHash = await hashPassword(given.next);
  return inTransaction(db, async (tx) => {
    // A link may have set another password in the meantime.
    if (!(await isSameAccess(tx, account))) return NOT_THE_PASSWORD;
    await replacePassword(tx, user.id, passwordHash, true);
    await notePassword(tx, user, user, "changed");
    return ok(null);
  });
}

const NOT_THE_PASSWORD = fail({ field: "current" as const, message: "This is not your password." });

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
