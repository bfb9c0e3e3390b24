import type { Editor } from "@tiptap/react";
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";

export interface PanelProps {
  readonly editor: Editor;
  /** Returns to the text. */
  readonly onClose: () => void;
}

interface PanelFrameProps {
  readonly title: string;
  readonly done: string;
  /** null = nothing can be submitted yet. */
  readonly onDone: (() => void) | null;
  readonly onClose: () => void;
  /** A sentence that says how to fix the input, if no field shows it. */
  readonly problem?: string | null;
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** Unfolds between toolbar and text. It is not a form, because it is inside one. */
export function Panel({ title, done, onDone, onClose, problem = null, more, children }: PanelFrameProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    // Enter would submit the surrounding form.
    event.preventDefault();
    if (event.target.getAttribute("role") !== "combobox") onDone?.();
  };
  return (
    <section aria-label={title}>
      <div role="none" onKeyDown={onKeyDown} className="grid gap-3 border-b border-hairline bg-canvas p-3">
        {children}
        {problem === null ? null : (
          <p role="alert" className="font-semibold text-beet">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button look="filled" size="desk" className="max-md:min-h-11" aria-disabled={onDone === null} onClick={() => onDone?.()}>
            {done}
          </Button>
          {more}
          <Button look="quiet" size="desk" className="max-md:min-h-11" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </section>
  );
}

interface PanelTextProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly isFirst?: boolean;
  /** The error; a new object for each refusal moves the focus to the field. */
  readonly refusal?: { readonly message: string } | null;
}

/** One line of text in a panel. */
export function PanelText({ label, hint, value, onChange, placeholder, isFirst = false, refusal = null }: PanelTextProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusal === null) return;
    // The focus announces it, unless it is there already.
    if (document.activeElement === field.current) announce(refusal.message);
    else field.current?.focus();
  }, [refusal]);
  const describedBy = [hint === undefined ? "" : `${id}-hint`, refusal === null ? "" : `${id}-error`].join(" ").trim();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        ref={field}
        id={id}
        value={value}
        placeholder={placeholder}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a click on its button
        autoFocus={isFirst}
        aria-describedby={describedBy === "" ? undefined : describedBy}
        aria-invalid={refusal === null ? undefined : true}
        onChange={(event) => onChange(event.target.value)}
        className={CONTROL_CLASS}
      />
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-xs text-ink-2">
          {hint}
        </p>
      )}
      {refusal === null ? null : (
        <p id={`${id}-error`} className="font-semibold text-beet">
          {refusal.message}
        </p>
      )}
    </div>
  );
}
