import type { ClipboardEvent, KeyboardEvent } from "react";
import type { CellPlace } from "./cell-area.ts";
import { NAMES } from "./grid-row.tsx";
import type { GridCells, GridFacts } from "./use-grid-cells.ts";

const STEPS: Readonly<Record<string, CellPlace>> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
};

/** The grid's keys (WAI-ARIA, and those of spreadsheets), copy and paste. */
export function useGridKeys(facts: GridFacts, cells: GridCells) {
  const { sheet, onSay } = facts;
  const { active, cellArea, editing } = cells;
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing !== null || event.altKey || event.nativeEvent.isComposing) return;
    const act =
      moveOf(event, facts, cells) ?? (event.ctrlKey || event.metaKey ? commandOf(event, facts, cells) : editOf(event, facts, cells));
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onCopy = (event: ClipboardEvent) => {
    if (editing !== null || active.column === NAMES) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", sheet.copy(cellArea));
    onSay("Copied");
  };
  const onPaste = (event: ClipboardEvent) => {
    if (editing !== null || active.column === NAMES) return;
    event.preventDefault();
    const { count, left } = sheet.paste(event.clipboardData.getData("text/plain"), cellArea);
    onSay(left === 0 ? `${count} pasted` : `${count} pasted; ${left} lie beyond the sheet and were left out`);
  };
  return { onKeyDown, onCopy, onPaste };
}

/** What a key does; null: nothing. */
type Act = (() => void) | null;

function moveOf(event: KeyboardEvent, { rows, columns }: GridFacts, { active, go }: GridCells): Act {
  const isMod = event.ctrlKey || event.metaKey;
  const step = STEPS[event.key];
  if (step !== undefined) {
    const far = isMod ? 1e6 : 1;
    return () => go({ row: active.row + step.row * far, column: active.column + step.column * far }, event.shiftKey);
  }
  if (event.key === "Home") return () => go({ row: isMod ? 0 : active.row, column: 0 }, event.shiftKey);
  if (event.key === "End") return () => go({ row: isMod ? rows.length - 1 : active.row, column: columns.length - 1 }, event.shiftKey);
  return null;
}

/** With Ctrl or Cmd. */
function commandOf(event: KeyboardEvent, { rows, columns, sheet, onSay }: GridFacts, { cellArea, go, setAnchor }: GridCells): Act {
  switch (event.key.toLowerCase()) {
    case "z":
      return event.shiftKey ? sheet.redo : sheet.undo;
    case "y":
      return sheet.redo;
    case "d":
      return () => onSay(`${sheet.fillDown(cellArea)} filled`);
    case "a":
      return () => {
        setAnchor({ row: 0, column: 0 });
        go({ row: rows.length - 1, column: columns.length - 1 }, true);
      };
    default:
      return null;
  }
}

function editOf({ key }: KeyboardEvent, { sheet }: GridFacts, { active, cellArea, edit, setAnchor }: GridCells): Act {
  if (active.column === NAMES) return null;
  if (key === "Enter" || key === "F2") return () => edit(null);
  if (key === "Escape") return () => setAnchor(active);
  if (key === "Delete" || key === "Backspace") return () => sheet.clear(cellArea);
  return key.length === 1 ? () => edit(key) : null;
}
