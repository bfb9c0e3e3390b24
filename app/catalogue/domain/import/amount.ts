import { parseDollars, type Cents } from "#app/values/money.ts";
import { fail, type Result } from "#app/values/result.ts";

/** The sign before the cents, where a price leaves it open: "1.299" is a dollar and something, or more than a thousand. */
export type DecimalSign = "." | ",";

const AMOUNT =
  /^(?<minus>[+-]?)(?:\p{Sc}|[A-Z]{1,3}\$?|kr\.?|Fr\.?|Rs\.?)?(?<inner>[+-]?)(?<digits>\d[\d.,]*|[.,]\d+)(?:\p{Sc}|[A-Z]{2,3}|kr\.?|zł|Kč)?$/u;

/** A price as shops of the world write it: "1,299.00", "1.299,00 €", "$12.50", "CHF 1'299.–", "12,5". Any size: what it is for has the limit. The error is a sentence. */
export function readAmount(text: string, decimal: DecimalSign): Result<Cents, string> {
  const bare = text.replaceAll(/[\s\u00a0\u202f'’]/gu, "").replace(/[.,][-–—]+(?=\D*$)/u, "");
  const { minus = "", inner = "", digits } = AMOUNT.exec(bare)?.groups ?? {};
  const plain = digits === undefined || (minus !== "" && inner !== "") ? null : plainNumber(digits, decimal);
  return plain === null ? fail("Write an amount such as 12.50.") : parseDollars(`${minus || inner}${plain}`, Number.MAX_SAFE_INTEGER);
}

/** "1.299,00" → "1299.00"; null when the signs stand where no number has them. */
function plainNumber(digits: string, decimal: DecimalSign): string | null {
  const signs = digits.replaceAll(/\d/g, "");
  const last = signs.at(-1);
  if (last === undefined) return digits;
  const at = digits.lastIndexOf(last);
  const isDecimal = isDecimalSign(digits, signs, last, at, decimal);
  const whole = isDecimal ? digits.slice(0, at) : digits;
  const cents = isDecimal ? digits.slice(at + 1).replace(/(?<=\d\d)0+$/, "") : "";
  const isGrouped = !/[.,]/.test(whole) || /^\d{1,3}(?:,\d{3})+$|^\d{1,3}(?:\.\d{3})+$/.test(whole);
  return isGrouped ? `${whole.replaceAll(/[.,]/g, "") || "0"}.${cents}` : null;
}

function isDecimalSign(digits: string, signs: string, last: string, at: number, decimal: DecimalSign): boolean {
  if (signs.length > 1) return !signs.slice(0, -1).includes(last);
  // One sign before three digits could be either; anything else is the sign before the cents.
  return digits.length - at - 1 !== 3 || last === decimal || at === 0 || at > 3;
}

/** What the prices of a file leave open, told by those that leave nothing open. */
export function guessDecimalSign(prices: readonly string[]): DecimalSign {
  const votes = prices.map((price) => /([.,])\d{1,2}(?:\D*)$/.exec(price)?.[1]);
  const count = (sign: DecimalSign) => votes.filter((vote) => vote === sign).length;
  return count(",") > count(".") ? "," : ".";
}
