import { useEffect, useEffectEvent, useRef, useState } from "react";

export interface HeldAction<T> {
  /** What waits; null = nothing. */
  readonly held: T | null;
  /** Whole seconds until it happens. */
  readonly secondsLeft: number;
  hold(what: T): void;
  undo(): void;
}

/**
 * Holds an act back for `delayMs` so that it can be undone before it leaves the page. Leaving the page (or the list) undoes it too, and
 * `onDropped` says so: nothing is done for somebody who has already looked away.
 */
export function useHeldAction<T>(delayMs: number, act: (what: T) => void, onDropped: (what: T) => void): HeldAction<T> {
  const [held, setHeld] = useState<{ what: T; until: number } | null>(null);
  const [secondsLeft, setSecondsLeft] = useState(0);
  const waiting = useRef<T | null>(null);

  const tick = useEffectEvent(() => {
    if (held === null) return;
    const leftMs = held.until - Date.now();
    setSecondsLeft(Math.max(0, Math.ceil(leftMs / 1000)));
    if (leftMs > 0) return;
    waiting.current = null;
    setHeld(null);
    act(held.what);
  });
  useEffect(() => {
    if (held === null) return;
    const timer = setInterval(tick, 100);
    return () => clearInterval(timer);
  }, [held]);

  const drop = useEffectEvent((what: T) => onDropped(what));
  useEffect(
    () => () => {
      if (waiting.current !== null) drop(waiting.current);
    },
    [],
  );

  return {
    held: held?.what ?? null,
    secondsLeft,
    hold(what) {
      waiting.current = what;
      setSecondsLeft(Math.ceil(delayMs / 1000));
      setHeld({ what, until: Date.now() + delayMs });
    },
    undo() {
      waiting.current = null;
      setHeld(null);
    },
  };
}
