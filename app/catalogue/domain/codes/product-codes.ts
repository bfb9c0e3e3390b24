/*
 * Product codes. A SKU is the shop's own code, unique ignoring case. A barcode is what a scanner reads: numbers with the length of EAN-8,
 * UPC-A and EAN-13 need a valid check digit; any other text is the shop's own code and unchanged.
 */

const STANDARDS: Readonly<Record<number, string>> = { 8: "EAN-8", 12: "UPC-A", 13: "EAN-13" };
const UPC_LENGTH = 12;

/** The check digit of EAN-8, UPC-A and EAN-13. @param digits the digits before it */
export function checkDigit(digits: string): number {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/**
 * "978-3-16-148410-0" → "9783161484100": standard codes are stored as scanners read them. Other texts are unchanged, except for the
 * apostrophe with which spreadsheets mark text.
 */
export function tidyBarcode(written: string): string {
  const text = written.replace(/^'+/, "");
  const digits = text.replaceAll(/[\s-]/g, "");
  return /^\d+$/.test(digits) && STANDARDS[digits.length] !== undefined ? digits : text;
}

/** The problem with a normalized barcode, as a sentence; null = none. */
export function barcodeProblem(barcode: string): string | null {
  const standard = /^\d+$/.test(barcode) ? STANDARDS[barcode.length] : undefined;
  if (standard === undefined) return null;
  const digit = checkDigit(barcode.slice(0, -1));
  return barcode.endsWith(String(digit))
    ? null
    : `This is no ${standard} barcode: its last digit would be ${digit}. Compare it with the package.`;
}

/** The possible stored forms of a code: a UPC-A code equals an EAN-13 code with a leading 0. */
export function barcodeForms(text: string): readonly string[] {
  const barcode = tidyBarcode(text.trim());
  if (!/^\d+$/.test(barcode)) return [barcode];
  if (barcode.length === UPC_LENGTH) return [barcode, `0${barcode}`];
  return barcode.length === UPC_LENGTH + 1 && barcode.startsWith("0") ? [barcode, barcode.slice(1)] : [barcode];
}
