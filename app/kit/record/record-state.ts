import { createContext, useContext } from "react";
import type { FieldConflict, FieldMessages, RecordAnswer, RecordFormData } from "./record-form-data.ts";

export type FieldTexts = Readonly<Record<string, string>>;

/** What the fields of a record form know of it. */
export interface RecordState {
  readonly texts: FieldTexts;
  readonly setText: (name: string, text: string) => void;
  readonly limits: RecordFormData["limits"];
  /** What is worth a second look, by field. */
  readonly notes: Readonly<Record<string, readonly string[]>>;
  readonly conflicts: readonly FieldConflict[];
  readonly by: string;
}

export const RecordContext = createContext<RecordState | null>(null);

/** One field's text and limits. A name the form's schema does not know is a bug of the page. */
export function useRecordField(name: string) {
  const state = useContext(RecordContext);
  if (state === null) throw new Error(`the field ${name} stands outside of a record form`);
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

/** What the form compares with to know whether something is unsaved: what is stored, which in a conflict is what the other user has saved. */
export function storedForm(form: RecordFormData, answer: RecordAnswer | undefined): RecordFormData {
  return answer?.kind === "conflict" ? { ...answer.form, values: answer.stored } : form;
}

/** What stands in the fields at first: the stored texts, or what was typed and refused. */
export function firstTexts(form: RecordFormData, answer: RecordAnswer | undefined): FieldTexts {
  if (answer?.kind === "conflict") return answer.form.values;
  if (answer?.kind !== "invalid") return form.values;
  return Object.fromEntries(Object.keys(form.limits).map((name) => [name, answer.typed[name] ?? ""]));
}

/** Whether two sets of texts differ; a field that is missing is an empty one. */
export function differ(a: FieldTexts, b: FieldTexts): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].some((name) => (a[name] ?? "") !== (b[name] ?? ""));
}

/** The texts that are no longer what they were. */
export function changedSince(before: FieldTexts, texts: FieldTexts): FieldTexts {
  return Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== (before[name] ?? "")));
}

/** `name[0].part` and `name.part` belong to the field `name`. */
export function fieldOfError(name: string): string {
  return name.split(/[.[]/, 1)[0] ?? name;
}

/** The errors of fields that still have the text that was refused. */
export function standing(errors: FieldMessages, texts: FieldTexts, sent: FieldTexts | null): FieldMessages {
  const isSame = (field: string) => sent === null || (texts[field] ?? "") === (sent[field] ?? "");
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isSame(fieldOfError(name))));
}
