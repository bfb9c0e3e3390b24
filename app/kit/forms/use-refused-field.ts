import { useEffect, useRef, type RefObject } from "react";
import { announce } from "#app/kit/focus/announcer.tsx";
import { giveFocus } from "#app/kit/focus/focus-target.ts";
import { useErrorTitle } from "#app/kit/focus/use-error-title.ts";

type Errors = Readonly<Record<string, string>>;

/**
 * For a form that the server refused: focuses its first refused field, whose description says why, and marks the page's title.
 *
 * @param errors by field name; another object with each refusal
 * @returns the form's `ref`
 */
export function useRefusedField(errors: Errors): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useErrorTitle(isRefusal(errors));
  useEffect(() => {
    const field = form.current?.querySelector("[aria-invalid=true]");
    if (!isRefusal(errors) || field === null || field === undefined) return;
    // The focus announces it, unless it is there already.
    if (document.activeElement === field) announce(errors[field.getAttribute("name") ?? ""] ?? "");
    else giveFocus(field);
  }, [errors]);
  return form;
}

function isRefusal(errors: Errors): boolean {
  return Object.keys(errors).length > 0;
}
