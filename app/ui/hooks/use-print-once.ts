import { useEffect } from "react";

/** Opens the browser's print dialog once the page and its fonts are there. */
export function usePrintOnce(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    void document.fonts.ready.then(() => {
      if (!isGone) window.print();
    });
    return () => {
      isGone = true;
    };
  }, [isWanted]);
}
