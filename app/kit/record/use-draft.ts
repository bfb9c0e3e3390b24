import { useEffect, useEffectEvent, useRef } from "react";
import type { RecordFormData } from "./record-form-data.ts";
import type { FieldTexts } from "./record-state.ts";

/** Unsaved typing waits this long before it is kept. */
const KEEP_AFTER_MS = 400;

export interface Draft {
  readonly version: number | null;
  readonly seen: string;
  readonly texts: FieldTexts;
}

const keyOf = (path: string) => `shopbell:draft:${path}`;

/** What is about to be kept, by path. */
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** The form at this path was stored: what this device kept of it, or was about to keep, is of no use any more. */
export function forgetDraft(path: string): void {
  clearTimeout(waiting.get(path));
  localStorage.removeItem(keyOf(path));
}

/**
 * Keeps what is unsaved in this browser, and hands it back once when the page opens again (a crash, a closed tab, a lost connection).
 * A draft says which version it began from, so that storing it later still finds out what others have changed.
 */
export function useDraft(
  path: string,
  { stored, texts, isDirty }: { readonly stored: RecordFormData; readonly texts: FieldTexts; readonly isDirty: boolean },
  onFound: (draft: Draft) => void,
): void {
  const isRead = useRef(false);
  const found = useEffectEvent(onFound);
  useEffect(() => {
    const draft = parseDraft(localStorage.getItem(keyOf(path)));
    isRead.current = true;
    if (draft !== null) found(draft);
  }, [path]);
  useEffect(() => {
    if (!isRead.current) return;
    const timer = setTimeout(() => {
      if (isDirty) localStorage.setItem(keyOf(path), JSON.stringify({ version: stored.version, seen: stored.seen, texts } satisfies Draft));
      else forgetDraft(path);
    }, KEEP_AFTER_MS);
    waiting.set(path, timer);
    return () => clearTimeout(timer);
  }, [path, stored, texts, isDirty]);
}

function parseDraft(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    const draft = JSON.parse(text) as Draft;
    return typeof draft.texts === "object" && draft.texts !== null ? draft : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
