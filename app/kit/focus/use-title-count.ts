import { useEffect } from "react";

const COUNT = /^\(\d+\) /;

/** The document's title without the count before it. */
export function plainTitle(): string {
  return document.title.replace(COUNT, "");
}

/** Puts a count before the title of every page, "(3) Orders", where a tab in the background shows it; 0 = none. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const show = () => {
      const title = count === 0 ? plainTitle() : `(${count}) ${plainTitle()}`;
      if (document.title !== title) document.title = title;
    };
    show();
    // A page change brings a title of its own.
    const observer = new MutationObserver(show);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = plainTitle();
    };
  }, [count]);
}
