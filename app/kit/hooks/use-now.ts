import { useEffect, useRef, useState } from "react";
import { useInterval } from "./use-interval.ts";

/**
 * The server's clock, moving on in steps of `everyMs`: ages and countdowns are right on a tablet whose own clock is wrong, and the first
 * drawing is the same on both sides.
 */
export function useNow(serverNow: Date, everyMs: number): Date {
  const serverTime = serverNow.getTime();
  const [now, setNow] = useState(serverNow);
  const [heard, setHeard] = useState(serverTime);
  if (heard !== serverTime) {
    setHeard(serverTime);
    setNow(serverNow);
  }
  const aheadMs = useRef(0);
  useEffect(() => {
    aheadMs.current = serverTime - Date.now();
  }, [serverTime]);
  useInterval(() => setNow(new Date(Date.now() + aheadMs.current)), everyMs);
  return now;
}
