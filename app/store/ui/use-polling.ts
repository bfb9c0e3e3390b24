import { useEffect, useEffectEvent } from "react";

/**
 * Calls `look` immediately, then again after the milliseconds that it returned, and when the page becomes visible: timers are suspended
 * while the device sleeps.
 */
export function usePolling(look: () => Promise<number>): void {
  const ask = useEffectEvent(look);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = 0;
    const run = async () => {
      clearTimeout(timer);
      latest += 1;
      const call = latest;
      const delay = await ask();
      if (call === latest) timer = setTimeout(() => void run(), delay);
    };
    const onVisible = () => {
      if (document.visibilityState === "visible") void run();
    };
    void run();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      latest += 1;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, []);
}
