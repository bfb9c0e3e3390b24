import { capitalised } from "#app/values/text.ts";
import { cellText, type Nouns } from "./sheet-data.ts";
import { GridRow } from "./grid-row.tsx";
import { useGridCells } from "./use-grid-cells.ts";
import { gridKeys, useGridMouse } from "./use-grid-events.ts";
import type { SheetState } from "./use-sheet.ts";

interface SheetGridProps {
  readonly sheet: SheetState;
  readonly nouns: Nouns;
}

/** The sheet on wide screens: a grid (WAI-ARIA) with one tab stop and arrow keys. */
export function SheetGrid({ sheet, nouns }: SheetGridProps) {
  const { rows, columns } = sheet;
  const cells = useGridCells(sheet);
  const mouse = useGridMouse(cells);
  const { table, active, area, editing, isGoing, end } = cells;
  return (
    // Wide sheets scroll inside their box; the names stay visible, and the scroll padding keeps the focus clear of them.
    <div className="relative hidden overflow-x-auto scroll-pl-72 pb-1 md:block">
      {/* The grid pattern on a table: keys work in its cells, which get the focus. */}
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the ARIA grid pattern on a table
        role="grid"
        aria-label={capitalised(nouns[1])}
        aria-multiselectable="true"
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        {...gridKeys(sheet, cells)}
        {...mouse}
        className="w-full border-separate border-spacing-0 text-left select-none"
      >
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 z-10 min-w-40 border-b-2 border-ink bg-surface px-2 py-1.5 font-semibold">
              {capitalised(nouns[0])}
            </th>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={`border-b-2 border-ink px-2 py-1.5 font-semibold whitespace-nowrap ${column.isFigure === true ? "text-right" : ""}`}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <GridRow
              key={row.id}
              at={at}
              row={row}
              columns={columns}
              edit={sheet.edits[row.id]}
              problems={sheet.problems[row.id]}
              active={active.row === at ? active.column : null}
              chosenFrom={at >= area.top && at <= area.bottom ? area.left : null}
              chosenTo={at >= area.top && at <= area.bottom ? area.right : null}
              editing={active.row === at ? editing : null}
              onDone={(column, text, by) => {
                if (isGoing.current) return;
                if (text !== cellText(sheet.edits, row, column.name)) sheet.type([{ row, column: column.name, text }]);
                end(by);
              }}
              onCancel={() => end({ row: 0, column: 0 })}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
