import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { jsonOf } from "#app/values/json.ts";

/** Unsaved input is stored after this pause in typing. */
const KEEP_AFTER_MS = 400;

const keyOf = (path: string) => `shopbell:draft:${path}`;

/** Drafts that are not stored yet, by path. */
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

/** The draft key of a page's sheet. */
export const sheetDraft = (path: string) => `${path}#sheet`;

/** Number of saves by path. */
const saves = new Map<string, number>();
const listeners = new Set<() => void>();

/** The form at this path was stored, so its draft is obsolete. */
export function reportSaved(path: string): void {
  forgetDraft(path);
  saves.set(path, (saves.get(path) ?? 0) + 1);
  for (const notify of listeners) notify();
}

/** Increases when the form at this path is stored, before the page has its new data. */
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
 * Keeps unsaved input in this browser (null = none), and restores it once when the page opens again after a crash, a closed tab or a lost
 * connection. A draft contains the version it started from, so that saving it later still detects the changes of others.
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
      // A saved or discarded draft is deleted immediately, in case the user leaves now; a found draft may still be on its way into the
      // form.
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
