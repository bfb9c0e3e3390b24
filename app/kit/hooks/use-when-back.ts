import { useEffect, useEffectEvent, useRef } from "react";
import { useConnection } from "#app/kit/connection.ts";

/** Calls `onBack` when a lost connection is restored; returns whether it is lost now. */
export function useWhenBack(onBack: () => void): boolean {
  const isLost = useConnection() !== "there";
  const wasLost = useRef(false);
  const tell = useEffectEvent(onBack);
  useEffect(() => {
    if (wasLost.current && !isLost) tell();
    wasLost.current = isLost;
  }, [isLost]);
  return isLost;
}
