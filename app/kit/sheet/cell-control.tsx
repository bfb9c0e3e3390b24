import type { HTMLAttributes } from "react";
import { shownText, type SheetColumn, type SheetOption } from "./sheet-data.ts";

interface CellControlProps extends Omit<HTMLAttributes<HTMLElement>, "onChange"> {
  readonly column: SheetColumn;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
}

/** A text field or a select. */
export function CellControl({ column, value, onChange, placeholder, ...attributes }: CellControlProps) {
  const { options, inputMode } = column;
  if (options === undefined)
    return (
      <input
        {...attributes}
        value={value}
        inputMode={inputMode}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.some((option) => option.value === value) ? null : <option value={value}>{shownText(column, value)}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface CheckListProps {
  readonly label: string;
  readonly options: readonly SheetOption[];
  /** Comma-separated values. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Multiple choice: checkboxes, with arrow keys to move up and down. */
export function CheckList({ label, options, value, onChange }: CheckListProps) {
  const chosen = value.split(",").filter((each) => options.some((option) => option.value === each));
  return (
    <div role="group" aria-label={label} className="max-h-64 min-w-0 overflow-y-auto overscroll-contain">
      {/* Tab moves through the boxes as usual; the arrow keys are an extra. */}
      <div
        role="none"
        onKeyDown={(event) => {
          const by = STEPS[event.key] ?? 0;
          if (by === 0) return;
          event.preventDefault();
          const boxes = [...event.currentTarget.querySelectorAll("input")];
          boxes[boxes.findIndex((each) => each === event.target) + by]?.focus();
        }}
      >
        {options.map((option) => (
          <label key={option.value} className="flex min-h-11 items-center gap-2 px-2 hover:bg-canvas md:min-h-8">
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              onChange={(event) => {
                const next = event.target.checked ? [...chosen, option.value] : chosen.filter((each) => each !== option.value);
                onChange(next.toSorted((a, b) => Number(a) - Number(b)).join(","));
              }}
              className="size-5 shrink-0 accent-primary md:size-4"
            />
            <span className="min-w-0 wrap-anywhere">{option.label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
