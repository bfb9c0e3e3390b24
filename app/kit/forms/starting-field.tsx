import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** A field at which a document begins that answers a form: it was refused, or the next step asks for it. Otherwise the focus would be at the top of the page. */
export function StartingField({ isFocused, ...props }: ComponentProps<typeof TextField> & { readonly isFocused: boolean }) {
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- a refused form and the next step start at their field, not at the top of the page
  return <TextField {...props} autoFocus={isFocused} />;
}
