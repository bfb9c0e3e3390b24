import { compactPostalCode } from "./postal-code.ts";

/** "m5v, M6 , 100-01" → ["M5V", "M6", "10001"]: normalized for comparison, without duplicates. */
export function postalPrefixes(text: string): string[] {
  const prefixes = text.split(/[,;\n]/).flatMap((entry) => codesOf(entry) ?? [compactPostalCode(entry)]);
  return [...new Set(prefixes)].filter((prefix) => prefix !== "");
}

/** An entry that may be one code or several, as typed; undefined: all are unambiguous. */
export function unclearPrefixes(text: string): string | undefined {
  return text
    .split(/[,;\n]/)
    .find((entry) => codesOf(entry) === null)
    ?.trim();
}

/** A code or prefix that contains a space: Canadian, British, Dutch; Swedish, Czech, Slovak and Greek. */
const SPACED = /^(?:[A-Z]\d[A-Z] \d(?:[A-Z]\d?)?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{0,2}|\d{4} [A-Z]{1,2}|\d{3} \d{1,2})$/;
/** An Irish code, or two British districts. */
const EITHER = /^[A-Z]\d[\dW] [A-Z][A-Z\d]{3}$/;

/** The codes of an entry, where a space separates them or is part of one; null = ambiguous. */
function codesOf(entry: string): string[] | null {
  const codes: string[] = [];
  const parts = entry.trim().split(/\s+/).map(compactPostalCode);
  for (let at = 0; at < parts.length; at += 1) {
    const [part = "", next] = parts.slice(at, at + 2);
    const pair = `${part} ${next}`;
    if (EITHER.test(pair)) return null;
    if (SPACED.test(pair)) at += 1;
    codes.push(SPACED.test(pair) ? pair.replace(" ", "") : part);
  }
  const [first = ""] = codes;
  const areDigits = codes.every((code) => /^\d+$/.test(code) && code.length === first.length);
  return codes.length === 1 || areDigits || codes.every((code) => /^[A-Z]{1,2}\d|^\d{4}[A-Z]/.test(code)) ? codes : null;
}
