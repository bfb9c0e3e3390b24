import { useEffect, useRef, useState } from "react";
import { useInterval } from "./use-interval.ts";

/**
 * The server's clock, advancing in steps of `everyMs`. Ages and countdowns are right on a device with a wrong clock, and the first render
 * is the same on server and client.
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
