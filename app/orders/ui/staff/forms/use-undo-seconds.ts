import { isOneOf } from "#app/values/narrow.ts";
import { useStoredText } from "#app/kit/hooks/use-stored-text.ts";
import { REJECT_UNDO_SECONDS } from "#app/values/limits.ts";

const STORED_KEY = "shopbell:undo-seconds";

/** This device's undo seconds and their setter. */
export function useUndoSeconds(): readonly [number, (seconds: number) => void] {
  const [text, store] = useStoredText(STORED_KEY);
  const stored = Number(text);
  const isChoice = isOneOf(REJECT_UNDO_SECONDS, stored);
  return [isChoice ? stored : REJECT_UNDO_SECONDS[0], (seconds) => store(String(seconds))];
}
