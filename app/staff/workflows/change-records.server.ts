import { recordAudit, type RecordStates } from "#app/staff/data/history.server.ts";
import type { FieldProblems, RecordChange, RecordStore, StoredRecord } from "#app/staff/data/record-store.ts";
import {
  changedFields,
  conflictingFields,
  fieldHash,
  holdsSecrets,
  withoutSecrets,
  type ConflictingField,
} from "#app/staff/domain/record-changes.ts";
import { sqlState } from "#app/platform/db/database-errors.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { withoutUndefined } from "#app/values/narrow.ts";
import { counted } from "#texts/plural.ts";

/** The acting user. */
export interface Actor {
  readonly id: number;
  readonly name: string;
  /** The API token of a program. */
  readonly tokenId?: number;
}

/** A user, or the shop itself (a schedule). */
export type Doer = Actor | { readonly id: null; readonly name: string };

/** A completed action; `entry` is its history row, null if nothing changed. */
export interface Done {
  readonly kind: "done";
  readonly id: number;
  readonly name: string;
  readonly entry: number | null;
  /** How many records changed. */
  readonly changed: number;
  /** History cannot undo it, because a secret changed. */
  readonly isFinal?: boolean;
  /** Why nothing was done: an invariant would break. */
  readonly problem?: string;
}

export interface RecordConflict<Value> {
  readonly kind: "conflict";
  readonly fields: readonly ConflictingField[];
  readonly current: StoredRecord<Value>;
}

export type SaveAnswer<Value> =
  | Done
  | RecordConflict<Value>
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly problems: FieldProblems };

export interface RecordEdit<Value> {
  /** null = a new one. */
  readonly id: number | null;
  /** A field that is undefined stays as it is. */
  readonly value: Value;
  readonly version: number | null;
  /** Field hashes of the form's original (`fieldHash`), by name. */
  readonly seen: Readonly<Record<string, unknown>>;
}

/** Saves a record form: one transaction, one history row. A record changed by another user stays. */
export function saveRecord<Value extends object>(
  db: Db,
  store: RecordStore<Value>,
  actor: Actor,
  edit: RecordEdit<Value>,
): Promise<SaveAnswer<Value>> {
  return checkedTransaction(db, async (tx): Promise<SaveAnswer<Value>> => {
    const { id } = edit;
    const current = id === null ? undefined : (await store.find(tx, [id], "lock")).get(id);
    if (id !== null && current === undefined) return { kind: "missing" };
    const sent = current === undefined ? edit.value : { ...edit.value, ...untouched(store, edit) };
    if (current !== undefined) {
      const fields = conflictingFields(sent, current.value, edit.seen);
      const isOld = current.version !== edit.version || fields.some((field) => field.isOvertaken);
      if (isOld && fields.length > 0) return { kind: "conflict", fields, current };
    }
    const value = { ...current?.value, ...withoutUndefined(sent) } as Value;
    const problems = await store.check?.(tx, id, value, current?.value);
    if (problems !== undefined) return { kind: "refused", problems };
    const change = await track(tx, store, id === null ? [] : [id], async () => {
      if (id === null) return [await store.insert(tx, value)];
      if (changedFields(current?.value ?? null, value) !== undefined) await store.update(tx, id, value, current?.value);
      return [];
    });
    const [made] = change.made;
    const savedId = id ?? made ?? 0;
    const name = store.nameOf(value);
    const entry = await writeEntry(tx, store, actor, { action: id === null ? "add" : "edit", subject: name }, change);
    return { kind: "done", id: savedId, name, entry, changed: change.count, isFinal: holdsSecrets(store.secret ?? [], change) };
  });
}

/**
 * Adds records in one transaction with one history entry; each is built from the ids of the earlier ones. If one is rejected, none is
 * stored.
 */
