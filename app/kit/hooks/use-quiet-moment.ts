import { useEffect, useState, type RefObject } from "react";

/** A pointer that has rested so long is not on its way to anything. */
const REST_MS = 300;
/** Who never rests sees it after so long all the same, unless something is pressed. */
const LONGEST_MS = 5000;
const LOOK_MS = 100;

/**
 * `wanted`, as soon as what comes or goes with it may move the page: never while something is pressed, nor while a pointer is on its way. What
 * was pressed within `area` itself is answered at once.
 */
export function useQuietMoment<Value>(wanted: Value, area: RefObject<HTMLElement | null>): Value {
  const [shown, setShown] = useState(wanted);
  useEffect(() => {
    if (wanted === shown) return;
    const isAnswer = area.current?.contains(document.activeElement) === true;
    const since = performance.now();
    let movedAt = since;
    const onMove = () => (movedAt = performance.now());
    const look = () => {
      const now = performance.now();
      if (document.querySelector(":active") === null && (now - movedAt >= REST_MS || now - since >= LONGEST_MS)) setShown(wanted);
    };
    document.addEventListener("pointermove", onMove, { passive: true });
    const timer = isAnswer ? setTimeout(setShown, 0, wanted) : setInterval(look, LOOK_MS);
    return () => {
      document.removeEventListener("pointermove", onMove);
      clearInterval(timer);
    };
  }, [wanted, shown, area]);
  return shown;
}
