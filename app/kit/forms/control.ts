/** What a control needs to be found by its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

/** The look of a one-line control of the staff area. */
export const CONTROL_CLASS = "control min-h-10 w-full max-sm:min-h-11 sm:text-sm";

export interface HtmlControlProps extends ControlProps {
  /** Id of the words beside it: an editor is no field that a label could point to. */
  readonly labelId: string;
  /** "page" offers tables, pictures, buttons, videos and maps; left out = what a description needs. */
  readonly tools?: "page" | undefined;
}

/** Room inside a control for the sign of the currency before the number. */
export function signPadding(sign: string): string {
  return sign.length === 1 ? "pl-7" : "pl-14";
}
