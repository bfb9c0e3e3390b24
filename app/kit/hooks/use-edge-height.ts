import { useEffect, type RefObject } from "react";

/** Publishes the height of a bottom bar as a CSS variable, so that other bars are placed above it (theme.css). */
export function useEdgeHeight(bar: RefObject<HTMLElement | null>, variable: "--bars" | "--dock"): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      // Setting the variable restyles every element, which is slow on phones. At height 0 it is removed instead.
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
