const PER_LETTER = 999;
const LETTERS = 26;

/**
 * The short number of the n-th order of a business day (n from 1): A-001 … A-999, B-001 … Z-999, AA-001 …: easy to call out, and it never
 * tells more than that day's orders.
 */
export function formatOrderNumber(n: number): string {
  if (!Number.isSafeInteger(n) || n < 1) throw new RangeError(`Not the number of an order: ${n}`);
  let block = Math.floor((n - 1) / PER_LETTER);
  let letters = "";
  do {
    letters = String.fromCharCode(65 + (block % LETTERS)) + letters;
    block = Math.floor(block / LETTERS) - 1;
  } while (block >= 0);
  return `${letters}-${String(((n - 1) % PER_LETTER) + 1).padStart(3, "0")}`;
}
