import { useEffect, useEffectEvent } from "react";

/**
 * Calls `look` at once, and again after as many milliseconds as it has answered; and when the user returns to the page, whose timers are suspended while the
 * device sleeps.
 */
export function usePolling(look: () => Promise<number>): void {
  const ask = useEffectEvent(look);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = 0;
    const run = async () => {
      clearTimeout(timer);
      latest += 1;
      const own = latest;
      const delay = await ask();
      if (own === latest) timer = setTimeout(() => void run(), delay);
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
