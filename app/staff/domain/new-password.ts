import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** Refused whatever their length; compared without case, digits at the end and anything that is not a letter or digit. */
const COMMON = new Set([
  "password",
  "passwort",
  "qwertyuiop",
  "letmein",
  "iloveyou",
  "administrator",
  "welcome",
  "changeme",
  "shopbell",
  "correcthorsebatterystaple",
  "trustno",
  "abcdefghijkl",
]);

/** Whether a new password may be used: 12 to 128 characters, any characters, not one that everybody tries first. */
export function checkNewPassword(password: string): Result<string, string> {
  if (password.length < MIN_PASSWORD_LENGTH)
    return fail(`Use at least ${MIN_PASSWORD_LENGTH} characters; a few words in a row are easy to remember.`);
  if (password.length > MAX_PASSWORD_LENGTH) return fail(`Use at most ${MAX_PASSWORD_LENGTH} characters.`);
  const core = password
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/\d+$/, "");
  if (COMMON.has(core) || /^(.)\1*$/.test(password) || "01234567890123456789".includes(password))
    return fail("This password is one of the first that anybody would try. Choose another.");
  return ok(password);
}
