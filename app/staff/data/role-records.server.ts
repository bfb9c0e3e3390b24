import { asc, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { sortText } from "#app/platform/db/sort-text.ts";
import { refuseRoleChange, type AccountActor } from "#app/staff/domain/account-changes.ts";
import { ownRoleName, type OwnRole } from "#app/staff/domain/user.ts";
import type { RecordStore } from "./record-store.ts";
import { tableRecords } from "./table-records.ts";
import { staffRoles, users } from "./tables.ts";

/** A custom role as administrators edit it. */
export interface RoleRecord {
  readonly name: string;
  readonly permissions: readonly string[];
}

/** In a query of `users`: permissions of their custom roles, read with each request so that a change takes effect immediately. */
export const ownPermissions = sql<string[]>`coalesce((
  select array_agg(distinct permission) from ${staffRoles}, unnest(${staffRoles.permissions}) as permission
  where ${users.roles} @> array['own-' || ${staffRoles.id}]
), '{}')`;

const rows = tableRecords("role", staffRoles);

/** Custom roles by name. */
export const listOwnRoles: (db: Db) => Promise<readonly OwnRole[]> = rows.list;

/**
 * Custom roles. The acting user cannot grant permissions that they lack. The row's lock serialises deletion and assignment
 * (`readRolesToGive`).
 */
export function roleRecords(actor?: AccountActor): RecordStore<RoleRecord> {
  return {
    kind: "role",
    nameOf: ({ name }) => name,
    needsConfirmation: () => true,
    find: async (db, ids, lock) => {
      const found = await rows.find(db, ids, lock);
      return new Map(
        [...found].map(([id, { version, value }]) => [id, { version, value: { name: value.name, permissions: value.permissions } }]),
      );
    },
    insert: (tx, { name, permissions }, id) => rows.insert(tx, { name, permissions: [...permissions] }, id),
    update: (tx, id, { name, permissions }) => rows.update(tx, id, { name, permissions: [...permissions] }),
    remove: (tx, id) => rows.remove(tx, id),
    async check(tx, id, value, before) {
      const refusal = actor === undefined ? undefined : refuseRoleChange(actor, value, before);
      if (refusal !== undefined) return refusal;
      const [taken] = await tx
        .select({ id: staffRoles.id })
        .from(staffRoles)
        .where(sql`lower(${staffRoles.name}) = lower(${value.name})`);
      return taken === undefined || taken.id === id ? undefined : { name: "Another role has this name." };
    },
    async whyItStays(db, id) {
      const names = await listHolders(db, id);
      if (names.length === 0) return null;
      return `Accounts have this role: ${names.join(", ")}. Give them another one first.`;
    },
    isHeld: async (tx, id) => (await listHolders(tx, id)).length > 0,
  };
}

/** The users who have a role, by name. */
export async function listHolders(db: Db, id: number): Promise<readonly string[]> {
  const found = await db
    .select({ name: users.name })
    .from(users)
    .where(sql`${users.roles} @> array[${ownRoleName(id)}]`)
    .orderBy(asc(sortText(users.name)));
  return found.map(({ name }) => name);
}

/** Number of accounts per custom role. */
export async function countHolders(db: Db): Promise<ReadonlyMap<number, number>> {
  const counts = await db
    .select({ id: staffRoles.id, accounts: sql<number>`count(*)::int` })
    .from(staffRoles)
    .innerJoin(users, sql`${users.roles} @> array['own-' || ${staffRoles.id}]`)
    .groupBy(staffRoles.id);
  return new Map(counts.map(({ id, accounts }) => [id, accounts]));
}

/** Custom roles to be assigned to an account, locked against deletion; missing ones are absent. */
export async function readRolesToGive(tx: Db, ids: readonly number[]): Promise<readonly OwnRole[]> {
  if (ids.length === 0) return [];
  return tx
    .select({ id: staffRoles.id, name: staffRoles.name, permissions: staffRoles.permissions })
    .from(staffRoles)
    .where(inArray(staffRoles.id, [...ids]))
    .orderBy(asc(staffRoles.id))
    .for("share");
}
