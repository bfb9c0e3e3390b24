import * as texts from "#texts/store/address.ts";

/** Postal codes as customers type them, ignoring spaces, hyphens and case. */

/** "m5v 1a1" → "M5V1A1", "10001-1234" → "100011234". */
export function compactPostalCode(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** Whether the code starts with one of the prefixes (DELIVERY_POSTAL_PREFIXES: upper case, no spaces); an empty list means anywhere. */
export function isInDeliveryArea(postalCode: string, prefixes: readonly string[]): boolean {
  const code = compactPostalCode(postalCode);
  return prefixes.length === 0 || prefixes.some((prefix) => code.startsWith(prefix));
}

const PATTERNS = {
  CA: { pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/, example: "M5V 1A1" },
  US: { pattern: /^\d{5}(?:\d{4})?$/, example: "10001" },
  GB: { pattern: /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/, example: "SW1A 1AA" },
} as const;

const COUNTRY_NAMES: Readonly<Record<string, keyof typeof PATTERNS>> = {
  ca: "CA",
  can: "CA",
  canada: "CA",
  us: "US",
  usa: "US",
  "united states": "US",
  "united states of america": "US",
  gb: "GB",
  gbr: "GB",
  uk: "GB",
  "united kingdom": "GB",
  "great britain": "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
};

/**
 * Why this is not a postal code anywhere, as a sentence that says what is valid, or null. Some country uses any code of 2 to 10 letters and
 * digits.
 */
export function postalCodeProblem(postalCode: string, country: string): string | null {
  if (/^[A-Z0-9]{2,10}$/.test(compactPostalCode(postalCode))) return null;
  const known = countryOf(country);
  return known === undefined ? texts.enterPostalCode : texts.enterCodeSuchAs(PATTERNS[known].example, known === "US");
}

/**
 * The question about a code that does not match its country's format, or null. `country` is free text (settings and forms contain names or
 * codes); Canada, the United States and the United Kingdom have a pattern. The code may still be right, so it is questioned, not refused.
 */
export function postalCodeDoubt(postalCode: string, country: string): string | null {
  const code = compactPostalCode(postalCode);
  const known = countryOf(country);
  if (known === undefined || PATTERNS[known].pattern.test(code)) return null;
  return texts.codeLooksUnusual(postalCode.trim().toUpperCase(), PATTERNS[known].example, known === "US");
}

/** The code in printed form: Canadian and British ones with their space, nine-digit ZIP codes with a hyphen; others as typed. */
export function formatPostalCode(postalCode: string, country: string): string {
  const code = compactPostalCode(postalCode);
  const known = countryOf(country);
  if (known === undefined || !PATTERNS[known].pattern.test(code)) return postalCode.trim().toUpperCase();
  if (known === "US") return code.length === 9 ? `${code.slice(0, 5)}-${code.slice(5)}` : code;
  return `${code.slice(0, -3)} ${code.slice(-3)}`;
}

export function countryOf(country: string): keyof typeof PATTERNS | undefined {
  return COUNTRY_NAMES[country.trim().toLowerCase().replace(/[.]/g, "")];
}
