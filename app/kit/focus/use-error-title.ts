import { useEffect } from "react";

/** The count of `useTitleCount` stays first: a narrow tab shows only the start of a title. */
const START = /^(\(\d+\) )?/;
const MARKED_START = /^(\(\d+\) )?Error: /;

/** Marks the document title while a form of the page has errors: "(3) Error: Add category". */
export function useErrorTitle(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return;
    document.title = document.title.replace(MARKED_START, "$1").replace(START, "$1Error: ");
    return () => {
      document.title = document.title.replace(MARKED_START, "$1");
    };
  }, [isRefused]);
}
