import { isDeepStrictEqual } from "node:util";
import type { ConfigurationSection } from "#app/content/domain/configuration/configuration-section.ts";
import type { FieldProblems, RecordStore } from "#app/staff/data/record-store.ts";
import type { SettingsActor } from "#app/store/data/site-settings.server.ts";
import { isOneOf, propertyOf } from "#app/values/narrow.ts";
import type { ConfigurationChange, FileProblem, Parsed, SectionPlan } from "./configuration-change.ts";

/** What was read; undefined after noting why not, and where below `path`. */
export function readPart<Value>(parsed: Parsed<Value>, path: string, problems: FileProblem[]): Value | undefined {
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const below = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
    problems.push({ path: `${path}${below}`.replace(/^\./, ""), message: issue.message });
  }
  return undefined;
}

/** What a store's check says against a record at `path`. */
export function problemsOf(path: string, fields: FieldProblems): readonly FileProblem[] {
  return Object.entries(fields).flatMap(([field, message]) => (message === undefined ? [] : [{ path: `${path}.${field}`, message }]));
}

/** An entry of the file beside the record that it means. */
export interface EntryPlan<Entry, Value> {
  readonly name: string;
  /** null = a new record. */
  readonly id: number | null;
  /** What is exported of it now; undefined: it is new. */
  readonly before: Entry | undefined;
  /** What is exported of it then. */
  readonly after: Entry;
  readonly value: Value;
}

/** What of an entry is not the same in the other one, in words. */
type Tell<Entry> = (entry: Entry, other: Entry | undefined) => string;

/** The entries that change something, and in words what. */
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

/** The same, written record by record. */
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

/** Lists that are told part by part, and what a part is called before its name. */
const PARTS: Readonly<Record<string, string>> = { options: "option", products: "on", blocks: "block" };

/** A line per field that is not the same in the other entry, and per such part of a list. */
export function outline(entry: object, other: object | undefined): string {
  return Object.entries(entry)
    .flatMap(([field, value]: [string, unknown]) => {
      const was = propertyOf(other, field);
      if (isDeepStrictEqual(value, was) || (other === undefined && value === "")) return [];
      const word = PARTS[field];
      if (word === undefined || !Array.isArray(value)) return [`${field}: ${textOf(value)}`];
      const others: readonly unknown[] = Array.isArray(was) ? was : [];
      const own = value.filter((part) => !others.some((each) => isDeepStrictEqual(each, part)));
      // Nothing but their order has changed.
      const told = own.length === 0 && value.length === others.length ? value : own;
      return told.map((part: object) => partText(word, part));
    })
    .join("\n");
}

/** A part by its name, which is its first field, and what else says something. */
function partText(word: string, part: object): string {
  const [[, name] = [], ...fields] = Object.entries(part);
  const said = fields.filter(([, value]) => !isOneOf<unknown>(["", null, false], value) && !isDeepStrictEqual(value, []));
  return `${word} ${String(name)}: ${said.map(([field, value]) => `${field} ${textOf(value)}`).join(", ")}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
