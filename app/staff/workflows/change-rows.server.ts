import type { FieldProblems, RecordStore, StoredRecord } from "#app/staff/data/record-store.ts";
import { changedFields, conflictingFields, type ConflictingField } from "#app/staff/domain/record-changes.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { checkedTransaction, track, updateAll, writeEntry, type Actor, type Done } from "./change-records.server.ts";
import { counted } from "#texts/plural.ts";

/** Some fields of a record from a sheet. */
export interface RowChange<Value> {
  readonly id: number;
  readonly value: Partial<Value>;
  /** Field hashes of the sheet's original (`fieldHash`). */
  readonly seen: Readonly<Record<string, unknown>>;
  /** The expected version of the record; left out = any. */
  readonly version?: number | undefined;
  /** More fields, computed from the locked record. */
  readonly more?: (current: Value) => Pick<RowChange<Value>, "value" | "seen">;
}

export interface RowsAnswer<Value> {
  readonly done: Done;
  readonly saved: readonly number[];
  readonly refused: ReadonlyMap<number, FieldProblems>;
  /** Rows with conflicting changes of other users; they stay. */
  readonly overtaken: ReadonlyMap<number, { readonly fields: readonly ConflictingField[]; readonly current: StoredRecord<Value> }>;
  readonly missing: readonly number[];
}

/**
 * Stores individual changes of many records: valid ones are stored, the others reported. One transaction, one history entry.
 * @param check of a changed record, in addition to the store's
 */
export function saveRows<Value extends object>(
  db: Db,
  store: RecordStore<Value>,
  actor: Actor,
  changes: readonly RowChange<Value>[],
  check?: (value: Value, changed: Partial<Value>) => FieldProblems | undefined,
): Promise<RowsAnswer<Value>> {
  return checkedTransaction(db, async (tx): Promise<RowsAnswer<Value>> => {
    const ids = changes.map((change) => change.id);
    const records = await store.find(tx, ids, "lock");
    const saved: number[] = [];
    const refused = new Map<number, FieldProblems>();
    const overtaken = new Map<number, { readonly fields: readonly ConflictingField[]; readonly current: StoredRecord<Value> }>();
    const change = await track(tx, store, ids, async () => {
      for (const { id, version, more, ...sent } of changes) {
        const current = records.get(id);
        if (current === undefined) continue;
        const added = more?.(current.value);
        const [value, seen] = [
          { ...sent.value, ...added?.value },
          { ...sent.seen, ...added?.seen },
        ];
        const fields = conflictingFields(value, current.value, seen).filter((field) => field.isOvertaken);
        if (fields.length > 0 || (version ?? current.version) !== current.version) {
          overtaken.set(id, { fields, current });
          continue;
        }
        const next: Value = { ...current.value, ...value };
        const problems = check?.(next, value) ?? (await store.check?.(tx, id, next, current.value));
        if (problems !== undefined) {
          refused.set(id, problems);
          continue;
        }
        if (changedFields(current.value, next) !== undefined) await store.update(tx, id, next, current.value);
        saved.push(id);
      }
      return [];
    });
    const [one] = saved;
    const only = saved.length === 1 && one !== undefined ? records.get(one) : undefined;
    const name = only === undefined ? counted(change.count, "record", "records") : store.nameOf(only.value);
    const entry = await writeEntry(tx, store, actor, { action: "edit", subject: name }, change);
    return {
      done: { kind: "done", id: one ?? 0, name, entry, changed: change.count },
      saved,
      refused,
      overtaken,
      missing: ids.filter((id) => !records.has(id)),
    };
  });
}

/** Changes many records if `isStill` confirms their state; otherwise nothing. */
export function changeRecordsIf<Value extends object>(
  db: Db,
  store: RecordStore<Value>,
  actor: Actor,
  act: {
    readonly action: string;
    readonly ids: readonly number[];
    readonly isStill: (records: ReadonlyMap<number, StoredRecord<Value>>) => boolean;
    readonly changeOf: (value: Value) => Value;
  },
): Promise<Done | { readonly kind: "overtaken" }> {
  return inTransaction(db, async (tx): Promise<Done | { readonly kind: "overtaken" }> => {
    const records = await store.find(tx, act.ids, "lock");
    if (!act.isStill(records)) return { kind: "overtaken" };
    const change = await track(tx, store, act.ids, async () => {
      const changes = [...records].map(([id, { value }]) => [id, { before: value, after: act.changeOf(value) }] as const);
      await updateAll(tx, store, new Map(changes.filter(([, { before, after }]) => changedFields(before, after) !== undefined)));
      return [];
    });
    const [first] = records.values();
    const name = change.count === 1 && first !== undefined ? store.nameOf(first.value) : counted(change.count, "record", "records");
    const entry = await writeEntry(tx, store, actor, { action: act.action, subject: name }, change);
    return { kind: "done", id: act.ids[0] ?? 0, name, entry, changed: change.count };
  });
}
