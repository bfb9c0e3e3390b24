/** A cell by its place: rows and columns from 0. */
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

/** Cells as other spreadsheets take them from the clipboard. */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const quoted = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(quoted).join("\t")).join("\n");
}

/** Cells as other spreadsheets put them on the clipboard: tabs and line ends, quoted where they stand inside of a cell. */
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
 * Where pasted cells go: from the upper left corner of the chosen cells; one cell fills all of them, and a block is repeated where a whole
 * number of it fits. `left` counts those that lie beyond the sheet.
 */
export function pastePlaces(
  cells: readonly (readonly string[])[],
  area: CellArea,
  size: { readonly rows: number; readonly columns: number },
): { readonly cells: readonly (CellPlace & { readonly text: string })[]; readonly left: number } {
  const height = cells.length;
  const width = Math.max(0, ...cells.map((row) => row.length));
  if (width === 0) return { cells: [], left: 0 };
  const chosenHeight = area.bottom - area.top + 1;
  const chosenWidth = area.right - area.left + 1;
  const isTiled = chosenHeight % height === 0 && chosenWidth % width === 0;
  const rows = isTiled ? chosenHeight : height;
  const columns = isTiled ? chosenWidth : width;
  const all = placesOf({ top: area.top, left: area.left, bottom: area.top + rows - 1, right: area.left + columns - 1 }).flatMap((place) => {
    const text = cells[(place.row - area.top) % height]?.[(place.column - area.left) % width];
    return text === undefined ? [] : [{ ...place, text }];
  });
  const inside = all.filter((place) => place.row < size.rows && place.column < size.columns);
  return { cells: inside, left: all.length - inside.length };
}

/** The row that an area is filled from, its first or the one above a single row (−1: none), and what is filled. */
export function fillDown(area: CellArea): { readonly from: number; readonly to: CellArea } {
  const from = area.top === area.bottom ? area.top - 1 : area.top;
  return { from, to: { ...area, top: from + 1 } };
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function placesOf({ top, left, bottom, right }: CellArea): readonly CellPlace[] {
  return range(top, bottom).flatMap((row) => range(left, right).map((column) => ({ row, column })));
}
