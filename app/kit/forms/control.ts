import { aroundAmounts } from "#app/values/money/around-amounts.ts";
import { currencySign, type MoneyFormat } from "#app/values/money.ts";

/** Connects a control with its label, hint and error. */
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
  /** Id of the label's text: an editor is not a field that a label can point to. */
  readonly labelId: string;
  /** "page" adds tables, pictures, buttons, videos and maps; left out = the tools for a description. */
  readonly tools?: "page" | undefined;
}

/** The currency sign inside a control, before or after the number by locale, with the classes for the sign and the control. */
export function signLook(format: MoneyFormat): { readonly sign: string; readonly place: string; readonly padding: string } {
  const sign = currencySign(format);
  const isShort = sign.length === 1;
  return isSignLast(format)
    ? { sign, place: "right-3", padding: isShort ? "pr-7" : "pr-14" }
    : { sign, place: "left-3", padding: isShort ? "pl-7" : "pl-14" };
}

export function isSignLast(format: MoneyFormat): boolean {
  return aroundAmounts(format).suffix !== "";
}
