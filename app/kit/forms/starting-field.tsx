import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/**
 * The field that gets the focus when a document answers a form submission, because it was refused or is the next step. Otherwise the focus
 * would be at the top.
 */
export function StartingField({ isFocused, ...props }: ComponentProps<typeof TextField> & { readonly isFocused: boolean }) {
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- a refused form and the next step start at their field, not at the top of the page
  return <TextField {...props} autoFocus={isFocused} />;
}
