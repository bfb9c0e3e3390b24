import type { ReactNode } from "react";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";

interface TreeFieldProps extends ControlProps {
  /** "the menu", for the text below the field without JavaScript. */
  readonly what: string;
  readonly className: string;
  /** Edits the value; rendered only with JavaScript. */
  readonly children: () => ReactNode;
}

/** A whole tree as one form field with a text value: edited by `children`; without JavaScript the stored text. */
export function TreeField({ what, className, children, id, name, value, onChange: _onChange, ...aria }: TreeFieldProps) {
  if (useIsClient()) {
    return (
      <div
        id={id}
        role="group"
        aria-labelledby={`label-${name}`}
        aria-describedby={aria["aria-describedby"]}
        tabIndex={-1}
        className={className}
      >
        <input type="hidden" name={name} value={value} />
        {children()}
      </div>
    );
  }
  return (
    <>
      <textarea
        id={id}
        name={name}
        aria-labelledby={`label-${name}`}
        defaultValue={value}
        rows={14}
        className={`${CONTROL_CLASS} py-2 font-mono text-xs`}
        {...aria}
      />
      <span className="text-xs text-ink-2">Without JavaScript {what} is edited as it is stored.</span>
    </>
  );
}
