import { useCallback, useSyncExternalStore } from "react";

/** Called when this page writes. The browser notifies other tabs. */
const CHANGED = "shopbell:stored-text";

/** A text this browser remembers under `key`, the same in all its tabs; null = nothing, and null until the page is alive. */
export function useStoredText(key: string): readonly [string | null, (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key),
    () => null,
  );
  const store = useCallback(
    (next: string) => {
      localStorage.setItem(key, next);
      window.dispatchEvent(new Event(CHANGED));
    },
    [key],
  );
  return [text, store];
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener("storage", onChange);
    window.removeEventListener(CHANGED, onChange);
  };
}
