import { useEffect } from "react";

const COUNT = /^\(\d+\) /;

/** The document's title without the count before it. */
export function plainTitle(): string {
  return document.title.replace(COUNT, "");
}

/** Prefixes the title of every page with a count, "(3) Orders", so that a background tab shows it; 0 = none. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const show = () => {
      const title = count === 0 ? plainTitle() : `(${count}) ${plainTitle()}`;
      if (document.title !== title) document.title = title;
    };
    show();
    // A navigation sets a new title.
    const observer = new MutationObserver(show);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = plainTitle();
    };
  }, [count]);
}
