import { isOneOf } from "#app/values/narrow.ts";
import { z } from "zod";
import { MAX_EMAIL_LENGTH, MAX_SHORT_TEXT_LENGTH } from "#app/values/limits.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { ROLES, type Role } from "#app/staff/domain/user.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { readablePassword } from "#app/staff/workflows/readable-password.server.ts";
import { resetPassword } from "#app/staff/workflows/sign-in.server.ts";
import { CommandFailure, hasFlag, requireOption, UsageProblem, type CommandInput } from "#server/cli/command.ts";
import { openShop } from "#server/cli/open-shop.ts";
import { printJson, printResult } from "#server/cli/print.ts";
import { readTyped } from "#server/cli/typed-text.ts";

const address = z.email().max(MAX_EMAIL_LENGTH);

export async function createAdmin(input: CommandInput): Promise<void> {
  const email = requireOption(input, "email");
  if (!address.safeParse(email).success) throw new UsageProblem(`${email} is not an email address.`);
  const name = requireOption(input, "name");
  if (name.length > MAX_SHORT_TEXT_LENGTH || /\p{Cc}/u.test(name))
    throw new UsageProblem(`A name is one line of at most ${MAX_SHORT_TEXT_LENGTH} characters.`);
  const role = requireOption(input, "role");
  if (!isRole(role)) throw new UsageProblem(`There is no role ${role}; choose ${ROLES.join(", ")}.`);
  const { password, isMade } = await choosePassword(input);
  const { db } = await openShop();
  const { APP_NAME: shopName } = await readSettings(db);
  const made = await addAdmin(db, { shopName, email, name, password, roles: [role] });
  if (!made.ok) throw new CommandFailure(made.error);
  report(input, { email: made.value.email, role, ...(isMade ? { password } : {}) }, `${made.value.email} can sign in now, as ${role}.`);
}

export async function resetAdminPassword(input: CommandInput): Promise<void> {
  const email = requireOption(input, "email");
  const { password, isMade } = await choosePassword(input);
  const { db } = await openShop();
  const { APP_NAME: shopName } = await readSettings(db);
  const reset = await resetPassword(db, { email, password, shopName });
  if (!reset.ok) throw new CommandFailure(reset.error);
  report(
    input,
    { email: reset.value.email, ...(isMade ? { password } : {}) },
    `${reset.value.email} has a new password and is signed out everywhere.`,
  );
}

async function choosePassword(input: CommandInput): Promise<{ readonly password: string; readonly isMade: boolean }> {
  const passwordOption = input.values.password;
  if (typeof passwordOption !== "string") return { password: readablePassword(), isMade: true };
  return { password: await readTyped(passwordOption), isMade: false };
}

function report(
  input: CommandInput,
  facts: { readonly email: string; readonly role?: Role; readonly password?: string },
  sentence: string,
): void {
  if (hasFlag(input, "json")) return printJson(facts);
  printResult(sentence);
  if (facts.password !== undefined) printResult(`Password: ${facts.password}  (shown only this once)`);
}

function isRole(text: string): text is Role {
  return isOneOf(ROLES, text);
}
