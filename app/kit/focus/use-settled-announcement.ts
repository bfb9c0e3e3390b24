import { useEffect, useEffectEvent, useRef } from "react";
import { announce } from "./announcer.tsx";

/**
 * Announces `words` that are derived from typed text once they have changed. While the user types it waits until the field loses the focus,
 * because each key would announce. Changes without typing, such as by a button, are announced immediately.
 *
 * @returns the function to call on blur
 */
export function useSettledAnnouncement(words: string, isTyping: () => boolean): () => void {
  const announced = useRef(words);
  const settle = (next: string) => {
    if (announced.current === next) return;
    announced.current = next;
    if (next !== "") announce(next);
  };
  const followChange = useEffectEvent((next: string) => {
    if (!isTyping()) settle(next);
  });
  useEffect(() => followChange(words), [words]);
  return () => settle(words);
}
