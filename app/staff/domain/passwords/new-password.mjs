// Plain JavaScript: `npm start` validates ADMIN_PASSWORD on any Node (docs/decisions/0015-scripts.md).

import { COMMON_PASSWORDS } from "./common-passwords.mjs";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./password-length.mjs";

/** Refused at any length; compared without case, trailing digits and punctuation. */
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

/** Minimum length besides names. */
const MIN_OWN_LENGTH = 6;
/** Shorter parts of names ("de", "the") occur in too many words. */
const MIN_NAME_LENGTH = 4;

/**
 * Whether a new password may be used: 12 to 128 characters, any characters, not a common one, and not just a name that is easy to guess.
 * @param {string} password
 * @param {readonly string[]} names the shop's name, the user's name and email address, if known
 * @returns {import("#app/values/result.ts").Result<string, string>}
 */
export function checkNewPassword(password, names = []) {
  if (password.length < MIN_PASSWORD_LENGTH)
    return refuse(`Use at least ${MIN_PASSWORD_LENGTH} characters; a few words in a row are easy to remember.`);
  if (password.length > MAX_PASSWORD_LENGTH) return refuse(`Use at most ${MAX_PASSWORD_LENGTH} characters.`);
  const plain = lettersOf(password);
  const core = plain.replace(/\d+$/, "");
  if (
    COMMON_PASSWORDS.has(password.toLowerCase()) ||
    COMMON_PASSWORDS.has(plain) ||
    COMMON.has(core) ||
    /^(.)\1*$/.test(password) ||
    "01234567890123456789".includes(password)
  )
    return refuse("This password is one of the first that anybody would try. Choose another.");
  if (ownPart(plain, names).length < MIN_OWN_LENGTH)
    return refuse("This password is little more than the name of the shop, your own name or your address. Choose another.");
  return { ok: true, value: password };
}

/**
 * The letters of a password that are left without the names in it.
 * @param {string} plain
 * @param {readonly string[]} names
 */
function ownPart(plain, names) {
  const parts = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]).map(lettersOf);
  const found = parts.filter((part) => part.length >= MIN_NAME_LENGTH && plain.includes(part)).toSorted((a, b) => b.length - a.length);
  if (found.length === 0) return plain;
  return found.reduce((rest, part) => rest.replaceAll(part, ""), plain).replaceAll(/\p{N}/gu, "");
}

/** @param {string} text */
function lettersOf(text) {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** @param {string} error */
function refuse(error) {
  return /** @type {const} */ ({ ok: false, error });
}
