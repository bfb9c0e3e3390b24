import { ChevronDownIcon } from "lucide-react";
import { useState, type ComponentProps, type ReactNode } from "react";
import { Link } from "react-router";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { CheckList } from "./check-list.tsx";
import { cellText, shownText, textProblem, type SheetColumn, type SheetOption, type SheetRow } from "./sheet-data.ts";
import type { useSheet } from "./use-sheet.ts";

interface SheetCardsProps {
  readonly rows: readonly SheetRow[];
  readonly columns: readonly SheetColumn[];
  readonly sheet: ReturnType<typeof useSheet>;
}

/** The same sheet on a phone: a card a row, a field a cell. */
export function SheetCards({ rows, columns, sheet }: SheetCardsProps) {
  return (
    <ul className="divide-y divide-hairline border-y border-hairline md:hidden">
      {rows.map((row) => (
        <li key={row.id} className="grid grid-flow-row-dense grid-cols-6 gap-x-3 gap-y-2 py-3">
          <Link
            to={row.to}
            className="col-span-6 inline-flex min-h-11 items-center font-semibold wrap-anywhere underline-offset-2 hover:underline"
          >
            {row.label}
          </Link>
          {row.note === undefined ? null : <p className="col-span-6 text-xs text-ink-2">{row.note}</p>}
          {sheet.problems[row.id]?.[""] === undefined ? null : <p className="col-span-6 text-beet">{sheet.problems[row.id]?.[""]}</p>}
          {columns.map((column) => (
            <CardField key={column.name} row={row} column={column} sheet={sheet} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function CardField({
  row,
  column,
  sheet,
}: {
  readonly row: SheetRow;
  readonly column: SheetColumn;
  readonly sheet: SheetCardsProps["sheet"];
}) {
  const id = `card-${row.id}-${column.name}`;
  const text = cellText(sheet.edits, row, column.name);
  const isChanged = sheet.edits[row.id]?.texts[column.name] !== undefined;
  const problem = sheet.problems[row.id]?.[column.name] ?? (isChanged ? textProblem(column, text) : undefined);
  const type = (next: string) => sheet.type([{ row, column: column.name, text: next }], `${row.id}:${column.name}`);
  const { options } = column;
  const label = (
    <>
      {column.title}
      {isChanged ? <span className="ml-1 font-normal text-primary">changed</span> : null}
    </>
  );
  const control = {
    id,
    "aria-invalid": problem === undefined ? undefined : (true as const),
    "aria-describedby": problem === undefined ? undefined : `${id}-problem`,
    className: `${CONTROL_CLASS} px-2 ${isChanged ? "bg-primary-tint" : ""}`,
  };
  const span = options === undefined ? "col-span-2" : "col-span-3";
  return (
    <div className={`grid min-w-0 content-start gap-1 ${column.isMany === true ? "col-span-6" : span}`}>
      {column.isMany === true && options !== undefined ? (
        <ManyField column={column} options={options} rowLabel={row.label} label={label} text={text} onType={type} />
      ) : (
        <>
          <label htmlFor={id} className="text-xs font-semibold">
            {label}
          </label>
          <OneField column={column} control={control} text={text} onType={type} />
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

interface ManyFieldProps {
  readonly column: SheetColumn;
  readonly options: readonly SheetOption[];
  readonly rowLabel: string;
  readonly label: ReactNode;
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** Several of a list, folded until it is opened. */
function ManyField({ column, options, rowLabel, label, text, onType }: ManyFieldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="rounded border border-field bg-surface">
      <summary className="flex min-h-11 list-none items-center gap-1 px-3 py-1 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 grow">
          <span className="font-semibold">{label}: </span>
          {shownText(column, text) || (column.emptyWords ?? "none")}
        </span>
        <ChevronDownIcon aria-hidden className={`size-4 shrink-0 ${isOpen ? "rotate-180" : ""}`} />
      </summary>
      {isOpen ? <CheckList label={`${column.title}, ${rowLabel}`} options={options} value={text} onChange={onType} /> : null}
    </details>
  );
}

interface OneFieldProps {
  readonly column: SheetColumn;
  readonly control: Pick<ComponentProps<"input">, "id" | "className" | "aria-describedby"> & { readonly "aria-invalid": true | undefined };
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** A text, or one of a list. */
function OneField({ column, control, text, onType }: OneFieldProps) {
  const { options } = column;
  if (options === undefined)
    return (
      <input
        {...control}
        value={text}
        inputMode={column.inputMode}
        placeholder={column.emptyWords}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
      />
    );
  return (
    <select {...control} value={text} onChange={(event) => onType(event.target.value)}>
      {options.some((option) => option.value === text) ? null : <option value={text}>{shownText(column, text)}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
