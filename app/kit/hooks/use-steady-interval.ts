import { useEffect, useEffectEvent } from "react";

/**
 * Calls `tick` every `delayMs`, also while the page is in the background, where a page's own timers slow down to one a minute.
 * Null stops it. Where no worker can be started, an ordinary timer does it.
 */
export function useSteadyInterval(tick: () => void, delayMs: number | null): void {
  const onTick = useEffectEvent(tick);
  useEffect(() => {
    if (delayMs === null) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const worker = new Worker(new URL("./steady-clock.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", () => onTick());
    worker.addEventListener("error", () => {
      timer ??= setInterval(() => onTick(), delayMs);
    });
    worker.postMessage(delayMs, []);
    return () => {
      worker.terminate();
      clearInterval(timer);
    };
  }, [delayMs]);
}
