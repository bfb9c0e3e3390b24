import { stableHash } from "#app/values/stable-hash.ts";

type Value = object;
type Fields = Readonly<Record<string, unknown>>;

/** A stored value's fields that differ, before and after; a value that did not exist counts as a whole. undefined = nothing differs. */
export function changedFields(
  before: Value | null,
  after: Value | null,
): { readonly before: Fields | null; readonly after: Fields | null } | undefined {
  if (before === null || after === null) {
    return before === after ? undefined : { before: before === null ? null : { ...before }, after: after === null ? null : { ...after } };
  }
  const was: Fields = { ...before };
  const is: Fields = { ...after };
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !isSame(was[name], is[name]));
  if (names.length === 0) return undefined;
  const pick = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: pick(was), after: pick(is) };
}

/** Whether what an act wrote still stands, so that taking it back takes back nothing else. */
export function stillStands(after: Value | null, current: Value | null): boolean {
  if (after === null || current === null) return after === current;
  const is: Fields = { ...current };
  return Object.entries(after).every(([name, value]) => isSame(value, is[name]));
}

export function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** What a form saw of a field, in a few letters. */
export function fieldSeal(value: unknown): string {
  return stableHash(canonical(value)).slice(0, 16);
}

export interface ConflictingField {
  readonly name: string;
  /** What the form sent. */
  readonly mine: unknown;
  /** What is stored now. */
  readonly theirs: unknown;
  /** The sender changed it too; otherwise only the other person did. */
  readonly isMine: boolean;
  /** What is stored is no longer what the form showed. */
  readonly isOvertaken: boolean;
  /** Both have changed it; so does a field of which nobody knows what the sender saw. */
  readonly isBoth: boolean;
}

/** The fields in which a form and the stored record differ now, given what the form showed when it was opened. */
export function conflictingFields(sent: Value, stored: Value, seen: Fields): readonly ConflictingField[] {
  const mine: Fields = { ...sent };
  const theirs: Fields = { ...stored };
  return Object.keys(mine)
    .filter((name) => mine[name] !== undefined && !isSame(mine[name], theirs[name]))
    .map((name) => {
      const isMine = fieldSeal(mine[name]) !== seen[name];
      const isTheirs = fieldSeal(theirs[name]) !== seen[name];
      return {
        name,
        mine: mine[name],
        theirs: theirs[name],
        isMine,
        isOvertaken: seen[name] !== undefined && isTheirs,
        isBoth: isMine && isTheirs,
      };
    });
}

/** JSON whose objects list their fields in order: the database orders them its own way. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
