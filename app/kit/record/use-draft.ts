import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { jsonOf } from "#app/values/json.ts";

/** Unsaved typing waits this long before it is kept. */
const KEEP_AFTER_MS = 400;

const keyOf = (path: string) => `shopbell:draft:${path}`;

/** Drafts that are not kept yet, by path. */
const waiting = new Map<string, { readonly timer: ReturnType<typeof setTimeout>; readonly text: string }>();

function forgetDraft(path: string): void {
  endWaiting(path);
  localStorage.removeItem(keyOf(path));
}

function endWaiting(path: string): void {
  clearTimeout(waiting.get(path)?.timer);
  waiting.delete(path);
}

function keepWaiting(path: string): void {
  const text = waiting.get(path)?.text;
  endWaiting(path);
  if (text !== undefined) localStorage.setItem(keyOf(path), text);
}

/** Where the draft of the sheet on a page is kept. */
export const sheetDraft = (path: string) => `${path}#sheet`;

/** How often a form was stored, by path. */
const saves = new Map<string, number>();
const listeners = new Set<() => void>();

/** The form at this path was stored: its draft is of no use any more. */
export function reportSaved(path: string): void {
  forgetDraft(path);
  saves.set(path, (saves.get(path) ?? 0) + 1);
  for (const notify of listeners) notify();
}

/** Grows when the form at this path is stored, before the page has its new data. */
export function useSaveCount(path: string): number {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
    () => saves.get(path) ?? 0,
    () => 0,
  );
}

/**
 * Keeps what is unsaved in this browser (null = nothing is), and hands it back once when the page opens again (a crash, a closed tab, a lost
 * connection). A draft says which version it began from, so that storing it later still finds out what others have changed.
 */
export function useDraft<Draft extends object>(path: string, draft: Draft | null, onFound: (draft: Partial<Draft>) => void): void {
  const isRead = useRef(false);
  const hasDraft = useRef(false);
  const found = useEffectEvent(onFound);
  const text = draft === null ? null : JSON.stringify(draft);
  useEffect(() => {
    const kept = parseDraft(localStorage.getItem(keyOf(path)));
    isRead.current = true;
    if (kept !== null) found(kept);
  }, [path]);
  useEffect(() => {
    if (!isRead.current) return;
    const hadDraft = hasDraft.current;
    hasDraft.current = text !== null;
    if (text === null) {
      // What was saved or discarded is gone also for a user who leaves right after it; what was found may still be on its way into the form.
      if (hadDraft) return forgetDraft(path);
      const timer = setTimeout(() => forgetDraft(path), KEEP_AFTER_MS);
      return () => clearTimeout(timer);
    }
    waiting.set(path, { timer: setTimeout(() => keepWaiting(path), KEEP_AFTER_MS), text });
    return () => endWaiting(path);
  }, [path, text]);
  useEffect(() => {
    const keep = () => keepWaiting(path);
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [path]);
}

function parseDraft(text: string | null): object | null {
  const draft = jsonOf(text ?? "");
  return typeof draft === "object" ? draft : null;
}
