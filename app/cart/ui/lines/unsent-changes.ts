import { useEffect, useSyncExternalStore } from "react";

/* Cart changes that are shown but not saved: waiting for a pause, an earlier request or a response. Before a total is used for payment,
   there must be none. */

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

/** Counts this control's change while `isUnsent`. */
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
