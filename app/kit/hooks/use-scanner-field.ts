import { useEffect, useEffectEvent, type RefObject } from "react";
import { isOutsideFields, useShortcutList } from "./use-shortcuts.ts";

/**
 * Moves the focus to the scan field when a character is typed outside fields. A scanner types its code and presses Enter: otherwise the
 * code would be lost, and Enter would click the focused button. The first keys of shortcuts remain shortcuts.
 */
export function useScannerField(field: RefObject<HTMLInputElement | null>): void {
  const shortcuts = useShortcutList();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isCharacter = event.key.length === 1 && event.key !== " ";
    if (!isCharacter || !isOutsideFields(event)) return;
    if (!shortcuts.some(({ keys }) => keys.startsWith(event.key.toLowerCase()))) field.current?.focus();
  });
  useEffect(() => {
    // Runs after the shortcuts, which listen on the document.
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
