import { useEffect, useSyncExternalStore } from "react";

/* Cart changes shown but not saved: waiting for a pause, an earlier request or a response. Wait for none before using a total for payment. */

const listeners = new Set<() => void>();
let unsent = 0;

function add(count: 1 | -1): void {
  unsent += count;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Counts this control's change for as long as `isUnsent`. */
export function useUnsentChange(isUnsent: boolean): void {
  useEffect(() => {
    if (!isUnsent) return;
    add(1);
    return () => add(-1);
  }, [isUnsent]);
}

export function useHasUnsentChanges(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => unsent > 0,
    () => false,
  );
}