export async function addRecords<Value extends object>(
  db: Db,
  store: RecordStore<Value>,
  actor: Actor,
  makers: readonly ((ids: readonly number[]) => Value)[],
): Promise<Done | Refused> {
  return keeping(db, store, async (tx): Promise<Done> => {
    const names: string[] = [];
    const change = await track(tx, store, [], async () => {
      const ids: number[] = [];
      for (const make of makers) {
        const value = make(ids);
        const [problem] = Object.values((await store.check?.(tx, null, value)) ?? {}).filter((each) => each !== undefined);
        if (problem !== undefined) refuseAct(`“${store.nameOf(value)}”: ${problem}`);
        ids.push(await store.insert(tx, value));
        names.push(store.nameOf(value));
      }
      return ids;
    });
    const [first = ""] = names;
    const name = names.length === 1 ? first : counted(names.length, "record", "records");
    const entry = await writeEntry(tx, store, actor, { action: "add", subject: name }, change);
    return { kind: "done", id: change.made[0] ?? 0, name, entry, changed: change.count };
  });
}

/** Changes many records alike, skipping missing and refusing ones. One history row. */
export async function changeRecords<Value extends object>(
  db: Db,
  store: RecordStore<Value>,
  actor: Doer,
  { action, ids }: { readonly action: string; readonly ids: readonly number[] },
  changeOf: (value: Value) => Value,
): Promise<Done> {
  const answer = await keeping(db, store, async (tx): Promise<Done> => {
    const records = await store.find(tx, ids, "lock");
    const change = await track(tx, store, ids, async () => {
      const changes = new Map<number, RecordChange<Value>>();
      for (const [id, { value }] of records) {
        const next = changeOf(value);
        if (changedFields(value, next) === undefined) continue;
        if ((await store.check?.(tx, id, next, value)) === undefined) changes.set(id, { before: value, after: next });
      }
      await updateAll(tx, store, changes);
      return [];
    });
    const [first] = records.values();
    const name = change.count === 1 && first !== undefined ? store.nameOf(first.value) : counted(change.count, "record", "records");
    const entry = await writeEntry(tx, store, actor, { action, subject: name }, change);
    return { kind: "done", id: ids[0] ?? 0, name, entry, changed: change.count };
  });
  if (answer.kind === "done") return answer;
  return { kind: "done", id: ids[0] ?? 0, name: "", entry: null, changed: 0, problem: answer.problem };
}

/** Updates records, in bulk where possible. */
export async function updateAll<Value extends object>(
  tx: Db,
  store: RecordStore<Value>,
  changes: ReadonlyMap<number, RecordChange<Value>>,
): Promise<void> {
  const left = store.updateMany === undefined ? changes.keys() : await store.updateMany(tx, changes);
  for (const id of left) {
    const change = changes.get(id);
    if (change !== undefined) await store.update(tx, id, change.after, change.before);
  }
}

/** Removes many records as one action, except those `heldOf` names. */
export function removeRecords<Value extends object>(
  db: Db,
  store: RecordStore<Value>,
  actor: Actor,
  ids: readonly number[],
  heldOf: (tx: Db, ids: readonly number[]) => Promise<readonly number[]>,
): Promise<{ readonly done: Done; readonly held: readonly { readonly id: number; readonly name: string }[] }> {
  return inTransaction(db, async (tx) => {
    const records = await store.find(tx, ids, "lock");
    const heldIds = new Set(await heldOf(tx, [...records.keys()]));
    const free = [...records.keys()].filter((id) => !heldIds.has(id));
    const change = await track(tx, store, free, async () => {
      for (const id of free) await store.remove(tx, id);
      return [];
    });
    const nameOf = (id: number | undefined) => {
      const record = id === undefined ? undefined : records.get(id);
      return record === undefined ? "" : store.nameOf(record.value);
    };
    const name = change.count === 1 ? nameOf(free[0]) : counted(change.count, "record", "records");
    const entry = await writeEntry(tx, store, actor, { action: "delete", subject: name }, change);
    const held = [...heldIds].map((id) => ({ id, name: nameOf(id) }));
    return { done: { kind: "done", id: free[0] ?? 0, name, entry, changed: change.count }, held };
  });
}

/** Effects of an action on a record and others of its kind. */
export interface RecordAct {
  readonly action: string;
  readonly id: number;
  /** Other affected records, for undo. */
  readonly touches: readonly number[];
  readonly run: (tx: Db) => Promise<void>;
  /** Data a removed record needs when restored; merged into its fields. */
  readonly note?: Readonly<Record<string, unknown>> | undefined;
}

