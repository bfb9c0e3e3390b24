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
export const CONTROL_CLASS =
  "min-h-10 w-full rounded border border-field bg-surface px-3 text-base text-ink placeholder:text-muted hover:border-ink aria-invalid:border-2 aria-invalid:border-beet sm:text-sm";

export interface HtmlControlProps extends ControlProps {
  /** Id of the words beside it: an editor is no field that a label could point to. */
  readonly labelId: string;
}
