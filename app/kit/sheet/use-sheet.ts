import { useState } from "react";
import { blockCells, fillDown, parseTsv, writeTsv, type CellArea } from "./cell-area.ts";
import {
  cellText,
  editsAfter,
  moveBy,
  newHistory,
  readText,
  shownText,
  stepTo,
  typeCells,
  type CellTexts,
  type SheetAnswer,
  type SheetColumn,
  type SheetEdits,
  type SheetRow,
  type TypedCell,
} from "./sheet-data.ts";

/** Error sentences of the last response, by row and column, until the cell is edited again. */
type Problems = Readonly<Record<string, CellTexts>>;

/**
 * The unsaved state of a sheet and all actions on its cells. Columns are counted from 0, without the names column. `saves` increases when
 * the sheet is stored.
 */
export function useSheet(rows: readonly SheetRow[], columns: readonly SheetColumn[], answer: SheetAnswer | undefined, saves: number) {
  const [history, setHistory] = useState(newHistory({}));
  const [problems, setProblems] = useState<Problems>({});
  const [known, setKnown] = useState({ rows, answer, saves });
  const [isSent, setSent] = useState(false);
  const edits = history.steps[history.at] ?? {};
  const reset = (to: SheetEdits, found: Problems) => {
    setHistory(newHistory(to));
    setProblems(found);
  };

  // Stored changes leave the edits; refused ones stay with their sentence.
  if (known.rows !== rows || known.answer !== answer) {
    setKnown({ rows, answer, saves });
    const isAnswered = known.answer !== answer && answer !== undefined;
    const isStored = !isAnswered && known.rows !== rows && known.saves !== saves && isSent;
    if (isAnswered || isStored) setSent(false);
    if (isAnswered && answer.kind === "sheet") reset(editsAfter(edits, answer), answer.problems);
    if (isStored) reset({}, {});
  }

  /** `typing` names a cell that is typed key by key. */
  const type = (cells: readonly TypedCell[], typing: string | null = null) => {
    if (cells.length === 0) return;
    setHistory((before) => stepTo(before, typeCells(before.steps[before.at] ?? {}, cells), typing));
    setProblems((before) => withoutTyped(before, cells));
  };
  return {
    rows,
    columns,
    edits,
    problems,
    type,
    ...areaActions(rows, columns, edits, type),
    undo: () => setHistory((before) => moveBy(before, -1)),
    redo: () => setHistory((before) => moveBy(before, 1)),
    canUndo: history.at > 0,
    canRedo: history.at < history.steps.length - 1,
    restore: (kept: SheetEdits) => setHistory(newHistory(kept)),
    discard: () => reset({}, {}),
    markSent: () => setSent(true),
  };
}

export type SheetState = ReturnType<typeof useSheet>;

/** Removes the sentences of cells that were edited again. */
function withoutTyped(problems: Problems, cells: readonly TypedCell[]): Problems {
  const isTyped = (id: string, column: string) => cells.some((cell) => cell.row.id === id && cell.column === column);
  const left = Object.entries(problems).map(([id, row]) => [
    id,
    Object.fromEntries(Object.entries(row).filter(([name]) => !isTyped(id, name))),
  ]);
  return Object.fromEntries(left);
}

/** The actions on an area of cells. */
function areaActions(
  rows: readonly SheetRow[],
  columns: readonly SheetColumn[],
  edits: SheetEdits,
  type: (cells: readonly TypedCell[]) => void,
) {
  /** Pastes a block of texts into an area. Returns the number of cells written, and of those beyond the sheet. */
  const put = (block: readonly (readonly string[])[], area: CellArea, read = readText) => {
    const { cells, left } = blockCells(block, area, { rows, columns });
    type(cells.map(({ row, column, text }) => ({ row, column: column.name, text: read(column, text) })));
    return { count: cells.length, left };
  };
  const columnsOf = ({ left, right }: CellArea) => columns.slice(left, right + 1);
  return {
    clear: (area: CellArea) => put([[""]], area),
    copy(area: CellArea) {
      const lines = rows.slice(area.top, area.bottom + 1);
      return writeTsv(lines.map((row) => columnsOf(area).map((column) => shownText(column, cellText(edits, row, column.name)))));
    },
    paste: (tsv: string, area: CellArea) => put(parseTsv(tsv), area),
    /** Returns the number of cells filled. */
    fillDown(area: CellArea) {
      const { from, to } = fillDown(area);
      const source = rows[from];
      if (source === undefined) return 0;
      const texts = columnsOf(area).map(({ name }) => cellText(edits, source, name));
      return put([texts], to, (_column, text) => text).count;
    },
  };
}
