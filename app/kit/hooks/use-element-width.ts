import { useEffect, useRef, useState, type RefObject } from "react";

/** How wide an element is inside, in pixels, as it changes; null until it is known. */
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
