import { z } from "zod";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";
import { requiredWireLine } from "#app/values/wire.schema.ts";

/** POST /admin/api/login and the form of /admin/login. `code` is the one-time code of accounts that use one; others leave it out. */
export const loginSchema = z.strictObject({
  email: requiredWireLine("your e-mail address", MAX_EMAIL_LENGTH),
  password: z.string("Enter your password.").min(1, "Enter your password.").max(1000, "This password is too long."),
  code: z.string().max(40).optional(),
});
