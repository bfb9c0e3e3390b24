import { memo } from "react";
import { Link } from "react-router";
import { CellEditor, type AfterEdit } from "./cell-editor.tsx";
import { shownText, textProblem, type RowEdit, type SheetColumn, type SheetRow } from "./sheet-data.ts";

/** Column −1 holds the names of the rows: one can go there, but not edit. */
export const NAMES = -1;

interface GridRowProps {
  readonly at: number;
  readonly row: SheetRow;
  readonly columns: readonly SheetColumn[];
  readonly edit: RowEdit | undefined;
  readonly problems: Readonly<Record<string, string>> | undefined;
  /** The column one stands in; null = in another row. */
  readonly active: number | null;
  readonly chosenFrom: number | null;
  readonly chosenTo: number | null;
  readonly editing: { readonly typed: string | null } | null;
  readonly onDone: (column: SheetColumn, text: string, after: AfterEdit) => void;
  readonly onCancel: () => void;
}

/** Rendered again only when the row's data changes. */
export const GridRow = memo(
  DrawnRow,
  (before, after) =>
    (["at", "row", "columns", "edit", "problems", "active", "chosenFrom", "chosenTo", "editing"] as const).every(
      (name) => before[name] === after[name],
    ) &&
    after.editing === null &&
    after.active === null,
);

function DrawnRow({ at, row, columns, edit, problems, active, chosenFrom, chosenTo, editing, onDone, onCancel }: GridRowProps) {
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
        <Cell
          key={column.name}
          at={`${at}:${index}`}
          row={row}
          column={column}
          changed={edit?.texts[column.name]}
          problem={problems?.[column.name]}
          isActive={active === index}
          isChosen={chosenFrom !== null && chosenTo !== null && index >= chosenFrom && index <= chosenTo}
          editing={active === index ? editing : null}
          onDone={onDone}
          onCancel={onCancel}
        />
      ))}
    </tr>
  );
}

interface CellProps extends Pick<GridRowProps, "row" | "editing" | "onDone" | "onCancel"> {
  readonly at: string;
  readonly column: SheetColumn;
  /** The text typed over the stored one. */
  readonly changed: string | undefined;
  /** What the server says of it. */
  readonly problem: string | undefined;
  readonly isActive: boolean;
  readonly isChosen: boolean;
}

function Cell({ at, row, column, changed, problem: refused, isActive, isChosen, editing, onDone, onCancel }: CellProps) {
  const text = changed ?? row.texts[column.name] ?? "";
  const isChanged = changed !== undefined;
  const problem = refused ?? (isChanged ? textProblem(column, text) : undefined);
  const shown = shownText(column, text);
  return (
    <td
      data-at={at}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isChosen}
      aria-invalid={problem === undefined ? undefined : true}
      className={`relative h-10 cursor-cell border-b border-l border-hairline px-2 py-1 focus-visible:-outline-offset-2 focus-visible:[box-shadow:none] ${lookOf(problem !== undefined, isChosen, isChanged)} ${column.isMany === true ? "min-w-44" : "min-w-24"} ${column.isFigure === true ? "figures text-right" : ""}`}
    >
      {editing === null ? null : (
        <CellEditor
          column={column}
          label={`${column.title}, ${row.label}`}
          text={text}
          typed={editing.typed}
          onDone={(typed, after) => onDone(column, typed, after)}
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
