import { ChevronDownIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { CellControl, CheckList } from "./cell-control.tsx";
import { cellState, shownText, type SheetColumn, type SheetRow } from "./sheet-data.ts";
import type { SheetState } from "./use-sheet.ts";

/** The sheet on a phone: a card per row, a field per cell. */
export function SheetCards({ sheet }: { readonly sheet: SheetState }) {
  return (
    <ul className="divide-y divide-hairline border-y border-hairline md:hidden">
      {sheet.rows.map((row) => (
        <li key={row.id} className="grid grid-flow-row-dense grid-cols-6 gap-x-3 gap-y-2 py-3">
          <Link
            to={row.to}
            className="col-span-6 inline-flex min-h-11 items-center font-semibold wrap-anywhere underline-offset-2 hover:underline"
          >
            {row.label}
          </Link>
          {row.note === undefined ? null : <p className="col-span-6 text-xs text-ink-2">{row.note}</p>}
          {sheet.problems[row.id]?.[""] === undefined ? null : <p className="col-span-6 text-beet">{sheet.problems[row.id]?.[""]}</p>}
          {sheet.columns.map((column) => (
            <CardField key={column.name} row={row} column={column} sheet={sheet} />
          ))}
        </li>
      ))}
    </ul>
  );
}

interface CardFieldProps {
  readonly row: SheetRow;
  readonly column: SheetColumn;
  readonly sheet: SheetState;
}

function CardField({ row, column, sheet }: CardFieldProps) {
  const id = `card-${row.id}-${column.name}`;
  const { text, isChanged, problem } = cellState(row, column, sheet.edits[row.id], sheet.problems[row.id]);
  const type = (next: string) => sheet.type([{ row, column: column.name, text: next }], id);
  const { options, isMany } = column;
  const label = (
    <>
      {column.title}
      {isChanged ? <span className="ml-1 font-normal text-primary">changed</span> : null}
    </>
  );
  const span = options === undefined ? "col-span-2" : "col-span-3";
  return (
    <div className={`grid min-w-0 content-start gap-1 ${isMany === true ? "col-span-6" : span}`}>
      {isMany === true && options !== undefined ? (
        <FoldedList label={label} shown={shownText(column, text) || (column.emptyWords ?? "none")}>
          <CheckList label={`${column.title}, ${row.label}`} options={options} value={text} onChange={type} />
        </FoldedList>
      ) : (
        <>
          <label htmlFor={id} className="text-xs font-semibold">
            {label}
          </label>
          <CellControl
            id={id}
            column={column}
            value={text}
            onChange={type}
            placeholder={column.emptyWords}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            className={`${CONTROL_CLASS} px-2 ${isChanged ? "bg-primary-tint" : ""}`}
          />
        </>
      )}
      {problem === undefined ? null : (
        <p id={`${id}-problem`} className="text-xs text-beet">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The selected values; the list is rendered once it is opened. */
function FoldedList({ label, shown, children }: { readonly label: ReactNode; readonly shown: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="rounded border border-field bg-surface">
      <summary className="flex min-h-11 list-none items-center gap-1 px-3 py-1 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 grow">
          <span className="font-semibold">{label}: </span>
          {shown}
        </span>
        <ChevronDownIcon aria-hidden className={`size-4 shrink-0 ${isOpen ? "rotate-180" : ""}`} />
      </summary>
      {isOpen ? children : null}
    </details>
  );
}
