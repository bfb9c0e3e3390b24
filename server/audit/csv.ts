/* Reads and writes cells of the shop's CSV files, independent of the shop's code. */

/** How the shop separates cells and writes amounts. */
export interface FileFormat {
  readonly separator: "," | ";";
  readonly decimal: "," | ".";
}

/** By the settings CSV_FORMAT and LOCALE: docs/rules/prices-and-tax.md. */
export function fileFormatOf(choice: string, locale: string): FileFormat {
  if (choice !== "locale") return { separator: choice === "comma" ? "," : ";", decimal: choice === "semicolon" ? "," : "." };
  const isSwiss = /-(?:CH|LI)$/.test(locale);
  const decimal = !isSwiss && (1.5).toLocaleString(locale).includes(",") ? "," : ".";
  return { separator: isSwiss || decimal === "," ? ";" : ",", decimal };
}

/** The cells of a CSV file (RFC 4180), without the apostrophe that prevents spreadsheets from running a text as a formula. */
export function parseCsv(text: string, separator: FileFormat["separator"]): readonly (readonly string[])[] {
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, "g");
  const rows: string[][] = [];
  let row: string[] = [];
  // A quoted or a plain cell, and its terminator.
  for (const [, quoted, plain = "", end = ""] of text.matchAll(cells)) {
    if (end === "" && row.length === 0 && quoted === undefined && plain === "") break;
    row.push((quoted?.replaceAll('""', '"') ?? plain).replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ""));
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
