import { MAX_NAME_LENGTH } from "#app/values/limits.ts";
import { isLine, tidyText } from "#app/values/text.ts";
import { violatedConstraint } from "#app/platform/db/database-errors.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { countUsers, createUser } from "#app/staff/data/users.server.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { Role, StaffUser } from "#app/staff/domain/user.ts";
import { checkNewPassword } from "#app/staff/domain/passwords/new-password.mjs";
import { makePasswordLink } from "./password-links.server.ts";
import { hashPassword } from "./passwords.server.ts";
import { readablePassword } from "./readable-password.server.ts";

export interface FirstAdmin {
  readonly email: string;
  /** The generated password, shown once; null if from the environment, or to be set with the link. */
  readonly password: string | null;
  /** The token of a link that sets the first password, once and within INVITATION_HOURS. */
  readonly linkToken: string | null;
}

interface GivenAdmin {
  readonly email: string | null;
  readonly password: string | null;
  /** The output is stored, as a container's log is: it must not contain a password. */
  readonly isOutputKept: boolean;
  readonly shopName: string;
}

/** Creates the first super-admin (ADMIN_EMAIL, ADMIN_PASSWORD) if there are no users; else null. */
export async function ensureFirstAdmin(db: Db, given: GivenAdmin, now: Date): Promise<FirstAdmin | null> {
  if ((await countUsers(db)) > 0) return null;
  const email = given.email ?? "admin@example.com";
  const password = given.password ?? readablePassword();
  // Without ADMIN_EMAIL the account's address is a placeholder that cannot receive a link.
  const needsLink = given.password === null && given.isOutputKept && given.email !== null;
  let linkToken: string | null = null;
  // In the account's transaction: without its link nobody could sign in to the account.
  const addLink = async (tx: Db, user: StaffUser) => {
    if (needsLink) linkToken = (await makePasswordLink(tx, user, true, now)).token;
  };
  const made = await addAdmin(db, { shopName: given.shopName, email, name: "Owner", password, roles: ["super-admin"] }, addLink);
  if (!made.ok) {
    // Two processes may start on a new database; another one was first.
    if (made.error === TAKEN) return null;
    throw new Error(`ADMIN_PASSWORD must be another one. ${made.error}`);
  }
  return { email, password: given.password !== null || needsLink ? null : password, linkToken };
}

const TAKEN = "There is already an account with this address.";

/** A new staff member, from the operator's CLI. `alsoStore` runs in the transaction that creates it. */
export async function addAdmin(
  db: Db,
  input: {
    readonly shopName: string;
    readonly email: string;
    readonly name: string;
    readonly password: string;
    readonly roles: readonly Role[];
  },
  alsoStore?: (tx: Db, user: StaffUser) => Promise<void>,
): Promise<Result<StaffUser, string>> {
  const checked = checkNewPassword(input.password, [input.shopName, input.name, input.email]);
  if (!checked.ok) return checked;
  const name = tidyText(input.name);
  if (name === "" || !isLine(name) || name.length > MAX_NAME_LENGTH)
    return fail(`Enter a name in one line of plain text, of at most ${MAX_NAME_LENGTH} characters.`);
  const passwordHash = await hashPassword(input.password);
  try {
    const user = await inTransaction(db, async (tx) => {
      const created = await createUser(tx, { email: input.email.trim(), name, passwordHash, roles: input.roles });
      await recordAudit(tx, {
        userId: null,
        userName: "operator",
        action: "create-user",
        subject: `user ${created.id}`,
        after: { email: created.email, roles: created.roles },
      });
      await alsoStore?.(tx, created);
      return created;
    });
    return ok(user);
  } catch (error) {
    if (violatedConstraint(error) === "users_email_key") return fail(TAKEN);
    throw error;
  }
}
