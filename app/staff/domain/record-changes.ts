import { stableHash } from "#app/values/stable-hash.ts";

type Value = object;
type Fields = Readonly<Record<string, unknown>>;

/** Changed fields before and after; a missing value counts as a whole. undefined if equal. */
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

/** Whether an action's result is unchanged, so that undo reverts nothing else. */
export function stillStands(after: Value | null, current: Value | null): boolean {
  if (after === null || current === null) return after === current;
  const is: Fields = { ...current };
  return Object.entries(after).every(([name, value]) => isSame(value, is[name]));
}

type States = Readonly<Record<string, Fields | null>>;
interface Changes {
  readonly before: States;
  readonly after: States;
}

/** Whether any of these secret fields changed, which the history cannot restore. */
export function holdsSecrets(names: readonly string[], { before, after }: Changes): boolean {
  const states = [...Object.values(before), ...Object.values(after)];
  return states.some((state) => state !== null && names.some((name) => name in state));
}

/** The changes with words in place of secrets, as in the history of settings. */
export function withoutSecrets(names: readonly string[], changes: Changes): Changes {
  if (!holdsSecrets(names, changes)) return changes;
  const mask = (states: States, wordOf: (id: string) => string) =>
    Object.fromEntries(
      Object.entries(states).map(([id, state]): [string, Fields | null] => {
        if (state === null) return [id, null];
        const fields = Object.entries(state).map(([name, value]) => [name, names.includes(name) ? wordOf(id) : value]);
        return [id, Object.fromEntries(fields)];
      }),
    );
  return {
    before: mask(changes.before, () => "set"),
    after: mask(changes.after, (id) => ((changes.before[id] ?? null) === null ? "set" : "changed")),
  };
}

export function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** A short hash of a field's text. */
export function fieldHash(value: unknown): string {
  return stableHash(canonical(value)).slice(0, 16);
}

/** The hash of each field, to detect changes since then. */
export function fieldHashes(fields: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fieldHash(value)]));
}

export interface ConflictingField {
  readonly name: string;
  /** What the form sent. */
  readonly mine: unknown;
  /** What is stored now. */
  readonly theirs: unknown;
  /** Changed by the sender, too; else only by the other user. */
  readonly isMine: boolean;
  /** The stored value differs from the form's original. */
  readonly isOvertaken: boolean;
  /** Both changed it, or the original is unknown. */
  readonly isBoth: boolean;
}

/** Differences between form and record, given the form's original values. */
export function conflictingFields(sent: Value, stored: Value, seen: Fields): readonly ConflictingField[] {
  const mine: Fields = { ...sent };
  const theirs: Fields = { ...stored };
  return Object.keys(mine)
    .filter((name) => mine[name] !== undefined && !isSame(mine[name], theirs[name]))
    .map((name) => {
      const isMine = fieldHash(mine[name]) !== seen[name];
      const isTheirs = fieldHash(theirs[name]) !== seen[name];
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

/** JSON with sorted keys, because the database orders them differently. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
