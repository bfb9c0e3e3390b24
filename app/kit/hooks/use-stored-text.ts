import { useCallback, useSyncExternalStore } from "react";

/** Called when this page writes. The browser notifies other tabs. */
const CHANGED = "shopbell:stored-text";

/** A text that this browser stores under `key`, shared by all tabs; null = none, and null until hydration. */
export function useStoredText(key: string): readonly [string | null, (text: string) => boolean] {
  const text = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key),
    () => null,
  );
  const store = useCallback((next: string) => storeText(key, next), [key]);
  return [text, store];
}

/** Returns whether the browser stored the text: its storage may be full. */
export function storeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
  } catch {
    return false;
  }
  window.dispatchEvent(new Event(CHANGED));
  return true;
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener("storage", onChange);
    window.removeEventListener(CHANGED, onChange);
  };
}
