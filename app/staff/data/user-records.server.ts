import { escapeLike } from "#app/platform/db/escape-like.ts";
import { sortText } from "#app/platform/db/sort-text.ts";
import { and, asc, count, desc, eq, inArray, max, ne, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { notYoursToGive, refuseAccountChange, type AccountActor } from "#app/staff/domain/account-changes.ts";
import { changedFields } from "#app/staff/domain/record-changes.ts";
import { missingRight } from "#app/staff/domain/permissions.ts";
import { ownRoleId } from "#app/staff/domain/user.ts";
import { readRolesToGive } from "./role-records.server.ts";
import type { UserListQuery } from "#app/staff/domain/user.schema.ts";
import type { RecordChange, RecordStore } from "./record-store.ts";
import { comparableEmail } from "./users.server.ts";
import { passwordLinks, sessions, users } from "./tables.ts";

/** A staff member as administrators edit one. */
export interface UserRecord {
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly isDisabled: boolean;
}

const LAST_ADMIN = "This is the last administrator who can sign in. Keep at least one.";

/** Called in the transaction that creates a user. */
export type OnAdded = (tx: Db, user: UserRecord & { readonly id: number }) => Promise<void>;

export interface UserRecordsFor {
  readonly onAdded?: OnAdded;
  /** The acting user; default: the system. */
  readonly actor?: AccountActor;
}

/**
 * Staff users. New ones have no password until they use the invitation (`onAdded` sends it). Changed roles and disabling end sessions; one
 * administrator who can sign in remains.
 */
export function userRecords({ onAdded, actor }: UserRecordsFor = {}): RecordStore<UserRecord> {
  return {
    kind: "user",
    nameOf: (value) => value.name,

    find: findUsers,

    async check(tx, id, value, before) {
      const refusal = actor === undefined ? undefined : refuseAccountChange(actor, id, value, before);
      if (refusal !== undefined) return refusal;
      const roles = await refuseRoles(tx, value.roles, before?.roles ?? [], actor);
      if (roles !== null) return { roles };
      if (value.email !== before?.email && (await isTaken(tx, id, value.email))) return { email: "Another account has this address." };
      if (isAdministrator(value) || (before !== undefined && !isAdministrator(before))) return undefined;
      const others = (await lockAdministrators(tx)).filter((admin) => admin !== id);
      if (others.length > 0 || id === null) return undefined;
      return value.isDisabled ? { isDisabled: LAST_ADMIN } : { roles: LAST_ADMIN };
    },

    keeps: async (tx) => ((await lockAdministrators(tx)).length === 0 ? LAST_ADMIN : undefined),

    async insert(tx, value, id) {
      const [row] = await tx
        .insert(users)
        .values({
          ...value,
          roles: [...value.roles],
          // No password matches this hash.
          passwordHash: "",
          hasPassword: false,
          ...(id === undefined ? {} : { id }),
        })
        .returning({ id: users.id });
      if (row === undefined) throw new Error("the new user was not stored");
      if (id === undefined) await onAdded?.(tx, { ...value, id: row.id });
      return row.id;
    },

    update: updateUser,
    updateMany: switchUsers,

    async remove(tx, id) {
      await tx.delete(users).where(eq(users.id, id));
    },
  };
}

const isAdministrator = (user: UserRecord) => !user.isDisabled && user.roles.includes("super-admin");

async function isTaken(tx: Db, id: number | null, email: string): Promise<boolean> {
  const [taken] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${comparableEmail(users.email)} = ${comparableEmail(email)}`, id === null ? undefined : ne(users.id, id)));
  return taken !== undefined;
}

/** Why an account cannot get these roles; null if it can. Custom roles stay locked against deletion. */
async function refuseRoles(
  tx: Db,
  roles: readonly string[],
  before: readonly string[],
  actor: AccountActor | undefined,
): Promise<string | null> {
  const addedRoles = roles.filter((role) => !before.includes(role));
  const ids = addedRoles.map(ownRoleId).filter((id) => id !== null);
  const customRoles = await readRolesToGive(tx, ids);
  if (customRoles.length < ids.length) return "One of these roles has been deleted. Reload the page and choose again.";
  const permissions = customRoles.flatMap((role) => role.permissions);
  const right = actor === undefined ? null : missingRight(actor, addedRoles, permissions);
  return right === null ? null : notYoursToGive(right);
}

const findUsers: RecordStore<UserRecord>["find"] = async (db, ids, lock) => {
  if (ids.length === 0) return new Map();
  const query = db
    .select({
      id: users.id,
      version: users.version,
      name: users.name,
      email: users.email,
      roles: users.roles,
      isDisabled: users.isDisabled,
    })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id));
  const rows = await (lock === undefined ? query : query.for("update"));
  return new Map(rows.map(({ id, version, ...value }) => [id, { version, value }]));
};

const updateUser: RecordStore<UserRecord>["update"] = async (tx, id, value) => {
  const [before] = await tx.select({ roles: users.roles, email: users.email }).from(users).where(eq(users.id, id));
  await tx
    .update(users)
    .set({ ...value, roles: [...value.roles], version: sql`${users.version} + 1` })
    .where(eq(users.id, id));
  const hasOtherRoles = before?.roles.toSorted().join() !== value.roles.toSorted().join();
  if (value.isDisabled || hasOtherRoles) await tx.delete(sessions).where(eq(sessions.userId, id));
  // Links to a former address become invalid.
  if (value.isDisabled || before?.email !== value.email) await tx.delete(passwordLinks).where(eq(passwordLinks.userId, id));
};

/** Disables or enables users in one statement if nothing else changes; returns the others. */
async function switchUsers(tx: Db, changes: ReadonlyMap<number, RecordChange<UserRecord>>): Promise<readonly number[]> {
  const isSwitch = ({ before, after }: RecordChange<UserRecord>) =>
    changedFields({ ...before, isDisabled: after.isDisabled }, after) === undefined;
  const { switched = [], left = [] } = Object.groupBy(changes, ([, change]) => (isSwitch(change) ? "switched" : "left"));
  for (const isDisabled of [true, false]) {
    const ids = switched.filter(([, { after }]) => after.isDisabled === isDisabled).map(([id]) => id);
    if (ids.length === 0) continue;
    await tx
      .update(users)
      .set({ isDisabled, version: sql`${users.version} + 1` })
      .where(inArray(users.id, ids));
    if (!isDisabled) continue;
    await tx.delete(sessions).where(inArray(sessions.userId, ids));
    await tx.delete(passwordLinks).where(inArray(passwordLinks.userId, ids));
  }
  return left.map(([id]) => id);
}

/** Why this account cannot be removed; undefined if it can. */
export async function whyItStays(db: Db, id: number): Promise<string | undefined> {
  const administrators = await selectAdministrators(db);
  return administrators.every((admin) => admin.id === id) ? LAST_ADMIN : undefined;
}

/** Administrators who can sign in, locked so that two cannot demote each other. */
async function lockAdministrators(tx: Db): Promise<readonly number[]> {
  return (await selectAdministrators(tx).for("update")).map((row) => row.id);
}

function selectAdministrators(db: Db) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isDisabled, false), eq(users.hasPassword, true), sql`${users.roles} @> array['super-admin']`))
    .orderBy(asc(users.id));
}

/** One row of the staff list. */
export interface UserRow extends UserRecord {
  readonly id: number;
  readonly status: "active" | "invited" | "disabled";
  readonly hasSecondStep: boolean;
  /** Last activity of open sessions; null if none. */
  readonly lastSeenAt: Date | null;
}

const STATUS: Readonly<Record<UserRow["status"], SQL | undefined>> = {
  active: and(eq(users.hasPassword, true), eq(users.isDisabled, false)),
  invited: and(eq(users.hasPassword, false), eq(users.isDisabled, false)),
  disabled: eq(users.isDisabled, true),
};

function matching({ q, role, status }: UserListQuery): SQL | undefined {
  const words = q.split(/\s+/).filter((word) => word !== "");
  return and(
    ...words.map((word) => {
      const part = `%${escapeLike(word.toLowerCase())}%`;
      return or(sql`lower(${users.name}) like ${part}`, sql`lower(${users.email}) like ${part}`);
    }),
    role === "none" ? sql`${users.roles} = '{}'` : undefined,
    role === "" || role === "none" ? undefined : sql`${users.roles} @> array[${role}]`,
    status === "" ? undefined : STATUS[status],
  );
}

/** A page of the staff list, with the total. */
export async function listUserRows(db: Db, query: UserListQuery): Promise<{ readonly rows: readonly UserRow[]; readonly total: number }> {
  const where = matching(query);
  const seen = db
    .select({ userId: sessions.userId, at: max(sessions.lastSeenAt).as("at") })
    .from(sessions)
    .groupBy(sessions.userId)
    .as("seen");
  const by =
    { name: sortText(users.name), email: sql`lower(${users.email})`, seen: sql`${seen.at}` }[query.sort.replace("-", "")] ?? users.name;
  const [rows, [all]] = await Promise.all([
    db
      .select({
        id: users.id,
        name: users.name,
        email: users.email,
        roles: users.roles,
        isDisabled: users.isDisabled,
        hasPassword: users.hasPassword,
        totpSince: users.totpSince,
        lastSeenAt: seen.at,
      })
      .from(users)
      .leftJoin(seen, eq(seen.userId, users.id))
      .where(where)
      .orderBy(query.sort.startsWith("-") ? sql`${by} desc nulls last` : sql`${by} asc nulls last`, desc(users.id))
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page),
    db.select({ total: count() }).from(users).where(where),
  ]);
  return {
    rows: rows.map(({ hasPassword, totpSince, ...row }) => ({
      ...row,
      status: row.isDisabled ? "disabled" : statusOf(hasPassword),
      hasSecondStep: totpSince !== null,
    })),
    total: all?.total ?? 0,
  };
}

/** Ids of all users that match the query. */
export async function listUserIds(db: Db, query: UserListQuery): Promise<readonly number[]> {
  const rows = await db.select({ id: users.id }).from(users).where(matching(query)).orderBy(asc(users.id));
  return rows.map((row) => row.id);
}

/** A user's sign-in methods; undefined if unknown. */
export async function findSignInFacts(
  db: Db,
  id: number,
): Promise<{ readonly hasPassword: boolean; readonly totpSince: Date | null } | undefined> {
  const [row] = await db.select({ hasPassword: users.hasPassword, totpSince: users.totpSince }).from(users).where(eq(users.id, id));
  return row;
}

function statusOf(hasPassword: boolean): "active" | "invited" {
  return hasPassword ? "active" : "invited";
}
