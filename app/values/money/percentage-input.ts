import type { PartsPerMillion } from "#app/values/money.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** 100 % */
const WHOLE = 1_000_000;

/**
 * Parts per million from a percentage of 0 to 100 with at most four decimals: "8.875", "13 %", "5,5", 15 → 88 750, 130 000, 55 000,
 * 150 000. A comma is a decimal separator, because no percentage has thousands. The error is a sentence that says what is valid.
 */
export function parsePercentage(input: string | number): Result<PartsPerMillion, string> {
  const text = typeof input === "number" ? String(input) : input.trim();
  const match = /^\+?(\d*)(?:[.,](\d*))?\s?%?$/.exec(text);
  const [, whole = "", decimals = ""] = match ?? [];
  if (match === null || (whole === "" && decimals === "")) {
    return fail("Enter a percentage from 0 to 100, such as 13 or 8.875.");
  }
  if (decimals.length > 4) {
    return fail("Enter a percentage with at most four decimals, such as 8.875.");
  }
  const rate = Number(whole + decimals.padEnd(4, "0"));
  return rate > WHOLE ? fail("Enter a percentage from 0 to 100, such as 13 or 8.875.") : ok(rate);
}
