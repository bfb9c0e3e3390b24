import type { FormValues } from "./field-checks.ts";

type Entry = readonly [name: string, value: string];

export function textsOf(fields: FormData): FormValues {
  return Object.fromEntries(entriesOf(fields));
}

/** What the customer typed and chose, to compare. */
export function typedText(form: HTMLFormElement): string {
  return textOf(entriesOf(new FormData(form)));
}

/**
 * What the form says as the server has drawn it. It differs from `typedText` where somebody was quicker than the page's scripts, or where the
 * browser has put back what stood in the form before.
 */
export function drawnText(form: HTMLFormElement): string {
  return textOf([...form.elements].filter((field) => !field.matches(":disabled")).flatMap(drawnEntries));
}

function drawnEntries(field: Element): Entry[] {
  if (field instanceof HTMLInputElement) {
    if (["submit", "button", "image", "reset"].includes(field.type)) return [];
    const counts = (field.type !== "radio" && field.type !== "checkbox") || field.defaultChecked;
    return counts ? [[field.name, field.defaultValue]] : [];
  }
  if (field instanceof HTMLTextAreaElement) return [[field.name, field.defaultValue]];
  if (!(field instanceof HTMLSelectElement)) return [];
  const drawn = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
  return drawn === undefined ? [] : [[field.name, drawn.value]];
}

function entriesOf(fields: FormData): Entry[] {
  return [...fields].filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/** Without the fields that the server fills anew for each page. Line ends are those of a form that is sent. */
function textOf(entries: readonly Entry[]): string {
  const own = entries.filter(([name]) => name !== "" && name !== "attempt" && name !== "expectedTotal");
  return new URLSearchParams(own.map(([name, value]) => [name, value.replace(/\r?\n/g, "\r\n")])).toString();
}
