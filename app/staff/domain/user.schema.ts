import { z } from "zod";
import { requiredLineField } from "#app/values/form-fields.schema.ts";
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from "#app/values/limits.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";
import { ownRoleId, ROLES } from "./user.ts";

/** A built-in role, or the name of a custom one; its existence is checked when the account is saved. */
const isRole = (text: string) => ROLES.some((role) => role === text) || ownRoleId(text) !== null;

/** Comma-separated roles; none: may sign in without access. */
const rolesField = z.codec(z.string("Choose the roles."), z.array(z.string()), {
  decode: (text, context) => {
    const names = [...new Set(text.split(",").filter((part) => part !== ""))];
    if (names.every(isRole)) return names;
    context.issues.push({ code: "custom", input: text, message: "Choose among the roles of the list." });
    return z.NEVER;
  },
  encode: (roles) => roles.filter(isRole).join(","),
});

/** The form of a user. Users set passwords by link. */
export const userForm = z.object({
  name: requiredLineField("a name", MAX_NAME_LENGTH),
  email: requiredLineField("an email address", MAX_EMAIL_LENGTH).refine(
    (text) => z.email().safeParse(text).success,
    "Enter an email address such as ana@example.com.",
  ),
  roles: rolesField,
  isDisabled: z.codec(z.enum(["active", "disabled"], "Choose whether they may sign in."), z.boolean(), {
    decode: (text) => text === "disabled",
    encode: (isDisabled) => (isDisabled ? ("disabled" as const) : ("active" as const)),
  }),
});

/** Query of the staff list. */
export const userList = listQuery(["name", "email", "-seen"], {
  role: z
    .string()
    .refine((text) => text === "" || text === "none" || isRole(text))
    .catch("")
    .default(""),
  status: listFilter("active", "invited", "disabled"),
});
export type UserListQuery = z.output<typeof userList>;
