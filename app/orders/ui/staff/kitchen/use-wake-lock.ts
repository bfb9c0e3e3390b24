import { useEffect } from "react";

/** Keeps the screen awake while the page is looked at, where the browser can; a tablet on the wall must not fall asleep. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        const held = await navigator.wakeLock.request("screen");
        if (isOver) await held.release();
        else lock = held;
      } catch (error) {
        // Refused while the battery is low: the next look at the page asks again.
        if (!(error instanceof DOMException)) throw error;
      }
    };
    const again = () => void hold();
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
    };
  }, []);
}
