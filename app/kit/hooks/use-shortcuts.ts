import { useEffect, useEffectEvent } from "react";
import { useStoredText } from "./use-stored-text.ts";

const OFF_KEY = "shopbell:shortcuts";
/** "G then O": the second key must follow within this time. */
const SEQUENCE_MS = 1500;

/** Keys as a person presses them: "g o" is G then O, "/" a single key. Case does not matter. */
export type ShortcutActions = Readonly<Record<string, () => void>>;

/**
 * Single keys and two-key sequences, off while somebody types, while a modifier is held, and when switched off on this device (WCAG 2.1.4).
 * Answers whether they are on, and the switch.
 */
export function useShortcuts(actions: ShortcutActions): readonly [boolean, (isOn: boolean) => void] {
  const [stored, store] = useStoredText(OFF_KEY);
  const isOn = stored !== "off";

  const run = useEffectEvent((keys: string): boolean => {
    const action = actions[keys];
    action?.();
    return action !== undefined;
  });
  const startsSequence = useEffectEvent((key: string) => Object.keys(actions).some((keys) => keys.startsWith(`${key} `)));

  useEffect(() => {
    if (!isOn) return;
    let first: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const sequence = first !== null && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${key}` : key;
      first = null;
      if (run(sequence) || run(key)) return event.preventDefault();
      if (startsSequence(key)) first = { key, at: event.timeStamp };
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);

  return [isOn, (next) => store(next ? "on" : "off")];
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio], [type=button]), textarea, select"))
  );
}
