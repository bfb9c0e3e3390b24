import { useLayoutEffect, type RefObject } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What has no text to type and nothing to choose. */
const NO_ENTRY = ["hidden", "submit", "button", "image", "reset", "file"];

/**
 * What is typed or chosen between the first picture of a page and the moment its script takes over counts: it is done again then, so that the form
 * hears of it. Otherwise the next drawing would put the first values back.
 */
export function useEarlyInput(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const repeats = [...(form.current?.elements ?? [])].flatMap((each) => (isControl(each) ? repeatOf(each) : []));
    // What happens while React still draws would not be drawn with it.
    if (repeats.length > 0)
      queueMicrotask(() => {
        for (const repeat of repeats) repeat();
      });
  }, [form]);
}

function isControl(element: Element): element is Control {
  return element.matches("input, textarea, select") && !NO_ENTRY.includes((element as Control).type);
}

/** Does the input again that made the control differ from the server's HTML; nothing if it does not. */
function repeatOf(control: Control): (() => void)[] {
  const { value } = control;
  if (control instanceof HTMLSelectElement) {
    const drawn = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
    return drawn === undefined || drawn.value === value ? [] : [() => setAndTell(control, value)];
  }
  if (control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio")) {
    const { checked } = control;
    if (checked === control.defaultChecked || (control.type === "radio" && !checked)) return [];
    return [
      () => {
        control.checked = !checked;
        control.click();
      },
    ];
  }
  return value === control.defaultValue ? [] : [() => typeAgain(control, value)];
}

function setAndTell(control: Control, value: string): void {
  control.value = value;
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

/** React takes no notice of a text that it has set or read itself: only the setter of the prototype goes past it. */
function typeAgain(control: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart, selectionEnd } = control;
  control.value = control.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
  if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
