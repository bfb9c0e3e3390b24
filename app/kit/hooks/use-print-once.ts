import { useEffect } from "react";

/** Opens the browser's print dialog once the page and its fonts have loaded. */
export function usePrintOnce(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const print = async () => {
      await document.fonts.ready;
      if (!isGone) window.print();
    };
    void print();
    return () => {
      isGone = true;
    };
  }, [isWanted]);
}
