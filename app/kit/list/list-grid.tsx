import type { ReactNode } from "react";
import { Link } from "react-router";
import type { RowFacts } from "./list-columns.ts";
import { RowCheckbox } from "./row-checkbox.tsx";
import type { SelectionControl } from "./use-selection.ts";

interface ListGridProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly tile: (row: Row) => ReactNode;
  readonly factsOf: (row: Row) => RowFacts;
  readonly selection: SelectionControl | undefined;
}

/** The rows of a list as tiles, for records recognized by their picture. A tile is the row's link. */
export function ListGrid<Row>({ label, rows, tile, factsOf, selection }: ListGridProps<Row>) {
  return (
    <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-3 gap-y-4">
      {rows.map((row) => {
        const facts = factsOf(row);
        const isChosen = selection?.has(facts.id) === true;
        return (
          <li
            key={facts.id}
            data-row={facts.id}
            className={`relative rounded ${isChosen ? "outline-2 outline-offset-2 outline-primary" : ""}`}
          >
            <Link to={facts.to} data-row-link className="block rounded text-ink no-underline hover:text-primary">
              {tile(row)}
            </Link>
            {selection === undefined ? null : (
              <span className="absolute top-1 left-1 grid place-items-center rounded md:size-8 bg-surface/90">
                <RowCheckbox row={facts} selection={selection} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
