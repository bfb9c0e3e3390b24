import { useRef, type FocusEvent, type MouseEvent } from "react";
import type { CellPlace } from "./cell-area.ts";
import { NAMES } from "./grid-row.tsx";
import type { GridCells } from "./use-grid-cells.ts";

/** Pressing, dragging and tapping cells, and the focus that assistive technology moves. */
export function useGridMouse({ table, active, editing, isEnding, isGoing, setActive, setAnchor, go, edit }: GridCells) {
  /** Whether the pressed cell was the active one already. */
  const wasActive = useRef(false);
  const isActive = (place: CellPlace) => place.row === active.row && place.column === active.column;
  const onClick = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (place === null || place.column === NAMES || editing !== null) return;
    // A finger has no double click: its second tap edits.
    const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === "touch";
    if (isTouch && isActive(place) && table.current?.contains(document.activeElement) === true && wasActive.current) edit(null);
  };
  const onDoubleClick = (event: MouseEvent) => {
    if (placeOf(event.target)?.column !== NAMES && editing === null) edit(null);
  };
  const onMouseDown = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (place === null || editing !== null || event.button !== 0) return;
    wasActive.current = isActive(place);
    if (event.shiftKey) event.preventDefault();
    if (place.column !== NAMES) go(place, event.shiftKey);
  };
  const onMouseOver = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (event.buttons !== 1 || place === null || place.column === NAMES || editing !== null) return;
    window.getSelection()?.removeAllRanges();
    go(place, true);
  };
  const onFocus = (event: FocusEvent) => {
    const place = placeOf(event.target);
    if (place !== null && editing === null && !isEnding.current && !isGoing.current && !isActive(place)) {
      setActive(place);
      setAnchor(place);
    }
  };
  return { onClick, onDoubleClick, onMouseDown, onMouseOver, onFocus };
}

function placeOf(target: EventTarget): CellPlace | null {
  const at = target instanceof Element ? target.closest<HTMLElement>("[data-at]")?.dataset["at"]?.split(":").map(Number) : undefined;
  return at === undefined ? null : { row: at[0] ?? 0, column: at[1] ?? 0 };
}
