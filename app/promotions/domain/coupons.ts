import { groupedNumber } from "#app/values/number.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { MAX_COUPON_CODE_LENGTH } from "#app/values/limits.ts";
import { isLine } from "#app/values/text.ts";
import type { CodeOnCart } from "./promotion.ts";

/** Coupon codes: comparing typed text, generating codes, and distinguishing a typing mistake from an unknown code. */

/**
 * The characters of generated codes: no look-alikes (0 O Q, 1 I L, 5 S, 2 Z, 8 B, 6 or G, U V), and no vowels, so that they form no words.
 * Nineteen is prime, which lets the check character detect every wrong character and every swap of neighbours.
 */
export const CODE_ALPHABET = "CDFHJKMNPRTWXY34679";
const LOOK_ALIKES = "0OQ1IL5S2Z8BGUV";
/** Random characters and check character together, after the prefix. */
export const MIN_GENERATED_LENGTH = 6;
export const MAX_GENERATED_LENGTH = 16;
export const MAX_CODES_PER_RUN = 100_000;
/** At most one in this many possible codes is generated, so that guessing is impractical. */
const GUESSES_PER_CODE = 1000;

/** The pattern of new codes: an optional prefix, then `length` characters, the last of which is the check character. */
export interface CodePattern {
  readonly prefix: string;
  readonly length: number;
}

/**
 * The normalized form of a code: upper case, without spaces, hyphens of any kind (also a minus sign) and invisible characters, such as those that
 * messengers put around a text. Idempotent.
 */
export function normalizeCode(text: string): string {
  // Normalized again, because upper-casing decomposes some letters, and removing a character can join a letter and its mark.
  const upper = text.normalize("NFKC").toUpperCase().normalize("NFKC");
  return upper.replace(/[\s\p{Dash_Punctuation}\p{Format}\u2212]+/gu, "").normalize("NFKC");
}

/** Whether a code, as written and normalised, has only characters that codes can have: letters of any script, digits, % . _ and separators. */
export function isCouponCode(text: string): boolean {
  const code = normalizeCode(text);
  return /^[\p{Letter}\p{Mark}\p{Number}%._]+$/u.test(code) && Math.max(text.length, code.length) <= MAX_COUPON_CODE_LENGTH && isLine(text);
}

/** True for two spellings of one code. */
export function isSameCode(a: string, b: string): boolean {
  return normalizeCode(a) === normalizeCode(b);
}

/**
 * Makes `count` distinct codes in normalised form. `random(n)` returns a whole number from 0 to n − 1, and should be cryptographically
 * strong (node:crypto `randomInt`). Codes in `taken` (normalised) are not made again, so that many codes can be made in batches. The error
 * is a sentence that explains how to fix the input.
 */
export function generateCodes(
  count: number,
  pattern: CodePattern,
  random: (exclusiveMax: number) => number,
  taken: ReadonlySet<string> = new Set(),
): Result<string[], string> {
  const problem = patternProblem(count, pattern, taken.size);
  if (problem !== null) return fail(problem);
  const prefix = normalizeCode(pattern.prefix);
  const made = new Set<string>();
  while (made.size < count) {
    let body = prefix;
    for (let index = 1; index < pattern.length; index += 1) body += CODE_ALPHABET.charAt(random(CODE_ALPHABET.length));
    const code = body + checkCharacter(body);
    if (!taken.has(code)) made.add(code);
  }
  return ok([...made]);
}

/** Why this many codes of a pattern cannot be added to the existing ones; null = they can. */
export function patternProblem(count: number, { prefix: written, length }: CodePattern, taken = 0): string | null {
  const prefix = normalizeCode(written);
  if (!Number.isInteger(count) || count < 1 || count > MAX_CODES_PER_RUN) return `Ask for 1 to ${groupedNumber(MAX_CODES_PER_RUN)} codes.`;
  if (!/^[A-Z0-9]*$/.test(prefix)) return "A prefix has letters A to Z and digits only.";
  if (!Number.isInteger(length) || length < MIN_GENERATED_LENGTH || length > MAX_GENERATED_LENGTH)
    return `Codes have ${MIN_GENERATED_LENGTH} to ${MAX_GENERATED_LENGTH} characters after the prefix.`;
  if (prefix.length + length > MAX_COUPON_CODE_LENGTH) return `A code has at most ${MAX_COUPON_CODE_LENGTH} characters.`;
  const needed = minimumLength(count + taken);
  return length < needed ? `So many codes need at least ${needed} characters after the prefix.` : null;
}

/** The shortest length after the prefix that protects this many codes from guessing. */
export function minimumLength(count: number): number {
  let length = MIN_GENERATED_LENGTH;
  while (CODE_ALPHABET.length ** (length - 1) < count * GUESSES_PER_CODE) length += 1;
  return length;
}

/**
 * True for a mistyped code: a text that looks like a generated code but has a wrong check character, or one look-alike that codes never
 * have. Called only for unknown codes. Codes that people invent nearly always have other letters and count as unknown.
 */
export function isMistypedCode(text: string): boolean {
  const code = normalizeCode(text);
  if (code.length < MIN_GENERATED_LENGTH) return false;
  const foreign = code
    .slice(-MIN_GENERATED_LENGTH)
    .split("")
    .filter((character) => !CODE_ALPHABET.includes(character));
  if (foreign.length === 0) return checkCharacter(code.slice(0, -1)) !== code.at(-1);
  return foreign.length === 1 && LOOK_ALIKES.includes(foreign[0] ?? "");
}

/** "SUMMER7KD9XW" → "SUMMER-7KD9-XW": for print, in groups of four after the prefix. `normalizeCode` removes the hyphens. */
export function formatCode(code: string, prefix = ""): string {
  const body = code.slice(prefix.length);
  const groups = body.match(/.{1,4}/g) ?? [];
  return [...(prefix === "" ? [] : [prefix]), ...groups].join("-");
}

/** The character that makes the weighted sum of the whole code a multiple of nineteen. */
function checkCharacter(body: string): string {
  let sum = 0;
  for (let index = 0; index < body.length; index += 1) {
    sum += weightAt(body.length - index) * valueOf(body.charAt(index));
  }
  const modulus = CODE_ALPHABET.length;
  return CODE_ALPHABET.charAt((modulus - (sum % modulus)) % modulus);
}

/** Weight by distance from the end: 2 to 18 and then from 1 again, never 0, and different for neighbours. The check character has weight 1. */
function weightAt(distance: number): number {
  return (distance % (CODE_ALPHABET.length - 1)) + 1;
}

/** Characters of a prefix outside the alphabet count too; two of them may share a value. */
function valueOf(character: string): number {
  const index = CODE_ALPHABET.indexOf(character);
  return index >= 0 ? index : character.charCodeAt(0) % CODE_ALPHABET.length;
}

/** A code on a cart that unlocks a promotion, unused and without its own limits. */
export function openCode(code: string, promotionId: number): CodeOnCart {
  const limits = { expiresAt: null, maxUses: null, perCustomerUses: null };
  return { code, state: { kind: "known", promotionId, status: "active", ...limits, uses: 0, customerUses: 0 } };
}
