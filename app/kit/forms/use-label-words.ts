import { useState, type FocusEvent } from "react";

/**
 * Props that keep the accessible name of a combobox while its list is open: everything else on the page is then hidden from assistive technology,
 * including the field's label.
 */
export function useLabelWords() {
  const [words, setWords] = useState<string>();
  return {
    "aria-label": words,
    onFocus: ({ currentTarget: { labels } }: FocusEvent<HTMLInputElement>) => setWords(labels?.[0]?.textContent ?? undefined),
  };
}
