import { useRef, type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent } from "react";
import { announce } from "#app/kit/focus/announcer.tsx";
import type { CellPlace } from "./cell-area.ts";
import { NAMES, type GridCells } from "./use-grid-cells.ts";
import type { SheetState } from "./use-sheet.ts";

const STEPS: Readonly<Record<string, CellPlace>> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
};
/** Larger than any sheet. */
const FAR = 1e6;

/** The grid's keys (WAI-ARIA and spreadsheet conventions), copy and paste. A cell in edit mode handles its own keys. */
export function gridKeys(sheet: SheetState, { active, cellArea, editing, go, edit, setAnchor }: GridCells) {
  const last = { row: sheet.rows.length - 1, column: sheet.columns.length - 1 };
  const selectAll = () => {
    setAnchor({ row: 0, column: 0 });
    go(last, true);
  };
  /** The movement of a key; undefined = none. */
  const moveOf = ({ key, shiftKey }: KeyboardEvent, isMod: boolean) => {
    const step = STEPS[key];
    const far = isMod ? FAR : 1;
    if (step !== undefined) return () => go({ row: active.row + step.row * far, column: active.column + step.column * far }, shiftKey);
    if (key === "Home") return () => go({ row: isMod ? 0 : active.row, column: 0 }, shiftKey);
    return key === "End" ? () => go(isMod ? last : { ...last, row: active.row }, shiftKey) : undefined;
  };
  const commandOf = ({ key, shiftKey }: KeyboardEvent) => {
    const commands: Readonly<Record<string, () => void>> = {
      z: shiftKey ? sheet.redo : sheet.undo,
      y: sheet.redo,
      d: () => announce(`${sheet.fillDown(cellArea)} filled`),
      a: selectAll,
    };
    return commands[key.toLowerCase()];
  };
  const editOf = ({ key }: KeyboardEvent) => {
    if (active.column === NAMES) return undefined;
    if (key === "Enter" || key === "F2") return () => edit(null);
    if (key === "Escape") return () => setAnchor(active);
    if (key === "Delete" || key === "Backspace") return () => announce(`${sheet.clear(cellArea).count} emptied`);
    return key.length === 1 ? () => edit(key) : undefined;
  };
  const onClipboard = (act: (event: ClipboardEvent) => void) => (event: ClipboardEvent) => {
    if (editing !== null || active.column === NAMES) return;
    event.preventDefault();
    act(event);
  };
  return {
    onKeyDown(event: KeyboardEvent) {
      if (editing !== null || event.altKey || event.nativeEvent.isComposing) return;
      const isMod = event.ctrlKey || event.metaKey;
      const act = moveOf(event, isMod) ?? (isMod ? commandOf(event) : editOf(event));
      if (act === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
    onCopy: onClipboard(({ clipboardData }) => {
      clipboardData.setData("text/plain", sheet.copy(cellArea));
      announce("Copied");
    }),
    onPaste: onClipboard(({ clipboardData }) => {
      const { count, left } = sheet.paste(clipboardData.getData("text/plain"), cellArea);
      announce(left === 0 ? `${count} pasted` : `${count} pasted; ${left} lie beyond the sheet and were left out`);
    }),
  };
}

/** Clicking, dragging and tapping cells, and focus moved by assistive technology. */
export function useGridMouse({ table, active, editing, isGoing, stand, go, edit }: GridCells) {
  /** Whether the pressed cell was already active. */
  const wasActive = useRef(false);
  const isActive = (place: CellPlace) => place.row === active.row && place.column === active.column;
  /** The cell of an event. Names are not cells, and a cell in edit mode handles its own mouse events. */
  const cellOf = (event: MouseEvent) => {
    const place = placeOf(event.target);
    return place === null || place.column === NAMES || editing !== null ? null : place;
  };
  return {
    onClick(event: MouseEvent) {
      const place = cellOf(event);
      // Touch has no double click: the second tap edits.
      const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === "touch";
      const isSecond = place !== null && isActive(place) && wasActive.current;
      if (isTouch && isSecond && table.current?.contains(document.activeElement) === true) edit(null);
    },
    onDoubleClick(event: MouseEvent) {
      if (placeOf(event.target)?.column !== NAMES && editing === null) edit(null);
    },
    onMouseDown(event: MouseEvent) {
      const place = placeOf(event.target);
      if (place === null || editing !== null || event.button !== 0) return;
      wasActive.current = isActive(place);
      if (event.shiftKey) event.preventDefault();
      if (place.column !== NAMES) go(place, event.shiftKey);
    },
    onMouseOver(event: MouseEvent) {
      const place = cellOf(event);
      if (event.buttons !== 1 || place === null) return;
      window.getSelection()?.removeAllRanges();
      go(place, true);
    },
    onFocus(event: FocusEvent) {
      const place = placeOf(event.target);
      if (place !== null && editing === null && !isGoing.current && !isActive(place)) stand(place);
    },
  };
}

function placeOf(target: EventTarget): CellPlace | null {
  const at = target instanceof Element ? target.closest<HTMLElement>("[data-at]")?.dataset["at"]?.split(":").map(Number) : undefined;
  return at === undefined ? null : { row: at[0] ?? 0, column: at[1] ?? 0 };
}
