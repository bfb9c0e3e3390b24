import { useRef, useState } from "react";
import { announce } from "#app/kit/focus/announcer.tsx";
import { areaOf, type CellPlace } from "./cell-area.ts";
import { cellText } from "./sheet-data.ts";
import type { SheetState } from "./use-sheet.ts";

/** Column −1 contains the row names: it can be reached, but not edited. */
export const NAMES = -1;

const FIRST: CellPlace = { row: 0, column: 0 };

export type GridCells = ReturnType<typeof useGridCells>;

/** The active cell, the selected area around it and the cell in edit mode. */
export function useGridCells({ rows, columns, edits, type }: SheetState) {
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState(FIRST);
  const [anchor, setAnchor] = useState(FIRST);
  const [editing, setEditing] = useState<{ readonly typed: string | null } | null>(null);
  /** The focus follows the keys or the mouse; otherwise (Tab, a screen reader) the active cell follows the focus. */
  const isGoing = useRef(false);
  const area = areaOf(anchor, active);
  const go = ({ row, column }: CellPlace, isRange = false) => {
    const to = {
      row: Math.max(0, Math.min(rows.length - 1, row)),
      column: Math.max(NAMES, Math.min(columns.length - 1, column)),
    };
    setActive(to);
    if (!isRange) setAnchor(to);
    isGoing.current = true;
    table.current?.querySelector<HTMLElement>(`[data-at="${to.row}:${to.column}"]`)?.focus();
    isGoing.current = false;
  };
  return {
    table,
    active,
    area,
    /** Without the names column. */
    cellArea: { ...area, left: Math.max(0, area.left) },
    editing,
    isGoing,
    setAnchor,
    go,
    /** Makes a cell active that already has the focus. */
    stand: (place: CellPlace) => {
      setActive(place);
      setAnchor(place);
    },
    /** Ends edit mode and moves by this offset; null = the focus has already moved elsewhere. */
    end: (by: CellPlace | null) => {
      setEditing(null);
      if (by !== null) go({ row: active.row + by.row, column: active.column + by.column });
    },
    /** `typed` replaces the cell's text. */
    edit: (typed: string | null) => {
      const row = rows[active.row];
      const column = columns[active.column];
      if (row === undefined || column === undefined) return;
      if (typed === null || column.options === undefined) return setEditing({ typed });
      // A letter selects the next option that starts with it.
      const options = column.options.filter((option) => option.label.toLowerCase().startsWith(typed.toLowerCase()));
      const at = options.findIndex((option) => option.value === cellText(edits, row, column.name));
      const next = options[(at + 1) % Math.max(1, options.length)];
      if (column.isMany === true || next === undefined) return setEditing({ typed: null });
      type([{ row, column: column.name, text: next.value }]);
      announce(next.label);
    },
  };
}
