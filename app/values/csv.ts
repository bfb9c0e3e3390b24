import type { Cents } from "./money.ts";
import { writtenAmount, type DecimalSign } from "./money/money-input.ts";

/** How a file separates its cells and writes amounts. */
export interface CsvFormat {
  readonly separator: "," | ";";
  readonly decimal: DecimalSign;
}

/** The format for programs and English spreadsheets. */
export const PLAIN_CSV: CsvFormat = { separator: ",", decimal: "." };

/** An amount in a cell, written in the format of the file. */
interface AmountCell {
  readonly amount: Cents;
  readonly currency: string;
}

export type CsvCell = string | AmountCell;
export type CsvRows = readonly (readonly CsvCell[])[];

export function amountCell(amount: Cents, currency: string): AmountCell {
  return { amount, currency };
}

/** The byte order mark tells spreadsheets that a file is UTF-8; programs that import products skip it. */
export const UTF8_MARK = "\ufeff";

/** Rows as a CSV file (RFC 4180). Text that a spreadsheet could run as a formula is escaped; a negative amount is not. */
export function csvOf(rows: CsvRows, { separator, decimal }: CsvFormat): string {
  const textOf = (cell: CsvCell) =>
    typeof cell === "string" ? quoted(withoutFormula(cell)) : writtenAmount(cell.amount, cell.currency, decimal);
  return rows.map((row) => `${row.map(textOf).join(separator)}\r\n`).join("");
}

function withoutFormula(text: string): string {
  return beginsFormula(text) && !/^-[\d.]+$/.test(text) ? `'${text}` : text;
}

/** Whether a spreadsheet could read a text as a formula; some treat full-width signs as plain ones. */
export function beginsFormula(text: string): boolean {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text);
}

/** Quotes other separators, too: a spreadsheet that splits by them must not start a formula inside a text. */
function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
