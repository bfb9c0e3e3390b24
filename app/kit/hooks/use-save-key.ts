import { useEffect, useEffectEvent } from "react";

/** Ctrl+S, or ⌘ S on a Mac. */
export function useSaveKey(save: () => void): void {
  const onSave = useEffectEvent(save);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      onSave();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
