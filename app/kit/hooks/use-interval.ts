import { useEffect, useEffectEvent } from "react";

/** Calls `tick` every `delayMs` while the component is shown; null stops it. The newest `tick` is always the one called. */
export function useInterval(tick: () => void, delayMs: number | null): void {
  const onTick = useEffectEvent(tick);
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setInterval(() => onTick(), delayMs);
    return () => clearInterval(timer);
  }, [delayMs]);
}
