import { useId } from "react";

interface ChoiceChipsProps<Value extends string | number> {
  readonly legend: string;
  readonly hint?: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly unit?: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** With more choices, the last one may wrap to its own line and fill it. */
const MOST_IN_A_LINE = 3;

/** A choice of a few values, each a large touch target. */
export function ChoiceChips<Value extends string | number>({ legend, hint = "", choices, value, onChoose }: ChoiceChipsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className={`mt-1 flex flex-wrap gap-1.5 ${choices.length <= MOST_IN_A_LINE ? "*:grow" : ""}`}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="choice figures grid min-h-11 min-w-12 place-items-center px-2 text-center font-semibold has-checked:border-primary has-checked:bg-primary-tint has-checked:text-primary"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
              className="sr-only"
            />
            <span>
              {choice.label}
              {choice.unit === undefined ? null : <span className="sr-only"> {choice.unit}</span>}
            </span>
          </label>
        ))}
      </div>
      <p className="mt-1 text-sm text-ink-2 empty:hidden">{hint}</p>
    </fieldset>
  );
}
