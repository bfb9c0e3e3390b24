/* Reads and writes cells of the shop's CSV files, apart from the shop's own code. */

/**
 * The cells of a CSV file (RFC 4180) with commas or, if its heading has some, semicolons, without the apostrophe that keeps a spreadsheet from running a
 * text as a formula.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const separator = /^[^\r\n]*;/.test(text) ? ";" : ",";
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, "g");
  const rows: string[][] = [];
  let row: string[] = [];
  // A quoted cell, or a plain one, and what ends it.
  for (const [, quoted, plain = "", end = ""] of text.matchAll(cells)) {
    if (end === "" && row.length === 0 && quoted === undefined && plain === "") break;
    row.push((quoted?.replaceAll('""', '"') ?? plain).replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ""));
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
