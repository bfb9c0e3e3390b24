import { currencySign, type Cents, type MoneyFormat } from "#app/values/money.ts";
import { decimalsOf } from "#app/values/money/currency-units.ts";
import { exampleAmount, parseAmount } from "#app/values/money/money-input.ts";
import { fail, type Result } from "#app/values/result.ts";

/** Default decimal separator for ambiguous prices such as "1.299". */
export type DecimalSign = "." | ",";

const AMOUNT =
  /^(?<minus>[+-]?)(?<before>\p{Sc}|[A-Z]{1,3}\$?|kr\.?|Fr\.?|Rs\.?)?(?<inner>[+-]?)(?<digits>\d[\d.,]*|[.,]\d+)(?<after>\p{Sc}|[A-Z]{2,3}|kr\.?|zł|Kč|円|원)?$/u;

/**
 * Parses international prices: "1,299.00", "1.299,00 €", "$12.50", "CHF 1'299.–", "12,5". In a currency without decimals a single separator groups
 * thousands, and decimals have to be zeros. Limits are checked elsewhere. The error is a message.
 */
export function readAmount(text: string, decimal: DecimalSign, currency: string): Result<Cents, string> {
  const { minus = "", inner = "", digits } = AMOUNT.exec(bareAmount(text))?.groups ?? {};
  const plain = digits === undefined || (minus !== "" && inner !== "") ? null : amountDigits(digits, decimal, currency);
  if (plain === null) return fail(`Write an amount such as ${exampleAmount(currency, decimal)}.`);
  return parseAmount(`${minus || inner}${plain}`, currency, Number.MAX_SAFE_INTEGER);
}

function amountDigits(digits: string, decimal: DecimalSign, currency: string): string | null {
  // With three decimals, "12,500" is 12.5: reading it as thousands would be a thousand times too much.
  if (decimalsOf(currency) === 3 && /^\d{1,3}[.,]\d{3}$/.test(digits)) return digits.replace(",", ".");
  if (decimalsOf(currency) > 0) return plainNumber(digits, decimal);
  // "1.299" has no decimals, whatever the file's other numbers are.
  return plainNumber(digits, digits.includes(".") ? "," : ".")?.replace(/\.0*$/, "") ?? null;
}

function bareAmount(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\s\u00a0\u202f'’]/gu, "")
    .replace(/[.,][-–—]+(?=\D*$)/u, "");
}

/** Why a file's price is not in the shop's currency; null = it has no currency sign, or the shop's. */
export function foreignCurrency(text: string, format: MoneyFormat): string | null {
  const { before, after } = AMOUNT.exec(bareAmount(text))?.groups ?? {};
  const shopSigns = signsOf(format);
  const foreign = [before, after].find((sign) => sign !== undefined && !shopSigns.includes(sign));
  return foreign === undefined
    ? null
    : `“${foreign}” is not the shop's currency, ${format.currency}. Convert the prices, or remove the sign.`;
}

/** Notations of the shop's currency in files and typed menus: "$", "US$" and "USD", "€", "EUR" and "Euro". */
export function signsOf(format: MoneyFormat): readonly string[] {
  const { currency } = format;
  const narrow = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const symbol = narrow.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  const spelled = [symbol, currencySign(format), currency, ...(OTHER_SIGNS[currency] ?? [])];
  return [...spelled, ...spelled.filter((sign) => /\p{L}$/u.test(sign)).map((sign) => `${sign}.`)];
}

const OTHER_SIGNS: Readonly<Record<string, readonly string[]>> = {
  USD: ["US$"],
  EUR: ["Euro", "euro", "euros"],
  CHF: ["Fr"],
  INR: ["Rs"],
  NZD: ["NZ$"],
  AUD: ["A$"],
  CAD: ["C$", "CA$"],
  JPY: ["円"],
  KRW: ["원"],
  KWD: ["KD"],
  BHD: ["BD"],
  JOD: ["JD"],
  OMR: ["RO"],
  TND: ["DT"],
};

/** "1.299,00" → "1299.00", "0,250" → "0.250"; null if separators are misplaced. `decimal` decides ambiguous cases such as "1.299". */
export function plainNumber(digits: string, decimal: DecimalSign): string | null {
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
  // One separator before three digits is ambiguous, unless it is preceded by nothing or a 0; otherwise it is decimal.
  return digits.length - at - 1 !== 3 || last === decimal || at === 0 || at > 3 || digits.startsWith("0");
}

/** Decides ambiguous prices by the unambiguous ones of the file. */
export function guessDecimalSign(prices: readonly string[]): DecimalSign {
  const votes = prices.map((price) => /([.,])\d{1,2}(?:\D*)$/.exec(price)?.[1]);
  const count = (sign: DecimalSign) => votes.filter((vote) => vote === sign).length;
  return count(",") > count(".") ? "," : ".";
}
