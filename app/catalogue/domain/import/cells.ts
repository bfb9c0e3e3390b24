import { groupedNumber } from "#app/values/number.ts";
import { cutText, tidyText } from "#app/values/text.ts";
import type { FileColumn, ImportRecord } from "./columns.ts";
import type { Note } from "./problems.ts";

/** The cell on one line without control characters. */
export function textOf(record: ImportRecord, column: FileColumn): string {
  return tidyText((record.cells[column] ?? "").replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " "));
}

interface NumberColumn {
  readonly column: "leadHours" | "maxPerOrder" | "lowStock" | "variantLowStock" | "weightStep" | "weightMin";
  readonly words: string;
  readonly range: readonly [least: number, most: number];
  /** The valid input. */
  readonly unit?: string;
}

/** A whole number; null: an empty cell, undefined: no such column, or invalid. */
export function readNumber(
  record: ImportRecord,
  { column, words, range: [least, most], unit = "a whole number" }: NumberColumn,
  note: Note,
): number | null | undefined {
  if (record.cells[column] === undefined) return undefined;
  const cell = textOf(record, column);
  if (cell === "") return null;
  const value = /^\d{1,7}$/.test(cell) ? Number(cell) : Number.NaN;
  if (value >= least && value <= most) return value;
  noteLeftOut(record, words, cell, `Enter ${unit} from ${least} to ${groupedNumber(most)}.`, note);
  return undefined;
}

/** Reports an invalid cell. */
export function noteLeftOut(record: ImportRecord, words: string, cell: string, advice: string, note: Note): void {
  const title = textOf(record, "title");
  const of = title === "" ? "" : ` of "${cutText(title, 60)}"`;
  note(record.line, "detail", `The ${words} "${cutText(cell, 30)}"${of} is left out. ${advice}`);
}

/** Spreadsheets' values for "true" in several languages. */
const YES = ["true", "yes", "y", "1", "wahr", "ja", "vrai", "oui", "verdadero", "sí", "vero", "waar"];
const NO = ["false", "no", "n", "0", "-1", "falsch", "nein", "faux", "non", "falso", "onwaar", "nee"];

export function isYes(text: string): boolean {
  return YES.includes(text.trim().toLowerCase());
}

export function isNo(text: string): boolean {
  return NO.includes(text.trim().toLowerCase());
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", ndash: "–", mdash: "—" };

/** "Food &amp; Drink" → "Food & Drink": other shops store escaped names. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code >= 32 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

/** Message about variants without stock. */
export function soldOutVariantsText(gone: readonly (readonly string[])[]): string {
  const [first = []] = gone;
  const more = gone.length > 1 ? ` and ${gone.length - 1} more` : "";
  return `"${cutText(first.join(" / "), 60)}"${more} ${gone.length > 1 ? "are" : "is"} out of stock there, and without a quantity, so ${gone.length > 1 ? "they" : "it"} can be bought here.`;
}
