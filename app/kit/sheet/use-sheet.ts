import { useCallback, useState } from "react";
import {
  cellText,
  newHistory,
  overRows,
  readText,
  shownText,
  stepBack,
  stepForth,
  stepTo,
  typeCells,
  withoutRows,
  type EditHistory,
  type SheetAnswer,
  type SheetColumn,
  type SheetEdits,
  type SheetRow,
  type TypedCell,
} from "./sheet-data.ts";
import { areaOf, fillPlaces, parseTsv, pastePlaces, placesOf, writeTsv, type CellArea, type CellPlace } from "./cell-area.ts";

export interface SheetState {
  readonly history: EditHistory;
  readonly edits: SheetEdits;
  /** Sentences of the last answer, by row and column, until the cell is typed again. */
  readonly problems: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Known {
  readonly rows: readonly SheetRow[];
  readonly answer: SheetAnswer | undefined;
  readonly saves: number;
}

/**
 * What is unsaved in a sheet, and everything that can be done to its cells. Columns are counted from 0, the row's name not among them. `saves` grows
 * when the sheet is stored.
 */
export function useSheet(rows: readonly SheetRow[], columns: readonly SheetColumn[], answer: SheetAnswer | undefined, saves: number) {
  const { history, setHistory, problems, setProblems, markSent } = useUnsavedCells(rows, answer, saves);

  const type = useCallback(
    (cells: readonly TypedCell[], typing: string | null) => {
      if (cells.length === 0) return;
      setHistory((before) => stepTo(before, typeCells(before.edits, cells), typing));
      setProblems((before) => withoutTyped(before, cells));
    },
    [setHistory, setProblems],
  );

  return {
    edits: history.edits,
    problems,
    /** A cell that is typed key by key, or chosen from a list. */
    type,
    ...areaActions({ rows, columns, edits: history.edits, type }),
    undo: () => setHistory(stepBack),
    redo: () => setHistory(stepForth),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    restore: (edits: SheetEdits) => setHistory(newHistory(edits)),
    discard: () => {
      setHistory(newHistory({}));
      setProblems({});
    },
    markSent,
    wholeArea: () => areaOf({ row: 0, column: 0 }, { row: rows.length - 1, column: columns.length - 1 }),
  };
}

/** Unsaved edits through answers of the server: what was stored leaves them, what was refused stays with its sentence. */
function useUnsavedCells(rows: readonly SheetRow[], answer: SheetAnswer | undefined, saves: number) {
  const [history, setHistory] = useState<EditHistory>(newHistory({}));
  const [problems, setProblems] = useState<SheetState["problems"]>({});
  const [known, setKnown] = useState<Known>({ rows, answer, saves });
  const [isSent, setSent] = useState(false);

  if (known.rows !== rows || known.answer !== answer) {
    setKnown({ rows, answer, saves });
    if (known.answer !== answer && answer !== undefined) {
      setSent(false);
      if (answer.kind === "sheet") {
        setHistory(newHistory(overRows(withoutRows(history.edits, answer.saved), answer.overtaken)));
        setProblems(answer.problems);
      }
    } else if (known.rows !== rows && known.saves !== saves && isSent) {
      setSent(false);
      setHistory(newHistory({}));
      setProblems({});
    }
  }
  return { history, setHistory, problems, setProblems, markSent: () => setSent(true) };
}

/** The sentences about cells that were typed again are gone. */
function withoutTyped(problems: SheetState["problems"], cells: readonly TypedCell[]): SheetState["problems"] {
  const touched = cells.filter(({ row, column }) => problems[row.id]?.[column] !== undefined);
  if (touched.length === 0) return problems;
  const next = { ...problems };
  for (const { row, column } of touched)
    next[row.id] = Object.fromEntries(Object.entries(next[row.id] ?? {}).filter(([name]) => name !== column));
  return next;
}

interface AreaFacts {
  readonly rows: readonly SheetRow[];
  readonly columns: readonly SheetColumn[];
  readonly edits: SheetEdits;
  readonly type: (cells: readonly TypedCell[], typing: string | null) => void;
}

/** What can be done to several cells. */
function areaActions({ rows, columns, edits, type }: AreaFacts) {
  const at = ({ row, column }: CellPlace) => {
    const found = rows[row];
    const kind = columns[column];
    return found === undefined || kind === undefined ? undefined : { row: found, column: kind };
  };
  const put = (cells: readonly (CellPlace & { readonly text: string })[]) =>
    type(
      cells.flatMap((cell) => {
        const found = at(cell);
        return found === undefined ? [] : [{ row: found.row, column: found.column.name, text: readText(found.column, cell.text) }];
      }),
      null,
    );
  return {
    put,
    clear: (area: CellArea) => put(placesOf(area).map((place) => ({ ...place, text: "" }))),
    copy: (area: CellArea) => {
      const lines: string[][] = [];
      for (const place of placesOf(area)) {
        const found = at(place);
        const line = (lines[place.row - area.top] ??= []);
        if (found !== undefined) line.push(shownText(found.column, cellText(edits, found.row, found.column.name)));
      }
      return writeTsv(lines);
    },
    /** Answers how many cells changed and how many lay beyond the sheet. */
    paste: (tsv: string, area: CellArea) => {
      const { cells, left } = pastePlaces(parseTsv(tsv), area, { rows: rows.length, columns: columns.length });
      put(cells);
      return { count: cells.length, left };
    },
    fillDown: (area: CellArea) => {
      const pairs = fillPlaces(area);
      type(
        pairs.flatMap(({ from, to }) => {
          const source = at(from);
          const target = at(to);
          return source === undefined || target === undefined
            ? []
            : [{ row: target.row, column: target.column.name, text: cellText(edits, source.row, source.column.name) }];
        }),
        null,
      );
      return pairs.length;
    },
  };
}
