import { z } from "zod";
import { requiredLineField } from "#app/values/form-fields.schema.ts";
import { MAX_NAME_LENGTH } from "#app/values/limits.ts";
import { listQuery } from "#app/values/list-query.schema.ts";
import { PERMISSIONS } from "./permission-list.ts";
import { ROLES, ROLE_WORDS } from "./user.ts";

const BUILT_IN = ROLES.map((role) => ROLE_WORDS[role].label.toLowerCase());

const name = requiredLineField("a name", MAX_NAME_LENGTH).refine(
  (text) => !BUILT_IN.includes(text.toLowerCase()),
  "Every shop has a role of this name. Choose another one.",
);

/** The error of a set of permissions; null if valid. */
function permissionProblem(ids: readonly string[]): string | null {
  if (ids.length === 0) return "Choose at least one permission.";
  if (ids.some((id) => PERMISSIONS.every((permission) => permission.id !== id))) return "Choose among the permissions of the list.";
  const lonely = PERMISSIONS.find(({ id, needs }) => needs !== undefined && ids.includes(id) && !ids.includes(needs));
  const base = PERMISSIONS.find(({ id }) => id === lonely?.needs);
  return lonely === undefined ? null : `“${lonely.label}” also takes “${base?.label ?? ""}”.`;
}

/** Without duplicates, in the order of the table. */
const inOrder = (ids: readonly string[]) => PERMISSIONS.map(({ id }) => id).filter((id) => ids.includes(id));

/** Comma-separated ids of the table of permissions. */
const permissions = z.codec(z.string("Choose the permissions."), z.array(z.string()), {
  decode: (text, context) => {
    const ids = text.split(",").filter((part) => part !== "");
    const message = permissionProblem(ids);
    if (message === null) return inOrder(ids);
    context.issues.push({ code: "custom", input: text, message });
    return z.NEVER;
  },
  encode: (ids) => inOrder(ids).join(","),
});

/** The form of a custom role. */
export const roleForm = z.object({ name, permissions });

/** A custom role in a configuration file. */
export const configuredRoles = z
  .array(
    z.strictObject({
      name,
      permissions: z.array(z.string()).superRefine((ids, context) => {
        const message = permissionProblem(ids);
        if (message !== null) context.addIssue(message);
      }),
    }),
  )
  .default([]);

/** Query of the list of roles. */
export const roleList = listQuery(["name"], {});
