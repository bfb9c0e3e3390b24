import { findHistoryEntry, type HistoryEntry } from "#app/staff/data/history.server.ts";
import type { RecordStore, StoredRecord } from "#app/staff/data/record-store.ts";
import { CONFIRM_FIRST, type AccountActor } from "#app/staff/domain/account-changes.ts";
import { holdsSecrets, stillStands } from "#app/staff/domain/record-changes.ts";
import { violatedConstraint } from "#app/platform/db/database-errors.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { keeping, refuseAct, track, updateAll, writeEntry, type Actor, type Done, type Refused } from "./change-records.server.ts";

export type UndoAnswer =
  | (Done & { readonly removed: readonly number[] })
  | { readonly kind: "missing" }
  /** `changed`: records changed since, at most three. */
  | { readonly kind: "overtaken"; readonly name: string; readonly changed: readonly string[] }
  | Refused;

/** Undoes an action if its result is unchanged. Undoing an undo repeats it. */
export async function undoEntry(
  db: Db,
  stores: readonly RecordStore[],
  actor: Actor & Pick<AccountActor, "isConfirmed">,
  entryId: number,
): Promise<UndoAnswer> {
  const requestedEntry = await findHistoryEntry(db, entryId);
  const store = stores.find((each) => each.kind === requestedEntry?.kind);
  if (store === undefined) return { kind: "missing" };
  const undone = keeping(db, store, async (tx): Promise<UndoAnswer> => {
    const entry = await findHistoryEntry(tx, entryId);
    if (entry === undefined || entry.undoneBy !== null) return { kind: "missing" };
    if (store.final?.includes(entry.action) === true) return { kind: "refused", problem: `“${entry.subject}” is gone for good.` };
    if (holdsSecrets(store.secret ?? [], entry))
      return { kind: "refused", problem: `“${entry.subject}” stays as it is: the history keeps no secrets, so it cannot restore them.` };
    const ids = Object.keys(entry.after).map(Number);
    const changedOf = (id: number) => Object.keys({ ...entry.before[id], ...entry.after[id] });
    if (!actor.isConfirmed && ids.some((id) => store.needsConfirmation?.(id, changedOf(id)) === true))
      return { kind: "refused", problem: CONFIRM_FIRST };
    const current = await store.find(tx, ids, "lock");
    const made = ids.filter((id) => (entry.before[id] ?? null) === null);
    const fallen = ids.filter((id) => !stillStands(entry.after[id] ?? null, current.get(id)?.value ?? null));
    const lost = [...fallen, ...(await listHeld(tx, store, made))];
    if (lost.length > 0) {
      const labelOf = (id: number) => {
        const value = current.get(id)?.value ?? entry.after[id] ?? entry.before[id] ?? {};
        return store.labelOf?.(id, value) ?? `“${store.nameOf(value)}”`;
      };
      const changed = ids.length === 1 ? [] : [...new Set(lost)].slice(0, MOST_NAMED).map(labelOf);
      return { kind: "overtaken", name: entry.subject, changed };
    }
    const change = await track(tx, store, ids, () => putBack(tx, store, entry, current));
    const written = await writeEntry(tx, store, actor, { action: "undo", subject: entry.subject, undoes: entry.id }, change);
    const removed = ids.filter((id) => (entry.before[id] ?? null) === null);
    return { kind: "done", id: ids[0] ?? 0, name: entry.subject, entry: written, changed: change.count, removed };
  });
  return undone.catch((error: unknown): UndoAnswer => {
    // A unique value of the restored record (address, name) is taken.
    if (violatedConstraint(error) === undefined) throw error;
    return { kind: "refused", problem: `“${requestedEntry?.subject ?? ""}” cannot be restored: another record has taken its place.` };
  });
}

/** Whether an action can be undone now. */
export async function isUndoable(db: Db, stores: readonly RecordStore[], entryId: number): Promise<boolean> {
  const entry = await findHistoryEntry(db, entryId);
  const store = stores.find((each) => each.kind === entry?.kind);
  if (entry === undefined || store === undefined || entry.undoneBy !== null || store.final?.includes(entry.action) === true) return false;
  if (holdsSecrets(store.secret ?? [], entry)) return false;
  const ids = Object.keys(entry.after).map(Number);
  const current = await store.find(db, ids);
  const stands = ids.every((id) => stillStands(entry.after[id] ?? null, current.get(id)?.value ?? null));
  const made = ids.filter((id) => (entry.before[id] ?? null) === null);
  return stands && (await listHeld(db, store, made)).length === 0;
}

async function listHeld(tx: Db, store: RecordStore, going: readonly number[]): Promise<readonly number[]> {
  const held: number[] = [];
  const isGoing = (kind: string, id: number) => kind === store.kind && going.includes(id);
  for (const id of going) if ((await store.isHeld?.(tx, id, isGoing)) === true) held.push(id);
  return held;
}

/** Bulk changes of very many are prices and switches without constraints; checking each would take minutes. */
const MOST_LOOKED_AT = 100;
/** Records that block an undo. */
const MOST_NAMED = 3;

async function putBack(
  tx: Db,
  store: RecordStore,
  entry: HistoryEntry,
  current: ReadonlyMap<number, StoredRecord<object>>,
): Promise<readonly number[]> {
  const states = Object.entries(entry.before).map(([id, state]) => ({ id: Number(id), state }));
  // Restore order, and reverse removal order, for references.
  for (const { id, state } of states) if (state !== null && entry.after[id] === null) await store.insert(tx, { ...state }, id);
  const changes = states.flatMap(({ id, state }) => {
    const found = current.get(id);
    return state === null || found === undefined ? [] : [[id, { before: found.value, after: { ...found.value, ...state } }] as const];
  });
  if (changes.length <= MOST_LOOKED_AT || store.updateMany === undefined) {
    for (const [id, { before, after }] of changes) {
      const problems = Object.values((await store.check?.(tx, id, after, before)) ?? {}).filter((problem) => problem !== undefined);
      if (problems[0] !== undefined) refuseAct(`“${entry.subject}” stays as it is: ${problems[0]}`);
    }
  }
  await updateAll(tx, store, new Map(changes));
  for (const { id, state } of states.toReversed()) if (state === null) await store.remove(tx, id);
  return [];
}
