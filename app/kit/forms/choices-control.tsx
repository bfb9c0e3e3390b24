import type { ReactNode } from "react";
import type { ControlProps } from "./control.ts";

interface ChoicesControlProps extends ControlProps {
  readonly choices: readonly { readonly value: string; readonly label: string; readonly text?: string }[];
  /** Below them. */
  readonly children?: ReactNode;
}

/** Checkboxes with descriptions, sent as one field. */
export function ChoicesControl({ id, name, value, onChange, choices, children, ...aria }: ChoicesControlProps) {
  const chosen = value.split(",").filter((part) => part !== "");
  const change = (each: string, isChosen: boolean) =>
    onChange(
      choices.flatMap((choice) => ((choice.value === each ? isChosen : chosen.includes(choice.value)) ? [choice.value] : [])).join(","),
    );
  return (
    <div id={id} role="group" aria-labelledby={`label-${name}`} {...aria} tabIndex={-1} className="grid gap-2">
      <input type="hidden" name={name} value={value} />
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex min-h-11 items-start gap-3 rounded border border-hairline p-3 has-checked:border-primary has-checked:bg-primary-tint"
        >
          <input
            type="checkbox"
            aria-label={choice.label}
            checked={chosen.includes(choice.value)}
            onChange={(event) => change(choice.value, event.target.checked)}
            className="mt-0.5 size-5 shrink-0 accent-primary"
          />
          <span>
            <span className="block font-semibold">{choice.label}</span>
            {choice.text === undefined ? null : <span className="block text-ink-2">{choice.text}</span>}
          </span>
        </label>
      ))}
      {children}
    </div>
  );
}
