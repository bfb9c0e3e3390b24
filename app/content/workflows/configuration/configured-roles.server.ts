import { listOwnRoles, roleRecords, type RoleRecord } from "#app/staff/data/role-records.server.ts";
import { findPermissions } from "#app/staff/domain/permission-list.ts";
import { configuredRoles } from "#app/staff/domain/role.schema.ts";
import { planRecords } from "./compare-entries.ts";
import type { ConfigurationPart } from "./configuration-change.ts";

/** Custom roles by name. A file adds and changes them; it deletes none and assigns them to no account. Only administrators import files. */
export const rolesPart: ConfigurationPart<readonly RoleRecord[]> = {
  section: "roles",
  schema: configuredRoles,
  stores: [roleRecords()],

  exported: async (db) => (await listOwnRoles(db)).map(({ name, permissions }) => ({ name, permissions })),

  async planned(wanted, { db, problems }) {
    const isNamed = (name: string) => (role: RoleRecord) => role.name.toLowerCase() === name.toLowerCase();
    const entryOf = ({ name, permissions }: RoleRecord) => ({ name, permissions: permissions.toSorted() });
    const stored = await listOwnRoles(db);
    const plans = wanted.map((value, index) => {
      const before = stored.find(isNamed(value.name));
      if (wanted.findIndex(isNamed(value.name)) < index)
        problems.push({ path: `roles[${index}].name`, message: "Two roles have this name." });
      return { name: value.name, id: before?.id ?? null, before: before && entryOf(before), after: entryOf(value), value };
    });
    const labels = ({ permissions }: RoleRecord) => findPermissions(permissions).map(({ label }) => label);
    return planRecords(
      "roles",
      plans,
      () => roleRecords(),
      (role) => labels(role).join("\n"),
    );
  },
};
