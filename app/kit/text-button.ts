/** A button that looks like a link in a row of others: no padding of its own, still 44 px high for thumbs. */
export const TEXT_BUTTON =
  "inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2 hover:text-primary-hover aria-disabled:opacity-60";
