import type { FormValues } from "./field-checks.ts";

type Entry = readonly [name: string, value: string];

export function textsOf(fields: FormData): FormValues {
  return Object.fromEntries(entriesOf(fields));
}

/** The customer's input as text, for comparison. */
export function typedText(form: HTMLFormElement): string {
  return textOf(entriesOf(new FormData(form)));
}

/** The form as the server rendered it. It differs from `typedText` when the user typed before hydration or the browser restored values. */
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

const FILLED_BY_SERVER = ["", "attempt", "expectedTotal", "expectedCurrency"];

/** Excludes fields that the server fills on each page. Line breaks are those of a submitted form. */
function textOf(entries: readonly Entry[]): string {
  const customerEntries = entries.filter(([name]) => !FILLED_BY_SERVER.includes(name));
  return new URLSearchParams(customerEntries.map(([name, value]) => [name, value.replace(/\r?\n/g, "\r\n")])).toString();
}
