import { isDeepStrictEqual } from "node:util";
import type { ConfigurationSection } from "#app/content/domain/configuration/configuration-section.ts";
import type { FieldProblems, RecordStore } from "#app/staff/data/record-store.ts";
import type { SettingsActor } from "#app/store/data/site-settings.server.ts";
import { isOneOf, propertyOf } from "#app/values/narrow.ts";
import type { ConfigurationChange, FileProblem, Parsed, SectionPlan } from "./configuration-change.ts";

/** The parsed value; undefined after reporting the errors, with their positions below `path`. */
export function readPart<Value>(parsed: Parsed<Value>, path: string, problems: FileProblem[]): Value | undefined {
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const below = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
    problems.push({ path: `${path}${below}`.replace(/^\./, ""), message: issue.message });
  }
  return undefined;
}

/** A store's validation errors for a record at `path`. */
export function problemsOf(path: string, fields: FieldProblems): readonly FileProblem[] {
  return Object.entries(fields).flatMap(([field, message]) => (message === undefined ? [] : [{ path: `${path}.${field}`, message }]));
}

/** An entry of the file with its matching record. */
export interface EntryPlan<Entry, Value> {
  readonly name: string;
  /** null = a new record. */
  readonly id: number | null;
  /** The exported entry of the current record; undefined: new. */
  readonly before: Entry | undefined;
  /** The exported entry after the change. */
  readonly after: Entry;
  readonly value: Value;
}

/** Describes how an entry differs from the other one. */
type Tell<Entry> = (entry: Entry, other: Entry | undefined) => string;

/** The entries with changes, each with a description. */
export function changesOf<Entry extends object, Value>(
  section: ConfigurationSection,
  plans: readonly EntryPlan<Entry, Value>[],
  tell: Tell<Entry> = outline,
) {
  const writes = plans.filter(({ before, after }) => !isDeepStrictEqual(before, after));
  const changes = writes.map(({ name, before, after }): ConfigurationChange => {
    return { section, name, before: before === undefined ? null : tell(before, after), after: tell(after, before) };
  });
  return { writes, changes };
}

/** The same, for records that are written one by one. */
export function planRecords<Entry extends object, Value extends object>(
  section: ConfigurationSection,
  plans: readonly EntryPlan<Entry, Value>[],
  storeFor: (actor: SettingsActor) => RecordStore<Value>,
  tell?: Tell<Entry>,
): SectionPlan {
  const { writes, changes } = changesOf(section, plans, tell);
  return {
    changes,
    async apply(recorder, _tx, actor) {
      for (const { id, value } of writes) await recorder.put(storeFor(actor), id, value);
    },
  };
}

/** Lists that are described part by part, with the prefix of a part's name. */
const PARTS: Readonly<Record<string, string>> = { options: "option", products: "on", blocks: "block" };

/** One line per field, or per part of these lists, that differs from the other entry. */
export function outline(entry: object, other: object | undefined): string {
  return Object.entries(entry)
    .flatMap(([field, value]: [string, unknown]) => {
      const was = propertyOf(other, field);
      if (isDeepStrictEqual(value, was) || (other === undefined && value === "")) return [];
      const word = PARTS[field];
      if (word === undefined || !Array.isArray(value)) return [`${field}: ${textOf(value)}`];
      const others: readonly unknown[] = Array.isArray(was) ? was : [];
      const changedParts = value.filter((part) => !others.some((each) => isDeepStrictEqual(each, part)));
      // Only the order has changed.
      const listedParts = changedParts.length === 0 && value.length === others.length ? value : changedParts;
      return listedParts.map((part: object) => partText(word, part));
    })
    .join("\n");
}

/** A part by its name, which is its first field, with its other non-empty fields. */
function partText(word: string, part: object): string {
  const [[, name] = [], ...fields] = Object.entries(part);
  const filledFields = fields.filter(([, value]) => !isOneOf<unknown>(["", null, false], value) && !isDeepStrictEqual(value, []));
  return `${word} ${String(name)}: ${filledFields.map(([field, value]) => `${field} ${textOf(value)}`).join(", ")}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
