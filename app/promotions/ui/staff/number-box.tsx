import { useId, useState } from "react";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";

interface NumberBoxProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: number | null;
  /** How many stored units one shown unit is: 100 for dollars, 10,000 for percent, 1 for a count. */
  readonly scale: number;
  /** "$" before or "%" after the number. */
  readonly sign?: "$" | "%";
  readonly onChange: (value: number | null) => void;
}

/** A number inside a control that holds JSON: what is typed stays as it is typed, also while it is no number yet. */
export function NumberBox({ label, hint, value, scale, sign, onChange }: NumberBoxProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed !== null && parse(typed, scale) === value ? typed : format(value, scale);
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <span className="relative block w-40">
        {sign === undefined ? null : (
          <span aria-hidden className={`absolute inset-y-0 content-center text-ink-2 ${sign === "$" ? "left-3" : "right-3"}`}>
            {sign}
          </span>
        )}
        <input
          id={id}
          value={shown}
          inputMode="decimal"
          onChange={(event) => {
            setTyped(event.target.value);
            onChange(parse(event.target.value, scale));
          }}
          className={`${CONTROL_CLASS} figures ${sign === "$" ? "pl-7" : ""}`}
        />
      </span>
      {hint === undefined || hint === "" ? null : <span className="text-sm text-ink-2">{hint}</span>}
    </div>
  );
}

function parse(text: string, scale: number): number | null {
  const number = Number(text.replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) ? null : Math.round(number * scale);
}

function format(value: number | null, scale: number): string {
  if (value === null) return "";
  return scale === 100 ? (value / 100).toFixed(2) : String(value / scale);
}
