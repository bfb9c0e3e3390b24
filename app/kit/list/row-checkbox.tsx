import { BULK_FORM } from "./bulk-bar.tsx";
import type { RowFacts } from "./list-columns.ts";
import type { SelectionControl } from "./use-selection.ts";

/** Selects one row of a list; with Shift, the range from the last selected row. Thumb-sized on a phone. Part of the bulk bar's form. */
export function RowCheckbox({ row, selection, className = "" }: { row: RowFacts; selection: SelectionControl; className?: string }) {
  return (
    <label className={`grid place-items-center max-md:size-11 md:size-6 ${className}`}>
      <input
        type="checkbox"
        aria-label={`Select ${row.label}`}
        name="selected"
        value={row.id}
        form={BULK_FORM}
        checked={selection.has(row.id)}
        onChange={(event) => selection.toggle(row.id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        className="size-6 accent-primary md:size-4.5"
      />
    </label>
  );
}
