import type { ComponentProps } from "react";
import { preventClick } from "#app/kit/button.tsx";

interface FieldsetProps extends Omit<ComponentProps<"fieldset">, "disabled"> {
  /** Disables its controls while a submission from this group is pending. */
  readonly isOff: boolean;
}

/** A group of controls that can be disabled without blurring the control just used, as `disabled` would. */
export function Fieldset({ isOff, className = "", ...props }: FieldsetProps) {
  return (
    // Only blocks clicks on the controls inside.
    <fieldset
      {...props}
      aria-disabled={isOff ? true : undefined}
      className={`aria-disabled:opacity-60 ${className}`.trimEnd()}
      onClickCapture={isOff ? preventClick : undefined}
    />
  );
}
