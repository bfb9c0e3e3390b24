import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { CheckList } from "./check-list.tsx";
import { readText, shownText, type SheetColumn } from "./sheet-data.ts";

/** Where one goes from an edited cell. */
export type AfterEdit = "stay" | "down" | "up" | "right" | "left";

interface CellEditorProps {
  readonly column: SheetColumn;
  readonly label: string;
  readonly text: string;
  /** Typed over the cell: stands in place of its text. */
  readonly typed: string | null;
  readonly onDone: (text: string, after: AfterEdit) => void;
  readonly onCancel: () => void;
}

/** The control inside a cell while it is edited. Enter, Tab and leaving keep what was typed, Escape does not. */
export function CellEditor({ column, label, text, typed, onDone, onCancel }: CellEditorProps) {
  const { options, isMany } = column;
  const [value, setValue] = useState(options === undefined ? (typed ?? text) : text);
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useEffect(() => {
    control.current?.focus();
    if (typed === null) control.current?.select?.();
  }, [typed]);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") return onCancel();
    if (event.key === "Enter") {
      event.preventDefault();
      return onDone(read(value), event.shiftKey ? "up" : "down");
    }
    if (event.key === "Tab") {
      event.preventDefault();
      onDone(read(value), event.shiftKey ? "left" : "right");
    }
  };
  const read = (now: string) => (options === undefined ? readText(column, now) : now);
  const common = {
    "aria-label": label,
    onKeyDown,
    onBlur: () => onDone(read(value), "stay"),
    className: "absolute inset-0 size-full bg-surface px-2 text-sm outline-2 -outline-offset-2 outline-harbour",
  };
  if (options === undefined) {
    return (
      <input
        {...common}
        ref={control}
        value={value}
        inputMode={column.inputMode}
        autoComplete="off"
        onChange={(event) => setValue(event.target.value)}
        className={`${common.className} ${column.isFigure === true ? "figures text-right" : ""}`}
      />
    );
  }
  if (isMany === true) {
    return (
      <div
        role="none"
        className="absolute top-0 left-0 z-30 w-64 rounded border border-hairline bg-surface shadow-float"
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onDone(value, "stay");
        }}
      >
        <CheckList label={label} options={options} value={value} onChange={setValue} isFocused />
      </div>
    );
  }
  const isKnown = options.some((option) => option.value === value);
  return (
    <select {...common} ref={control} value={value} onChange={(event) => setValue(event.target.value)}>
      {isKnown ? null : <option value={value}>{shownText(column, value)}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
