import { useEffect, useRef, useState, type RefObject } from "react";

/** The inner width of an element in pixels, kept up to date; null until it is measured. */
export function useElementWidth<Element extends HTMLElement>(): readonly [RefObject<Element | null>, number | null] {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? null));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
