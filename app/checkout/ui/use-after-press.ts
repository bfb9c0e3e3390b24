import { useEffect, useRef } from "react";

/** Runs a callback after the pointer is released. An error line that appears between press and release would move the control and lose the click. */
export function useAfterPress(): (run: () => void) => void {
  const isDown = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const onDown = () => {
      isDown.current = true;
    };
    const onUp = () => {
      isDown.current = false;
      const runs = waiting.current.splice(0);
      // The click event follows the release.
      setTimeout(() => runs.forEach((run) => run()));
    };
    window.addEventListener("pointerdown", onDown, true);
    window.addEventListener("pointerup", onUp, true);
    window.addEventListener("pointercancel", onUp, true);
    return () => {
      window.removeEventListener("pointerdown", onDown, true);
      window.removeEventListener("pointerup", onUp, true);
      window.removeEventListener("pointercancel", onUp, true);
    };
  }, []);
  return (run) => {
    if (isDown.current) waiting.current.push(run);
    else setTimeout(run);
  };
}
