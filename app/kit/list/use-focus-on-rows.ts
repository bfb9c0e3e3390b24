import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { giveFocus } from "#app/kit/focus/focus-target.ts";
import type { Selected } from "./use-selection.ts";

/**
 * The bulk bar disappears with the selection. The focus then moves from it to the first row that was selected, or to the row in its place, and not to
 * the page's title.
 */
export function useFocusOnRows(area: RefObject<HTMLElement | null>, selected: Selected, pageIds: readonly string[]): void {
  const before = useRef({ selected, pageIds });
  const byPointer = useRef(false);
  useEffect(() => {
    const onPointer = () => (byPointer.current = true);
    const onKey = () => (byPointer.current = false);
    document.addEventListener("pointerdown", onPointer, true);
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", onPointer, true);
      document.removeEventListener("keydown", onKey, true);
    };
  }, []);
  useLayoutEffect(() => {
    const { selected: chosen, pageIds: shown } = before.current;
    before.current = { selected, pageIds };
    if (chosen.length === 0 || selected.length > 0 || document.activeElement !== document.body) return;
    const at = shown.findIndex((id) => chosen === "all" || chosen.includes(id));
    const row = pageIds.includes(shown[at] ?? "") ? pageIds.indexOf(shown[at] ?? "") : Math.min(at, pageIds.length - 1);
    const boxes = area.current?.querySelectorAll("[data-row] input[type=checkbox]");
    giveFocus(boxes?.[Math.max(0, row)], { byPointer: byPointer.current });
  });
}
