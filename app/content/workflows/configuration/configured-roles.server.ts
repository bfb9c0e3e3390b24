import { listOwnRoles, roleRecords } from "#app/staff/data/role-records.server.ts";
import { findPermissions } from "#app/staff/domain/permission-list.ts";
import { configuredRoles } from "#app/staff/domain/role.schema.ts";
import type { OwnRole } from "#app/staff/domain/user.ts";
import { pathText, type ConfigurationChange, type ConfigurationPart } from "./configuration-change.ts";

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const words = (ids: readonly string[]) =>
  findPermissions(ids)
    .map(({ label }) => label)
    .join("\n");

/** Own roles by name. A file adds and changes them; it deletes none and gives them to no account. Only administrators import files. */
export const rolesPart: ConfigurationPart = {
  section: "roles",
  namesCatalogue: () => false,
  stores: [roleRecords()],

  exported: async (db) => (await listOwnRoles(db)).map(({ name, permissions }) => ({ name, permissions })),

  async planned(db, wanted, problems) {
    const parsed = configuredRoles.safeParse(wanted);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) problems.push({ path: pathText(["roles", ...path]), message });
      return { changes: [], apply: () => Promise.resolve() };
    }
    const stored = await listOwnRoles(db);
    const plans = parsed.data.flatMap(({ name, permissions }, index) => {
      if (parsed.data.findIndex((each) => sameName(each.name, name)) < index)
        problems.push({ path: `roles[${index}].name`, message: "Two roles have this name." });
      const before: OwnRole | undefined = stored.find((role) => sameName(role.name, name));
      const isSame = before?.name === name && before.permissions.toSorted().join() === permissions.toSorted().join();
      return isSame ? [] : [{ before, name, permissions }];
    });
    const changes = plans.map(({ before, name, permissions }): ConfigurationChange => {
      return { section: "roles", name, before: before === undefined ? null : words(before.permissions), after: words(permissions) };
    });
    return {
      changes,
      async apply(recorder) {
        for (const { before, name, permissions } of plans) await recorder.put(roleRecords(), before?.id ?? null, { name, permissions });
      },
    };
  },
};
