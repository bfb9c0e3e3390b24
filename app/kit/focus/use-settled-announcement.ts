import { useEffect, useEffectEvent, useRef } from "react";
import { announce } from "./announcer.tsx";

/**
 * Announces `words` that follow from what is typed, once they have changed: when the field is left, because every key would change them, and at once
 * when they change without typing, such as by a button.
 *
 * @returns to call when the field is left
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
