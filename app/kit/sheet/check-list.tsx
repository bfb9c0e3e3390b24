import { useEffect, useRef } from "react";
import type { SheetOption } from "./sheet-data.ts";

interface CheckListProps {
  readonly label: string;
  readonly options: readonly SheetOption[];
  /** Values joined by commas. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isFocused?: boolean;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Several of a list: checkboxes, up and down with the arrow keys. */
export function CheckList({ label, options, value, onChange, isFocused = false }: CheckListProps) {
  const chosen = value.split(",").filter((each) => options.some((option) => option.value === each));
  const first = options.find((option) => chosen.includes(option.value)) ?? options[0];
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) box.current?.focus();
  }, [isFocused]);
  return (
    <div role="group" aria-label={label} className="max-h-64 min-w-0 overflow-y-auto overscroll-contain">
      {/* Tab goes through the boxes as everywhere; the arrow keys are an extra. */}
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
              ref={option === first ? box : undefined}
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
