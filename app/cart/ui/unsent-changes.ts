import { useEffect, useSyncExternalStore } from "react";

/*
 * Changes of the cart that show on the page and are not in it yet: they wait for a pause, for the request before them, or for their answer. Whoever
 * takes a total as what will be paid waits until there are none.
 */

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
