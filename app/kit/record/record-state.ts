import { createContext, useContext } from "react";
import { isRecord, jsonOf } from "#app/values/json.ts";
import type { FieldConflict, FieldMessages, RecordAnswer, RecordFormData } from "./record-form-data.ts";

export type FieldTexts = Readonly<Record<string, string>>;

/** The context of the fields in a record form. */
export interface RecordState {
  readonly texts: FieldTexts;
  readonly setText: (name: string, text: string) => void;
  readonly limits: RecordFormData["limits"];
  /** Warnings by field. */
  readonly notes: Readonly<Record<string, readonly string[]>>;
  readonly conflicts: readonly FieldConflict[];
  readonly by: string;
}

export const RecordContext = createContext<RecordState | null>(null);

/** One field's text and limits. A name missing from the form's schema is a bug of the page. */
export function useRecordField(name: string) {
  const state = useContext(RecordContext);
  if (state === null) throw new Error(`the field ${name} is outside a record form`);
  const limits = state.limits[name];
  if (limits === undefined) throw new Error(`the form has no field ${name}`);
  return {
    text: state.texts[name] ?? "",
    setText: (text: string) => state.setText(name, text),
    required: limits.required,
    maxLength: limits.maxLength,
    notes: state.notes[name] ?? [],
    conflict: state.conflicts.find((conflict) => conflict.name === name),
    by: state.by,
  };
}

/** The baseline for unsaved changes: the stored record, which in a conflict is the other user's version. */
export function storedForm(form: RecordFormData, answer: RecordAnswer | undefined): RecordFormData {
  return answer?.kind === "conflict" ? { ...answer.form, values: answer.stored } : form;
}

/** The initial texts of the fields: the stored texts, or the refused input. */
export function firstTexts(form: RecordFormData, answer: RecordAnswer | undefined): FieldTexts {
  if (answer?.kind === "conflict") return answer.form.values;
  if (answer?.kind !== "invalid") return form.values;
  return Object.fromEntries(Object.keys(form.limits).map((name) => [name, answer.typed[name] ?? ""]));
}

/** Whether two sets of texts differ; a missing field counts as empty. */
export function differ(a: FieldTexts, b: FieldTexts): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].some((name) => (a[name] ?? "") !== (b[name] ?? ""));
}

/** The texts that have changed. */
export function changedSince(before: FieldTexts, texts: FieldTexts): FieldTexts {
  return Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== (before[name] ?? "")));
}

/** `name[0].part` and `name.part` belong to the field `name`. */
export function fieldOfError(name: string): string {
  return name.split(/[.[]/, 1)[0] ?? name;
}

/** The errors of unchanged input: per field text, or per value of a list row. An error follows a row to its new position. */
export function standing(errors: FieldMessages, texts: FieldTexts, sent: FieldTexts | null): FieldMessages {
  if (sent === null) return errors;
  const now = Object.entries(errors).map(([name, messages]) => [placeNow(name, texts, sent), messages] as const);
  return Object.fromEntries(now.filter(([name]) => name !== null));
}

/** The current position of the refused value: "variants[2].sku"; null = it was changed. */
function placeNow(name: string, texts: FieldTexts, sent: FieldTexts): string | null {
  const field = fieldOfError(name);
  const [was, is] = [sent[field] ?? "", texts[field] ?? ""];
  if (was === is) return name;
  const [, index = "", column = ""] = /^\w+\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
  const refused = rowsOf(was)[Number(index)];
  if (index === "" || refused === undefined) return null;
  const isRefused = (row: Readonly<Record<string, unknown>>) =>
    KEYS.every((key) => isEqual(row[key], refused[key])) && isEqual(row[column], refused[column]);
  const place = rowsOf(is).findIndex(isRefused);
  return place === -1 ? null : `${field}[${place}].${column}`;
}

/** Identify a row of a list. */
const KEYS = ["id", "optionIds"] as const;

function rowsOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  const rows = jsonOf(text);
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
