import { useEffect, useEffectEvent, type RefObject } from "react";
import { isOutsideFields, useShortcutList } from "./use-shortcuts.ts";

/**
 * Gives the focus to the field for scans when a character is typed outside of fields. A scanner types its code and presses Enter: otherwise the code
 * is lost, and Enter presses the button that has the focus. The first keys of shortcuts stay shortcuts.
 */
export function useScannerField(field: RefObject<HTMLInputElement | null>): void {
  const shortcuts = useShortcutList();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isCharacter = event.key.length === 1 && event.key !== " ";
    if (!isCharacter || !isOutsideFields(event)) return;
    if (!shortcuts.some(({ keys }) => keys.startsWith(event.key.toLowerCase()))) field.current?.focus();
  });
  useEffect(() => {
    // After the shortcuts, which listen to the document.
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
