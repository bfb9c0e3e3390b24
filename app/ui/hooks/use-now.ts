import { useEffect, useRef, useState } from "react";
import { useInterval } from "./use-interval.ts";

/**
 * The server's clock, moving on in steps of `everyMs`: ages and countdowns are right on a tablet whose own clock is wrong, and the first
 * drawing is the same on both sides.
 */
export function useNow(serverNow: Date, everyMs: number): Date {
  const [now, setNow] = useState(serverNow);
  const aheadMs = useRef(0);
  const serverTime = serverNow.getTime();
  useEffect(() => {
    aheadMs.current = serverTime - Date.now();
    setNow(new Date(serverTime));
  }, [serverTime]);
  useInterval(() => setNow(new Date(Date.now() + aheadMs.current)), everyMs);
  return now;
}