/** An invariant would break; nothing is stored. */
export interface Refused {
  readonly kind: "refused";
  readonly problem: string;
}

/** Runs a custom action (move, delete) on a record: one transaction, one history row. */
export function actOnRecord<Value extends object>(
  db: Db,
  store: RecordStore<Value>,
  actor: Actor,
  { action, id, touches, run, note }: RecordAct,
): Promise<Done | Refused | { readonly kind: "missing" }> {
  return keeping(db, store, async (tx): Promise<Done | { readonly kind: "missing" }> => {
    const current = (await store.find(tx, [id], "lock")).get(id);
    if (current === undefined) return { kind: "missing" };
    const change = await track(tx, store, [id, ...touches], async () => {
      await run(tx);
      return [];
    });
    const name = store.nameOf(current.value);
    const before = { ...change.before, [id]: { ...change.before[id], ...note } };
    const entry = await writeEntry(tx, store, actor, { action, subject: name }, note === undefined ? change : { ...change, before });
    return { kind: "done", id, name, entry, changed: change.count };
  });
}

class Broken extends Error {}

/** Rolls back `keeping` with this message. */
export function refuseAct(problem: string): never {
  throw new Broken(problem);
}

/** A transaction that rolls back with a message if the store's invariant fails at its end. */
export async function keeping<Value extends object, Answer>(
  db: Db,
  store: RecordStore<Value>,
  work: (tx: Db) => Promise<Answer>,
): Promise<Answer | Refused> {
  try {
    return await checkedTransaction(db, async (tx) => {
      const answer = await work(tx);
      const problem = await store.keeps?.(tx);
      if (problem !== undefined) throw new Broken(problem);
      return answer;
    });
  } catch (error) {
    if (error instanceof Broken) return { kind: "refused", problem: error.message };
    throw error;
  }
}

const UNIQUE_VIOLATION = "23505";

/** Repeats a transaction once if another one stored the same unique value after its `check`: the second `check` sees that row and refuses. */
export async function checkedTransaction<Answer>(db: Db, work: (tx: Db) => Promise<Answer>): Promise<Answer> {
  try {
    return await inTransaction(db, work);
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    return inTransaction(db, work);
  }
}

interface Change {
  readonly before: RecordStates;
  readonly after: RecordStates;
  readonly made: readonly number[];
  readonly count: number;
}

/** Runs `work`, which returns created ids, and reports actual changes. */
export async function track<Value extends object>(
  tx: Db,
  store: RecordStore<Value>,
  ids: readonly number[],
  work: () => Promise<readonly number[]>,
): Promise<Change> {
  const earlier = await store.find(tx, ids, "lock");
  const made = await work();
  const all = [...new Set([...ids, ...made])];
  const later = await store.find(tx, all);
  const before: Record<string, RecordStates[string]> = {};
  const after: Record<string, RecordStates[string]> = {};
  for (const id of all) {
    const was = earlier.get(id);
    const is = later.get(id);
    const changed = changedFields(was?.value ?? null, is?.value ?? null);
    if (changed === undefined) continue;
    before[id] = changed.before;
    after[id] = changed.after;
  }
  return { before, after, made, count: Object.keys(after).length };
}

export async function writeEntry<Value extends object>(
  tx: Db,
  store: RecordStore<Value>,
  actor: Doer,
  { action, subject, undoes }: { readonly action: string; readonly subject: string; readonly undoes?: number },
  change: Change,
): Promise<number | null> {
  if (change.count === 0) return null;
  const { before, after } = withoutSecrets(store.secret ?? [], change);
  return recordAudit(tx, {
    userId: actor.id,
    userName: actor.name,
    action,
    subject,
    subjectKind: store.kind,
    subjectIds: Object.keys(after),
    before,
    after,
    ...(undoes === undefined ? {} : { undoes }),
  });
}

/** Undefined for self-changing fields that the form did not touch. */
function untouched<Value extends object>(
  store: RecordStore<Value>,
  { value, seen }: RecordEdit<Value>,
): Readonly<Record<string, undefined>> {
  const sent: Readonly<Record<string, unknown>> = { ...(value as object) };
  const names = (store.moving ?? []).filter((name) => fieldHash(sent[name]) === seen[name]);
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
