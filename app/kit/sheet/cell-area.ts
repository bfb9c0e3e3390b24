/** The position of a cell: rows and columns from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells, its edges included. */
export interface CellArea {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** The rectangle between two corners. */
export function areaOf(a: CellPlace, b: CellPlace): CellArea {
  return {
    top: Math.min(a.row, b.row),
    left: Math.min(a.column, b.column),
    bottom: Math.max(a.row, b.row),
    right: Math.max(a.column, b.column),
  };
}

/** Cells as tab-separated text that other spreadsheets can paste. */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const quoted = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(quoted).join("\t")).join("\n");
}

/** Parses cells copied from other spreadsheets: tabs and line ends, quoted where they are inside a cell. */
export function parseTsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let at = 0;
  const plain = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  while (at <= plain.length) {
    const quoted = plain[at] === '"' ? /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(plain.slice(at)) : null;
    const cell = quoted?.[0] ?? /^[^\t\n]*/.exec(plain.slice(at))?.[0] ?? "";
    rows.at(-1)?.push(quoted?.[1]?.replaceAll('""', '"') ?? cell);
    at += cell.length;
    if (plain[at] === "\n") rows.push([]);
    at += 1;
  }
  return rows;
}

/**
 * The cells that a block of texts is pasted into, from the upper left corner of an area. One text fills the whole area; a block is repeated
 * if the area is a multiple of it. `left` counts the texts beyond the sheet.
 */
export function blockCells<Row, Column>(
  block: readonly (readonly string[])[],
  { top, left: first, bottom, right }: CellArea,
  sheet: { readonly rows: readonly Row[]; readonly columns: readonly Column[] },
): { readonly cells: readonly { readonly row: Row; readonly column: Column; readonly text: string }[]; readonly left: number } {
  const size = { rows: block.length, columns: Math.max(0, ...block.map((line) => line.length)) };
  const chosen = { rows: bottom - top + 1, columns: right - first + 1 };
  const isTiled = chosen.rows % size.rows === 0 && chosen.columns % size.columns === 0;
  const written = isTiled ? chosen : size;
  const all = Array.from({ length: written.rows * written.columns }, (_, at) => {
    const down = Math.floor(at / written.columns);
    const across = at % written.columns;
    const text = block[down % size.rows]?.[across % size.columns];
    return { row: sheet.rows[top + down], column: sheet.columns[first + across], text };
  }).filter(({ text }) => text !== undefined);
  const cells = all.flatMap(({ row, column, text }) =>
    row === undefined || column === undefined || text === undefined ? [] : [{ row, column, text }],
  );
  return { cells, left: all.length - cells.length };
}

/** The row to fill an area from (its first, or the one above a single row; −1 = none) and the area to fill. */
export function fillDown(area: CellArea): { readonly from: number; readonly to: CellArea } {
  const from = area.top === area.bottom ? area.top - 1 : area.top;
  return { from, to: { ...area, top: from + 1 } };
}
