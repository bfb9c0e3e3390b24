import type { ComponentProps } from "react";
import { preventClick } from "#app/kit/button.tsx";

interface FieldsetProps extends Omit<ComponentProps<"fieldset">, "disabled"> {
  /** Its controls do nothing, for as long as something that was sent from here is on its way. */
  readonly isOff: boolean;
}

/** A group of controls that can be switched off without taking the focus from the one that was just used, as `disabled` would. */
export function Fieldset({ isOff, className = "", ...props }: FieldsetProps) {
  return (
    // It only stops clicks on the controls inside.
    <fieldset
      {...props}
      aria-disabled={isOff ? true : undefined}
      className={`aria-disabled:opacity-60 ${className}`.trimEnd()}
      onClickCapture={isOff ? preventClick : undefined}
    />
  );
}
