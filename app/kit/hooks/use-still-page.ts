import { useEffect, type RefObject } from "react";

/** A page that was just opened may still fall into place. */
const OPENING_MS = 3000;

/**
 * What appears above the page later on moves nothing under a finger that is about to press: a page that stands at its top is scrolled by as much
 * as came. Further down the browser does so by itself.
 */
export function useStillPage(above: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const openedAt = performance.now();
    let before = 0;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      if (height > before && window.scrollY === 0 && performance.now() - openedAt > OPENING_MS)
        window.scrollBy({ top: height - before, behavior: "instant" });
      before = height;
    });
    if (above.current !== null) observer.observe(above.current);
    return () => observer.disconnect();
  }, [above]);
}
