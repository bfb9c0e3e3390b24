import { memo } from "react";
import { Link } from "react-router";
import type { CellPlace } from "./cell-area.ts";
import { CellEditor } from "./cell-editor.tsx";
import { cellState, shownText, type CellTexts, type RowEdit, type SheetColumn, type SheetRow } from "./sheet-data.ts";
import { NAMES } from "./use-grid-cells.ts";

interface GridRowProps {
  readonly at: number;
  readonly row: SheetRow;
  readonly columns: readonly SheetColumn[];
  readonly edit: RowEdit | undefined;
  readonly problems: CellTexts | undefined;
  /** The active column; null = the active cell is in another row. */
  readonly active: number | null;
  readonly chosenFrom: number | null;
  readonly chosenTo: number | null;
  readonly editing: { readonly typed: string | null } | null;
  readonly onDone: (column: SheetColumn, text: string, by: CellPlace | null) => void;
  readonly onCancel: () => void;
}

const SHOWN = ["at", "row", "columns", "edit", "problems", "active", "chosenFrom", "chosenTo"] as const;

/** Re-rendered only when a shown prop changes or the row contains the active cell. */
export const GridRow = memo(DrawnRow, (before, after) => after.active === null && SHOWN.every((name) => before[name] === after[name]));

function DrawnRow(props: GridRowProps) {
  const { at, row, columns, problems, active } = props;
  const rowProblem = problems?.[""];
  return (
    <tr className="group">
      <th
        scope="row"
        className="sticky left-0 z-10 max-w-72 border-b border-hairline bg-surface px-2 py-1 font-semibold group-hover:bg-canvas"
      >
        <Link
          to={row.to}
          data-at={`${at}:${NAMES}`}
          tabIndex={active === NAMES ? 0 : -1}
          className="inline-flex min-h-8 items-center wrap-anywhere underline-offset-2 hover:text-primary hover:underline"
        >
          {row.label}
        </Link>
        {row.note === undefined ? null : <span className="block text-xs font-normal text-ink-2">{row.note}</span>}
        {rowProblem === undefined ? null : <span className="block text-xs font-normal text-beet">{rowProblem}</span>}
      </th>
      {columns.map((column, index) => (
        <Cell key={column.name} {...props} column={column} index={index} />
      ))}
    </tr>
  );
}

interface CellProps extends GridRowProps {
  readonly column: SheetColumn;
  readonly index: number;
}

function Cell({ column, index, at, row, edit, problems, active, chosenFrom, chosenTo, editing, onDone, onCancel }: CellProps) {
  const isActive = active === index;
  const isChosen = chosenFrom !== null && chosenTo !== null && index >= chosenFrom && index <= chosenTo;
  const { text, isChanged, problem } = cellState(row, column, edit, problems);
  const shown = shownText(column, text);
  return (
    <td
      data-at={`${at}:${index}`}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isChosen}
      aria-invalid={problem === undefined ? undefined : true}
      className={`relative h-10 cursor-cell border-b border-l border-hairline px-2 py-1 focus-visible:-outline-offset-2 focus-visible:[box-shadow:none] ${lookOf(problem !== undefined, isChosen, isChanged)} ${column.isMany === true ? "min-w-44" : "min-w-24"} ${column.isFigure === true ? "figures text-right" : ""}`}
    >
      {!isActive || editing === null ? null : (
        <CellEditor
          column={column}
          label={`${column.title}, ${row.label}`}
          text={text}
          typed={editing.typed}
          onDone={(typed, by) => onDone(column, typed, by)}
          onCancel={onCancel}
        />
      )}
      {shown === "" ? <span className="text-muted">{column.emptyWords ?? "–"}</span> : shown}
      {isChanged ? (
        <>
          <span aria-hidden className="absolute top-0 right-0 border-t-8 border-l-8 border-t-primary border-l-transparent" />
          <span className="sr-only">, changed</span>
        </>
      ) : null}
      {problem === undefined ? null : <span className="block text-left text-xs text-beet">{problem}</span>}
    </td>
  );
}

function lookOf(isWrong: boolean, isChosen: boolean, isChanged: boolean): string {
  if (isWrong) return "bg-beet-tint";
  if (isChosen) return "bg-harbour-tint shadow-[inset_0_0_0_1px_var(--color-harbour)]";
  return isChanged ? "bg-primary-tint" : "group-hover:bg-canvas";
}
