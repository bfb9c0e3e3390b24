import type { Db } from "#app/platform/db/database.server.ts";

/** Errors by form field. */
export type FieldProblems = Readonly<Record<string, string | undefined>>;

export interface StoredRecord<Value> {
  readonly value: Value;
  readonly version: number;
}

/** Whether the same undo also removes this record. */
export type IsGoing = (kind: string, id: number) => boolean;

export interface RecordChange<Value> {
  readonly before: Value;
  readonly after: Value;
}

/**
 * Reads and writes one kind of record for forms, bulk actions, deletion and undo; declared once in the module's `data/`. Values are plain JSON,
 * because history stores them. Writes run in the caller's transaction.
 */
export interface RecordStore<Value extends object = object> {
  /** The record kind in the history: "category". Never change one. */
  readonly kind: string;
  nameOf(value: Value): string;
  /** Fields that change by themselves, such as stock: untouched form fields leave them. */
  readonly moving?: readonly string[];
  /** Actions that history cannot restore. */
  readonly final?: readonly string[];
  /** Fields that may hold secrets. The history notes that they changed, not their values, so it cannot restore them. */
  readonly secret?: readonly string[];
  /** Whether undoing a change of these fields needs a recent confirmation: they decide access, money or recipients of messages. */
  needsConfirmation?(id: number, changed: readonly string[]): boolean;
  /** Records by id; missing ones are absent. `lock` holds them for the transaction. */
  find(db: Db, ids: readonly number[], lock?: "lock"): Promise<ReadonlyMap<number, StoredRecord<Value>>>;
  /** Errors beyond the form's schema. `id` null: new; `before` as in `update`. */
  check?(tx: Db, id: number | null, value: Value, before?: Value): Promise<FieldProblems | undefined>;
  /** An invariant of all records: the message if a removal or undo breaks it. */
  keeps?(tx: Db): Promise<string | undefined>;
  /** Inserts a record; with `id` restores a removed one. */
  insert(tx: Db, value: Value, id?: number): Promise<number>;
  /** Updates a record and increments its version. `before`: the stored value, to write only differences. */
  update(tx: Db, id: number, value: Value, before?: Value): Promise<void>;
  /** Updates many records at once where possible; returns those left for `update`. */
  updateMany?(tx: Db, changes: ReadonlyMap<number, RecordChange<Value>>): Promise<readonly number[]>;
  remove(tx: Db, id: number): Promise<void>;
  /** Why staff cannot delete it; null = they can. */
  whyItStays?(db: Db, id: number): Promise<string | null>;
  /** Other records need it, so undo keeps it; dependents do not count. */
  isHeld?(tx: Db, id: number, isGoing: IsGoing): Promise<boolean>;
  /** How a message names one of several records; default: its name. */
  labelOf?(id: number, value: Value): string;
}

export interface ListedRecord<Value> {
  readonly id: number;
  readonly value: Value;
}

/** The records of these rows, in their order; `lock` holds them for the transaction. */
export async function listRecords<Value extends object>(
  db: Db,
  store: RecordStore<Value>,
  rows: PromiseLike<readonly { readonly id: number }[]>,
  lock?: "lock",
): Promise<readonly ListedRecord<Value>[]> {
  const ids = (await rows).map(({ id }) => id);
  const records = await store.find(db, ids, lock);
  return ids.flatMap((id) => {
    const value = records.get(id)?.value;
    return value === undefined ? [] : [{ id, value }];
  });
}
