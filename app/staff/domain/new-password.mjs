// Plain JavaScript: `npm start` judges ADMIN_PASSWORD on whatever Node is there (docs/decisions/0015-scripts.md).

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

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

/**
 * Whether a new password may be used: 12 to 128 characters, any characters, not one that everybody tries first.
 * @param {string} password
 * @returns {import("#app/values/result.ts").Result<string, string>}
 */
export function checkNewPassword(password) {
  if (password.length < MIN_PASSWORD_LENGTH)
    return refuse(`Use at least ${MIN_PASSWORD_LENGTH} characters; a few words in a row are easy to remember.`);
  if (password.length > MAX_PASSWORD_LENGTH) return refuse(`Use at most ${MAX_PASSWORD_LENGTH} characters.`);
  const core = password
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/\d+$/, "");
  if (COMMON.has(core) || /^(.)\1*$/.test(password) || "01234567890123456789".includes(password))
    return refuse("This password is one of the first that anybody would try. Choose another.");
  return { ok: true, value: password };
}

/** @param {string} error */
function refuse(error) {
  return /** @type {const} */ ({ ok: false, error });
}
