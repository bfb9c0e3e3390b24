import type { Db } from "#app/platform/db/database.server.ts";

/** One line per field that cannot be stored as it is; names are those of the form. */
export type FieldProblems = Readonly<Record<string, string | undefined>>;

export interface StoredRecord<Value> {
  readonly value: Value;
  readonly version: number;
}

/** Whether the same undo takes this record away, too. */
export type IsGoing = (kind: string, id: number) => boolean;

export interface RecordChange<Value> {
  readonly before: Value;
  readonly after: Value;
}

/**
 * How one kind of record is read and written, for record forms, bulk changes, deleting and undo: a noun declares it once in its `data/`.
 * A value is plain JSON (no Date), because the history keeps it. What writes runs inside the caller's transaction.
 */
export interface RecordStore<Value extends object = Record<string, unknown>> {
  /** As the history names it: "category". Never change one. */
  readonly kind: string;
  readonly nameOf: (value: Value) => string;
  /** Fields that change without anybody editing them, such as stock: a form that has not touched them leaves them as they are. */
  readonly moving?: readonly string[];
  /** Acts of which more is gone than the history keeps, so that nothing brings it back. */
  readonly final?: readonly string[];
  /** The records with these ids; missing ones are absent. `lock` holds them against other writers until the transaction ends. */
  find(db: Db, ids: readonly number[], lock?: "lock"): Promise<ReadonlyMap<number, StoredRecord<Value>>>;
  /** What speaks against storing this, beyond what the form's schema knows. `id` null = a new one; `before` as in `update`. */
  check?(tx: Db, id: number | null, value: Value, before?: Value): Promise<FieldProblems | undefined>;
  /** What has to hold of all records together: the sentence that says what a removal or an undo would break. */
  keeps?(tx: Db): Promise<string | undefined>;
  /** Stores a new record; with an `id` one that was removed comes back under its own. */
  insert(tx: Db, value: Value, id?: number): Promise<number>;
  /** Stores the record and counts its version up. `before` is what stands there, when the caller knows it: what is the same need not be written. */
  update(tx: Db, id: number, value: Value, before?: Value): Promise<void>;
  /** Stores many records in few statements, as far as it can; answers those that are left to `update`. */
  updateMany?(tx: Db, changes: ReadonlyMap<number, RecordChange<Value>>): Promise<readonly number[]>;
  remove(tx: Db, id: number): Promise<void>;
  /** Other records need it, so undo does not take it away; what goes with it does not count. */
  isHeld?(tx: Db, id: number, isGoing: IsGoing): Promise<boolean>;
  /** How a message names one of several records that an act was done to; left out = by its name. */
  labelOf?(id: number, value: Value): string;
}
