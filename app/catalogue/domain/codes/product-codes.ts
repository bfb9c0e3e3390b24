/*
 * Codes of goods. A SKU is the shop's own name of a product, unique whatever its case. A barcode is what a scanner types: numbers of the lengths of
 * EAN-8, UPC-A and EAN-13 must have their check digit, any other text is a code of the shop's own and stays as it is.
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
 * "978-3-16-148410-0" → "9783161484100": standard codes are stored as scanners type them. Other texts stay, without the apostrophe by which
 * spreadsheets mark text.
 */
export function tidyBarcode(written: string): string {
  const text = written.replace(/^'+/, "");
  const digits = text.replaceAll(/[\s-]/g, "");
  return /^\d+$/.test(digits) && STANDARDS[digits.length] !== undefined ? digits : text;
}

/** What is wrong with a tidy barcode, as a sentence; null = nothing. */
export function barcodeProblem(barcode: string): string | null {
  const standard = /^\d+$/.test(barcode) ? STANDARDS[barcode.length] : undefined;
  if (standard === undefined) return null;
  const digit = checkDigit(barcode.slice(0, -1));
  return barcode.endsWith(String(digit))
    ? null
    : `This is no ${standard} barcode: its last digit would be ${digit}. Compare it with the package.`;
}

/** How a scanned or typed code may be stored: a UPC-A code is the same as an EAN-13 code with a 0 in front. */
export function barcodeForms(text: string): readonly string[] {
  const barcode = tidyBarcode(text.trim());
  if (!/^\d+$/.test(barcode)) return [barcode];
  if (barcode.length === UPC_LENGTH) return [barcode, `0${barcode}`];
  return barcode.length === UPC_LENGTH + 1 && barcode.startsWith("0") ? [barcode, barcode.slice(1)] : [barcode];
}
