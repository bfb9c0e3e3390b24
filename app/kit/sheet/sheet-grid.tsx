import { useRef, useState, type ClipboardEvent, type KeyboardEvent, type MouseEvent } from "react";
import { areaOf, type CellArea, type CellPlace } from "./cell-area.ts";
import type { AfterEdit } from "./cell-editor.tsx";
import { cellText, type SheetColumn, type SheetRow } from "./sheet-data.ts";
import { GridRow, NAMES } from "./grid-row.tsx";
import type { useSheet } from "./use-sheet.ts";

type Sheet = ReturnType<typeof useSheet>;

interface SheetGridProps {
  readonly label: string;
  /** "Product": the head of the names. */
  readonly rowTitle: string;
  readonly rows: readonly SheetRow[];
  readonly columns: readonly SheetColumn[];
  readonly sheet: Sheet;
  readonly onSay: (words: string) => void;
}

const AFTER: Readonly<Record<AfterEdit, CellPlace>> = {
  stay: { row: 0, column: 0 },
  down: { row: 1, column: 0 },
  up: { row: -1, column: 0 },
  right: { row: 0, column: 1 },
  left: { row: 0, column: -1 },
};

/** The sheet where there is room for it: a grid (WAI-ARIA) with one stop for Tab, moved through by arrow keys. */
export function SheetGrid({ label, rowTitle, rows, columns, sheet, onSay }: SheetGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<CellPlace>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<{ readonly typed: string | null } | null>(null);
  /** The focus moves because an edit has ended, not because somebody left the cell. */
  const isEnding = useRef(false);
  /** The focus follows the keys or the mouse; otherwise (Tab, a screen reader) the active cell follows the focus. */
  const isGoing = useRef(false);
  /** Whether the pressed cell was the active one already. */
  const wasActive = useRef(false);
  const area = areaOf(anchor, active);
  const cellArea: CellArea = { ...area, left: Math.max(0, area.left) };

  const clamp = ({ row, column }: CellPlace): CellPlace => ({
    row: Math.max(0, Math.min(rows.length - 1, row)),
    column: Math.max(NAMES, Math.min(columns.length - 1, column)),
  });
  const go = (place: CellPlace, isRange = false) => {
    const to = clamp(place);
    setActive(to);
    if (!isRange) setAnchor(to);
    isGoing.current = true;
    table.current?.querySelector<HTMLElement>(`[data-at="${to.row}:${to.column}"]`)?.focus();
    isGoing.current = false;
  };
  const end = (after: AfterEdit) => {
    isEnding.current = true;
    setEditing(null);
    const by = AFTER[after];
    if (after !== "stay") go({ row: active.row + by.row, column: active.column + by.column });
    isEnding.current = false;
  };
  const edit = (typed: string | null) => {
    const row = rows[active.row];
    const column = columns[active.column];
    if (row === undefined || column === undefined) return;
    if (typed === null || column.options === undefined) return setEditing({ typed });
    // A letter chooses the next of the list that begins with it.
    const options = column.options.filter((option) => option.label.toLowerCase().startsWith(typed.toLowerCase()));
    const at = options.findIndex((option) => option.value === cellText(sheet.edits, row, column.name));
    const next = options[(at + 1) % Math.max(1, options.length)];
    if (column.isMany === true || next === undefined) return setEditing({ typed: null });
    sheet.type([{ row, column: column.name, text: next.value }], null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing !== null || event.altKey || event.nativeEvent.isComposing) return;
    const isMod = event.ctrlKey || event.metaKey;
    const step = STEPS[event.key];
    const done = (act: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    if (step !== undefined) {
      const far = isMod ? 1e6 : 1;
      return done(() => go({ row: active.row + step.row * far, column: active.column + step.column * far }, event.shiftKey));
    }
    if (event.key === "Home" || event.key === "End") {
      const column = event.key === "Home" ? 0 : columns.length - 1;
      const row = isMod ? (event.key === "Home" ? 0 : rows.length - 1) : active.row;
      return done(() => go({ row, column }, event.shiftKey));
    }
    if (isMod) {
      const key = event.key.toLowerCase();
      if (key === "z") return done(() => (event.shiftKey ? sheet.redo() : sheet.undo()));
      if (key === "y") return done(sheet.redo);
      if (key === "d") return done(() => onSay(`${sheet.fillDown(cellArea)} filled`));
      if (key === "a")
        return done(() => {
          setAnchor({ row: 0, column: 0 });
          go({ row: rows.length - 1, column: columns.length - 1 }, true);
        });
      return;
    }
    if (active.column === NAMES) return;
    if (event.key === "Enter" || event.key === "F2") return done(() => edit(null));
    if (event.key === "Escape") return done(() => setAnchor(active));
    if (event.key === "Delete" || event.key === "Backspace") return done(() => sheet.clear(cellArea));
    if (event.key.length === 1) done(() => edit(event.key));
  };
  const onCopy = (event: ClipboardEvent) => {
    if (editing !== null || active.column === NAMES) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", sheet.copy(cellArea));
    onSay("Copied");
  };
  const onPaste = (event: ClipboardEvent) => {
    if (editing !== null || active.column === NAMES) return;
    event.preventDefault();
    const { count, left } = sheet.paste(event.clipboardData.getData("text/plain"), cellArea);
    onSay(left === 0 ? `${count} pasted` : `${count} pasted; ${left} lie beyond the sheet and were left out`);
  };
  const placeOf = (target: EventTarget) => {
    const at = target instanceof Element ? target.closest<HTMLElement>("[data-at]")?.dataset["at"]?.split(":").map(Number) : undefined;
    return at === undefined ? null : { row: at[0] ?? 0, column: at[1] ?? 0 };
  };
  const isActive = (place: CellPlace) => place.row === active.row && place.column === active.column;
  const onClick = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (place === null || place.column === NAMES || editing !== null) return;
    // A finger has no double click: its second tap edits.
    const isTouch = (event.nativeEvent as PointerEvent).pointerType === "touch";
    if (isTouch && isActive(place) && table.current?.contains(document.activeElement) === true && wasActive.current) edit(null);
  };

  return (
    // Wide sheets scroll inside of their box; the names stay.
    <div className="relative hidden overflow-x-auto pb-1 md:block">
      {/* The grid pattern on a table: keys work in its cells, which take the focus. */}
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onPaste={onPaste}
        onClick={onClick}
        onDoubleClick={(event) => {
          if (placeOf(event.target)?.column !== NAMES && editing === null) edit(null);
        }}
        onMouseDown={(event) => {
          const place = placeOf(event.target);
          if (place === null || editing !== null || event.button !== 0) return;
          wasActive.current = isActive(place);
          if (event.shiftKey) event.preventDefault();
          if (place.column !== NAMES) go(place, event.shiftKey);
        }}
        onMouseOver={(event) => {
          const place = placeOf(event.target);
          if (event.buttons !== 1 || place === null || place.column === NAMES || editing !== null) return;
          window.getSelection()?.removeAllRanges();
          go(place, true);
        }}
        onFocus={(event) => {
          const place = placeOf(event.target);
          if (place !== null && editing === null && !isEnding.current && !isGoing.current && !isActive(place)) {
            setActive(place);
            setAnchor(place);
          }
        }}
        className="w-full border-separate border-spacing-0 text-left select-none"
      >
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 z-10 min-w-40 border-b-2 border-ink bg-surface px-2 py-1.5 font-semibold">
              {rowTitle}
            </th>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={`border-b-2 border-ink px-2 py-1.5 font-semibold whitespace-nowrap ${column.isFigure === true ? "text-right" : ""}`}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <GridRow
              key={row.id}
              at={at}
              row={row}
              columns={columns}
              edit={sheet.edits[row.id]}
              problems={sheet.problems[row.id]}
              active={active.row === at ? active.column : null}
              chosenFrom={at >= area.top && at <= area.bottom ? area.left : null}
              chosenTo={at >= area.top && at <= area.bottom ? area.right : null}
              editing={active.row === at ? editing : null}
              onDone={(column, text, after) => {
                if (isEnding.current) return;
                if (text !== cellText(sheet.edits, row, column.name)) sheet.type([{ row, column: column.name, text }], null);
                end(after);
              }}
              onCancel={() => {
                isEnding.current = true;
                setEditing(null);
                go(active);
                isEnding.current = false;
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const STEPS: Readonly<Record<string, CellPlace>> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
};
