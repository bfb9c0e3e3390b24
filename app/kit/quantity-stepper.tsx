import * as texts from "#texts/kit/quantity.ts";
import { MinusIcon, PlusIcon } from "lucide-react";
import { useId, useState } from "react";
import { announce } from "#app/kit/focus/announcer.tsx";

interface QuantityStepperProps {
  readonly name: string;
  /** What is counted, for screen readers: "Quantity", "Maple bacon". */
  readonly label: string;
  readonly value: number;
  /** Shown in place of the number: "500 g". */
  readonly text?: string | undefined;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
  readonly describedBy?: string | undefined;
  readonly isDisabled?: boolean;
}

/** Minus, a number field, plus. Without scripts only the number field is shown. */
export function QuantityStepper({ name, label, value, text, min, max, onChange, describedBy, isDisabled = false }: QuantityStepperProps) {
  const outId = useId();
  const [isOut, setOut] = useState(false);
  const step = (by: number) => {
    // If the limit was lowered below the value, minus sets the limit.
    const next = Math.min(max, value + by);
    if (next < min || next === value || (by > 0 && next < value)) return;
    set(next);
    if (!text) announce(String(next));
  };
  const set = (next: number) => {
    const allowed = Math.min(max, Math.max(min, next));
    setOut(allowed !== next);
    onChange(allowed);
  };
  return (
    <div className="shrink-0">
      <div className="flex w-fit rounded border border-field bg-surface hover:border-ink">
        <button
          type="button"
          aria-label={texts.oneLess(label)}
          disabled={isDisabled}
          aria-disabled={value <= min ? true : undefined}
          onClick={() => step(-1)}
          className={"step rounded-l"}
        >
          <MinusIcon aria-hidden className="size-5" />
        </button>
        {text && <span className="figures w-20 self-center text-center font-semibold noscript:hidden">{text}</span>}
        <input
          type="number"
          inputMode="numeric"
          name={name}
          aria-label={label}
          aria-describedby={isOut ? outId : describedBy}
          value={value}
          min={min}
          max={max}
          disabled={isDisabled}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            const typed = event.currentTarget.valueAsNumber;
            if (Number.isInteger(typed)) set(typed);
          }}
          className={`figures h-11 w-9 [appearance:textfield] bg-transparent text-center font-semibold disabled:text-muted noscript:w-16 [&::-webkit-inner-spin-button]:appearance-none ${text ? "not-noscript:sr-only" : ""}`}
        />
        <button
          type="button"
          aria-label={texts.oneMore(label)}
          disabled={isDisabled}
          aria-disabled={value >= max ? true : undefined}
          onClick={() => step(1)}
          className={"step rounded-r"}
        >
          <PlusIcon aria-hidden className="size-5" />
        </button>
      </div>
      {/* No wider than the control. */}
      <p id={outId} role="alert" className="w-0 min-w-full text-sm font-semibold text-beet empty:hidden">
        {isOut && texts.allowed(min, max)}
      </p>
    </div>
  );
}
