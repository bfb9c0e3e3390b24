import { giveFocus } from "#app/kit/focus/focus-target.ts";
import { NAMES } from "./use-grid-cells.ts";
import type { SheetState } from "./use-sheet.ts";

/** The rest is listed once these are corrected. */
const MOST_LISTED = 20;

/** The errors of refused cells, as buttons that focus the cell. Cells of other pages of the list are plain text. */
export function RefusedCells({ sheet: { rows, columns, edits, problems } }: { readonly sheet: SheetState }) {
  const refused = Object.entries(problems).flatMap(([id, texts]) => {
    const at = rows.findIndex((row) => row.id === id);
    const label = edits[id]?.label ?? rows[at]?.label ?? `No. ${id}`;
    return Object.entries(texts).map(([name, message]) => {
      const column = columns.findIndex((each) => each.name === name);
      const title = columns[column]?.title;
      return { id, name, at, column, words: `${label}${title === undefined ? "" : `, ${title}`}: ${message}` };
    });
  });
  return (
    <ul className="mt-1">
      {refused.slice(0, MOST_LISTED).map(({ id, name, at, column, words }) => (
        <li key={`${id} ${name}`}>
          {at === -1 ? (
            words
          ) : (
            <button
              type="button"
              className="inline-block py-1 text-left underline underline-offset-2 max-sm:min-h-11"
              onClick={() => {
                // The cell of the grid, or on a phone the field of the card.
                if (!giveFocus(document.querySelector(`[data-at="${at}:${column === -1 ? NAMES : column}"]`)))
                  giveFocus(document.getElementById(`card-${id}-${name}`));
              }}
            >
              {words}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
