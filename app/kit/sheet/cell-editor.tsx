import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import type { CellPlace } from "./cell-area.ts";
import { CellControl, CheckList } from "./cell-control.tsx";
import { readText, type SheetColumn } from "./sheet-data.ts";

interface CellEditorProps {
  readonly column: SheetColumn;
  readonly label: string;
  readonly text: string;
  /** Replaces the cell's text when the user starts typing on the cell. */
  readonly typed: string | null;
  /** `by`: the offset of the next cell; null = the focus has already moved elsewhere. */
  readonly onDone: (text: string, by: CellPlace | null) => void;
  readonly onCancel: () => void;
}

/** The control inside a cell in edit mode. Enter, Tab and leaving commit the input, Escape cancels it. */
export function CellEditor({ column, label, text, typed, onDone, onCancel }: CellEditorProps) {
  const { options, isMany } = column;
  const [value, setValue] = useState(options === undefined ? (typed ?? text) : text);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const control = box.current?.querySelector<HTMLElement>("input:checked") ?? box.current?.querySelector<HTMLElement>("input, select");
    control?.focus();
    if (typed === null && control instanceof HTMLInputElement) control.select();
  }, [typed]);
  const done = (by: CellPlace | null) => onDone(options === undefined ? readText(column, value) : value, by);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") return onCancel();
    // The page's shortcut runs next and saves the sheet's state.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") return flushSync(() => done({ row: 0, column: 0 }));
    if (event.key !== "Enter" && event.key !== "Tab") return;
    event.preventDefault();
    const by = event.shiftKey ? -1 : 1;
    done(event.key === "Enter" ? { row: by, column: 0 } : { row: 0, column: by });
  };
  return (
    <div
      ref={box}
      role="none"
      className={isMany === true ? "absolute top-0 left-0 z-30 w-64 rounded border border-hairline bg-surface shadow-float" : "contents"}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) done(null);
      }}
    >
      {isMany === true && options !== undefined ? (
        <CheckList label={label} options={options} value={value} onChange={setValue} />
      ) : (
        <CellControl
          column={column}
          aria-label={label}
          value={value}
          onChange={setValue}
          className={`absolute inset-0 size-full bg-surface px-2 text-sm outline-2 -outline-offset-2 outline-harbour ${column.isFigure === true ? "figures text-right" : ""}`}
        />
      )}
    </div>
  );
}
