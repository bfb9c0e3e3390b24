import { useEffect } from "react";

/** The count of useTitleCount stays first: a narrow tab shows only the beginning. */
const START = /^(\(\d+\) )?/;
const MARKED_START = /^(\(\d+\) )?Error: /;

/** Marks the document's title, "(3) Error: Add category", while a form of the page is refused. */
export function useErrorTitle(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return;
    document.title = document.title.replace(MARKED_START, "$1").replace(START, "$1Error: ");
    return () => {
      document.title = document.title.replace(MARKED_START, "$1");
    };
  }, [isRefused]);
}
