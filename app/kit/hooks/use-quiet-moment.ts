import { useEffect, useState, type RefObject } from "react";

/** A pointer that has rested this long is not on its way to a target. */
const REST_MS = 300;
/** The longest wait while the pointer keeps moving; a pressed button still delays it. */
const LONGEST_MS = 5000;
const LOOK_MS = 100;

/**
 * Returns `wanted` once it is safe to shift the layout: never while a control is pressed or the pointer is moving. A click within `area`
 * itself takes effect immediately.
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
