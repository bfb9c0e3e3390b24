import { useRef, useState } from "react";
import { areaOf, type CellArea, type CellPlace } from "./cell-area.ts";
import type { AfterEdit } from "./cell-editor.tsx";
import { NAMES } from "./grid-row.tsx";
import { cellText, type SheetColumn, type SheetRow } from "./sheet-data.ts";
import type { useSheet } from "./use-sheet.ts";

export interface GridFacts {
  readonly rows: readonly SheetRow[];
  readonly columns: readonly SheetColumn[];
  readonly sheet: ReturnType<typeof useSheet>;
  readonly onSay: (words: string) => void;
}

const AFTER: Readonly<Record<AfterEdit, CellPlace>> = {
  stay: { row: 0, column: 0 },
  down: { row: 1, column: 0 },
  up: { row: -1, column: 0 },
  right: { row: 0, column: 1 },
  left: { row: 0, column: -1 },
};

export type GridCells = ReturnType<typeof useGridCells>;

/** The active cell, the chosen area around it and the cell that is edited. */
export function useGridCells({ rows, columns, sheet }: GridFacts) {
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<CellPlace>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<{ readonly typed: string | null } | null>(null);
  /** The focus moves because the edit ended, not because the user left the cell. */
  const isEnding = useRef(false);
  /** The focus follows the keys or the mouse; otherwise (Tab, a screen reader) the active cell follows the focus. */
  const isGoing = useRef(false);
  const area = areaOf(anchor, active);
  const cellArea: CellArea = { ...area, left: Math.max(0, area.left) };

  const clamp = ({ row, column }: CellPlace): CellPlace => ({
    row: Math.max(0, Math.min(rows.length - 1, row)),
    column: Math.max(NAMES, Math.min(columns.length - 1, column)),
  });
  const go = (place: CellPlace, isRange = false) => {
    const to = clamp(place);
    setActive(to);
    if (!isRange) setAnchor(to);
    isGoing.current = true;
    table.current?.querySelector<HTMLElement>(`[data-at="${to.row}:${to.column}"]`)?.focus();
    isGoing.current = false;
  };
  const end = (after: AfterEdit) => {
    isEnding.current = true;
    setEditing(null);
    const by = AFTER[after];
    if (after !== "stay") go({ row: active.row + by.row, column: active.column + by.column });
    isEnding.current = false;
  };
  const cancel = () => {
    isEnding.current = true;
    setEditing(null);
    go(active);
    isEnding.current = false;
  };
  const edit = (typed: string | null) => {
    const row = rows[active.row];
    const column = columns[active.column];
    if (row === undefined || column === undefined) return;
    if (typed === null || column.options === undefined) return setEditing({ typed });
    // A letter chooses the next of the list that begins with it.
    const options = column.options.filter((option) => option.label.toLowerCase().startsWith(typed.toLowerCase()));
    const at = options.findIndex((option) => option.value === cellText(sheet.edits, row, column.name));
    const next = options[(at + 1) % Math.max(1, options.length)];
    if (column.isMany === true || next === undefined) return setEditing({ typed: null });
    sheet.type([{ row, column: column.name, text: next.value }], null);
  };
  return { table, active, area, cellArea, editing, isEnding, isGoing, setActive, setAnchor, go, end, cancel, edit };
}
