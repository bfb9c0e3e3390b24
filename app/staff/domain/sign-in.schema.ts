import { z } from "zod";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";

/** POST /admin/api/login and the form of /admin/login. `code` is the one-time code of accounts that use one; others leave it out. */
export const loginSchema = z.strictObject({
  email: z
    .string("Enter your e-mail address.")
    .trim()
    .min(1, "Enter your e-mail address.")
    .max(MAX_EMAIL_LENGTH, "Enter your e-mail address."),
  password: z.string("Enter your password.").min(1, "Enter your password.").max(1000, "This password is too long."),
  code: z.string().max(20).optional(),
});
