import { useEffect, type RefObject } from "react";

/** Writes the height of what stands at the lower edge into a variable of the document, so that other bars stand on it instead of under it (theme.css). */
export function useEdgeHeight(bar: RefObject<HTMLElement | null>, variable: "--bars" | "--dock"): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      // Every element hears of a change here, which is much for a phone: nothing is not written down.
      if (height > 0) style.setProperty(variable, `${height}px`);
      else style.removeProperty(variable);
    });
    if (bar.current !== null) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty(variable);
    };
  }, [bar, variable]);
}
