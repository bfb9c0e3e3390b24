import { ArrowDownIcon, ArrowUpIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { addressWith, type ListColumn, type ListState, type RowFacts } from "./list-columns.ts";
import { RowCheckbox } from "./row-checkbox.tsx";
import type { SelectionControl } from "./use-selection.ts";

interface ListTableProps<Row> {
  readonly label: string;
  readonly query: Pick<ListState, "sort">;
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly factsOf: (row: Row) => RowFacts;
  /** undefined = no bulk actions. */
  readonly selection: SelectionControl | undefined;
}

/** A table with sortable heads; below 768 px the same rows are cards. The first column is the row's link. */
export function ListTable<Row>({ label, query, rows, columns, factsOf, selection }: ListTableProps<Row>) {
  const facts = rows.map(factsOf);
  const chosen = facts.filter((row) => selection?.has(row.id) === true).length;
  return (
    <table aria-label={label} className="block w-full border-collapse text-left md:table">
      {/* Visible on a phone while it contains the focus: its checkbox and links can be reached with Tab there, too. */}
      <thead className="max-md:focus-within:block max-md:not-focus-within:sr-only md:table-header-group">
        <tr className="rule max-md:flex max-md:flex-wrap">
          {selection === undefined ? null : <PageCheckbox chosen={chosen} count={rows.length} onChange={selection.choosePage} />}
          {columns.map((column) => (
            <ColumnHead key={column.title} column={column} query={query} />
          ))}
        </tr>
      </thead>
      <tbody className="block border-b border-hairline md:table-row-group">
        {rows.map((row, index) => {
          const rowFacts = facts[index] ?? factsOf(row);
          const isChosen = selection?.has(rowFacts.id) === true;
          return (
            <tr
              key={rowFacts.id}
              data-row={rowFacts.id}
              className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-1 border-t border-hairline py-1 first:border-t-0 md:table-row md:py-0 ${isChosen ? "bg-primary-tint" : "hover:bg-canvas focus-within:bg-canvas"}`}
            >
              {selection === undefined ? null : (
                <td className="row-start-1 md:w-10 md:px-2">
                  <RowCheckbox row={rowFacts} selection={selection} />
                </td>
              )}
              {columns.map((column, at) => (
                <Cell key={column.title} column={column} isTitle={at === 0}>
                  {at === 0 ? (
                    <Link
                      to={rowFacts.to}
                      data-row-link
                      className="inline-flex min-h-11 items-center py-1 font-semibold text-ink underline-offset-2 hover:text-primary hover:underline md:min-h-9"
                    >
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </Cell>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface PageCheckboxProps {
  /** Number of selected rows on the page. */
  readonly chosen: number;
  readonly count: number;
  readonly onChange: (isChosen: boolean) => void;
}

function PageCheckbox({ chosen, count, onChange }: PageCheckboxProps) {
  return (
    <th scope="col" className="w-10 px-2 py-1.5">
      <label className="grid size-6 place-items-center max-md:size-11">
        <input
          type="checkbox"
          aria-label="Select all on this page"
          checked={chosen === count && count > 0}
          ref={(box) => {
            if (box !== null) box.indeterminate = chosen > 0 && chosen < count;
          }}
          onChange={(event) => onChange(event.target.checked)}
          className="size-6 accent-primary md:size-4.5"
        />
      </label>
    </th>
  );
}

const CARD_PLACES = {
  side: "col-start-3 row-start-1 text-right",
  below: "col-start-2 row-start-2 pb-1",
  "below-side": "col-start-3 row-start-2 pb-1 text-right",
};

function placeOf({ card, isMinor, isFigure }: Pick<ListColumn<never>, "card" | "isMinor" | "isFigure">): string {
  if (card === "none") return `hidden ${isMinor === true ? "lg:table-cell" : "md:table-cell"}`;
  const width = isMinor === true ? "md:max-lg:hidden lg:table-cell" : "md:table-cell";
  if (card !== undefined) return `${CARD_PLACES[card]} ${isFigure === true ? "" : "md:text-left"} ${width}`;
  const line =
    "col-span-2 col-start-2 flex gap-2 pb-1 text-ink-2 max-md:empty:hidden before:shrink-0 before:content-[attr(data-title)] md:text-ink md:before:content-none";
  return `${line} ${width}`;
}

/**
 * On a phone: the title in the middle, `side` to its right, a second line with `below` and `below-side`, the others as lines with their
 * titles.
 */
function Cell<Row>({
  column,
  isTitle,
  children,
}: {
  readonly column: ListColumn<Row>;
  readonly isTitle: boolean;
  readonly children: ReactNode;
}) {
  const place = isTitle ? "col-start-2 row-start-1" : placeOf(column);
  return (
    <td
      data-title={`${column.title}:`}
      className={`${place} wrap-anywhere md:h-10 md:px-2 md:py-1.5 ${column.isFigure === true ? "figures whitespace-nowrap md:text-right" : ""}`}
    >
      {children}
    </td>
  );
}

function ColumnHead<Row>({ column, query }: { readonly column: ListColumn<Row>; readonly query: Pick<ListState, "sort"> }) {
  const [search] = useSearchParams();
  const { sort, title } = column;
  const side = `${column.isFigure === true ? "text-right" : ""} ${column.isMinor === true ? "md:max-lg:hidden" : ""}`;
  if (sort === undefined) {
    return (
      <th scope="col" className={`px-2 py-1.5 font-semibold ${side}`}>
        {title}
      </th>
    );
  }
  const isUp = query.sort === sort;
  const isDown = query.sort === `-${sort}`;
  const direction = isUp ? "ascending" : "none";
  const Arrow = isDown ? ArrowDownIcon : ArrowUpIcon;
  return (
    <th scope="col" aria-sort={isDown ? "descending" : direction} className={`px-2 py-1.5 font-semibold ${side}`}>
      <Link
        to={addressWith(search, { sort: isUp ? `-${sort}` : sort })}
        preventScrollReset
        className={`inline-flex min-h-6 items-center gap-1 hover:text-primary hover:underline ${column.isFigure === true ? "flex-row-reverse" : ""}`}
      >
        {title}
        <Arrow aria-hidden className={`size-3.5 ${isUp || isDown ? "" : "opacity-0"}`} />
      </Link>
    </th>
  );
}
