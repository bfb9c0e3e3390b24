import { useEffect, useRef } from "react";
import { announce } from "./announcer.tsx";

/** Announces `text` when `key` changes, but not on mount. */
export function useChangeAnnouncement(key: string, text: string): void {
  const announced = useRef(key);
  useEffect(() => {
    if (announced.current === key) return;
    announced.current = key;
    announce(text);
  }, [key, text]);
}
