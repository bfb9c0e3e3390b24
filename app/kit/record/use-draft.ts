import { useEffect, useEffectEvent, useRef } from "react";
import { jsonOf } from "#app/values/json.ts";

/** Unsaved typing waits this long before it is kept. */
const KEEP_AFTER_MS = 400;

const keyOf = (path: string) => `shopbell:draft:${path}`;

/** What is about to be kept, by path. */
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** The form at this path was stored: what this device kept of it, or was about to keep, is of no use any more. */
export function forgetDraft(path: string): void {
  clearTimeout(waiting.get(path));
  localStorage.removeItem(keyOf(path));
}

/**
 * Keeps what is unsaved in this browser (null = nothing is), and hands it back once when the page opens again (a crash, a closed tab, a lost
 * connection). A draft says which version it began from, so that storing it later still finds out what others have changed.
 */
export function useDraft<Draft extends object>(path: string, draft: Draft | null, onFound: (draft: Partial<Draft>) => void): void {
  const isRead = useRef(false);
  const found = useEffectEvent(onFound);
  const text = draft === null ? null : JSON.stringify(draft);
  useEffect(() => {
    const kept = parseDraft(localStorage.getItem(keyOf(path)));
    isRead.current = true;
    if (kept !== null) found(kept);
  }, [path]);
  useEffect(() => {
    if (!isRead.current) return;
    const timer = setTimeout(() => {
      if (text === null) forgetDraft(path);
      else localStorage.setItem(keyOf(path), text);
    }, KEEP_AFTER_MS);
    waiting.set(path, timer);
    return () => clearTimeout(timer);
  }, [path, text]);
}

function parseDraft(text: string | null): object | null {
  const draft = jsonOf(text ?? "");
  return typeof draft === "object" ? draft : null;
}
