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

/** Drawn again only when something of the row is another. */
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
        {rowProblem === undefined ? null : <span className="block text-xs font-normal text-beet">{rowProblem}</span>}
      </th>
      {columns.map((column, index) => {
        const text = edit?.texts[column.name] ?? row.texts[column.name] ?? "";
        const isChanged = edit?.texts[column.name] !== undefined;
        const problem = problems?.[column.name] ?? (isChanged ? textProblem(column, text) : undefined);
        const isChosen = chosenFrom !== null && chosenTo !== null && index >= chosenFrom && index <= chosenTo;
        const shown = shownText(column, text);
        const look =
          problem !== undefined
            ? "bg-beet-tint"
            : isChosen
              ? "bg-harbour-tint shadow-[inset_0_0_0_1px_var(--color-harbour)]"
              : isChanged
                ? "bg-primary-tint"
                : "group-hover:bg-canvas";
        return (
          <td
            key={column.name}
            data-at={`${at}:${index}`}
            tabIndex={active === index ? 0 : -1}
            aria-selected={isChosen}
            aria-invalid={problem === undefined ? undefined : true}
            className={`relative h-10 cursor-cell border-b border-l border-hairline px-2 py-1 focus-visible:-outline-offset-2 focus-visible:[box-shadow:none] ${look} ${column.isMany === true ? "min-w-44" : "min-w-24"} ${column.isFigure === true ? "figures text-right" : ""}`}
          >
            {active === index && editing !== null ? (
              <CellEditor
                column={column}
                label={`${column.title}, ${row.label}`}
                text={text}
                typed={editing.typed}
                onDone={(typed, after) => onDone(column, typed, after)}
                onCancel={onCancel}
              />
            ) : null}
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
      })}
    </tr>
  );
}
