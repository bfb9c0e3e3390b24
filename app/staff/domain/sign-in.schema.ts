import { z } from "zod";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";
import { requiredWireLine } from "#app/values/wire.schema.ts";

/** POST /admin/api/login and the login form. `code`: the two-factor code, if used. */
export const loginSchema = z.strictObject({
  email: requiredWireLine("your email address", MAX_EMAIL_LENGTH),
  password: z.string("Enter your password.").min(1, "Enter your password.").max(1000, "This password is too long."),
  code: z.string().max(40).optional(),
});
