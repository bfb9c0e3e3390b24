import { recordAudit } from "#app/staff/data/history.server.ts";
import type { IsGoing, RecordStore, StoredRecord } from "#app/staff/data/record-store.ts";
import { COMBINED_KIND, combinedId, splitId, type CombinedKind } from "#app/staff/domain/combined-ids.ts";
import { changedFields } from "#app/staff/domain/record-changes.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Doer } from "./change-records.server.ts";

/** How messages name a record: "Page “About”"; some kinds have only one. */
const WORDS: Readonly<Record<CombinedKind, (name: string) => string>> = {
  settings: () => "Site settings",
  "customization-template": (name) => `Template “${name}”`,
  page: (name) => `Page “${name}”`,
  menu: (name) => name,
  promotion: (name) => `Promotion “${name}”`,
  "coupon-set": (name) => `Coupon set “${name}”`,
  "coupon-codes": () => "Coupon codes",
  role: (name) => `Role “${name}”`,
};

/** Records of several kinds as one store, so that an action is one history row with one undo. */
export function combinedRecords(stores: readonly RecordStore[]): RecordStore {
  const of = (combined: number) => {
    const { kind, id } = splitId(combined);
    const store = stores.find((each) => each.kind === kind);
    if (store === undefined) throw new Error(`no store of ${kind}`);
    return { store, id };
  };
  return {
    kind: COMBINED_KIND,
    nameOf: () => "",
    labelOf: (combined, value) => WORDS[splitId(combined).kind](of(combined).store.nameOf(value)),

    needsConfirmation(combined, changed) {
      const { store, id } = of(combined);
      return store.needsConfirmation?.(id, changed) ?? false;
    },

    async find(db, ids, lock) {
      const found = new Map<number, StoredRecord<object>>();
      for (const [store, own] of Map.groupBy(ids, (id) => of(id).store)) {
        const ownIds = own.map((id) => of(id).id);
        const records = await store.find(db, ownIds, lock);
        for (const id of own) {
          const record = records.get(of(id).id);
          if (record !== undefined) found.set(id, record);
        }
      }
      return found;
    },

    async check(tx, combined, value, before) {
      if (combined === null) return undefined;
      const { store, id } = of(combined);
      return store.check?.(tx, id, value, before);
    },

    async insert(tx, value, combined) {
      if (combined === undefined) throw new Error("it has to be told which kind of record comes back");
      const { store, id } = of(combined);
      await store.insert(tx, value, id);
      return combined;
    },

    async update(tx, combined, value, before) {
      const { store, id } = of(combined);
      await store.update(tx, id, value, before);
    },

    async remove(tx, combined) {
      const { store, id } = of(combined);
      await store.remove(tx, id);
    },

    async isHeld(tx, combined, isGoing) {
      const { store, id } = of(combined);
      const goesToo: IsGoing = (kind, each) => isGoing(COMBINED_KIND, combinedId(kind, each) ?? 0);
      return (await store.isHeld?.(tx, id, goesToo)) ?? false;
    },
  };
}

/** Records an action on several kinds in the caller's transaction. */
export interface Recorder {
  /** Runs `work` on a record, or lets it create one (`id` null) and return its id. */
  touch(kind: CombinedKind, id: number | null, work: () => Promise<number | void>): Promise<number>;
  /** Saves a record like its form; `id` null: new. */
  put<Stored extends object>(store: RecordStore<Stored>, id: number | null, value: Stored): Promise<number>;
  /** Writes the history row; null if nothing changed. */
  write(actor: Doer, action: string, subject: string): Promise<number | null>;
}

export function recordTogether(tx: Db, stores: readonly RecordStore[]): Recorder {
  const combined = combinedRecords(stores);
  const before = new Map<number, object | null>();
  const numberOf = (kind: CombinedKind, id: number) => combinedId(kind, id) ?? 0;
  const recorder: Recorder = {
    async touch(kind, id, work) {
      if (id === null) {
        const made = await work();
        if (typeof made !== "number") throw new Error("the record that was made has no number");
        before.set(numberOf(kind, made), null);
        return made;
      }
      const number = numberOf(kind, id);
      if (!before.has(number)) before.set(number, (await combined.find(tx, [number], "lock")).get(number)?.value ?? null);
      await work();
      return id;
    },
    put: (store, id, value) =>
      recorder.touch(store.kind as CombinedKind, id, () => (id === null ? store.insert(tx, value) : store.update(tx, id, value))),
    async write(actor, action, subject) {
      const ids = [...before.keys()].toSorted((a, b) => a - b);
      const later = await combined.find(tx, ids);
      const changes = ids.flatMap((id) => {
        const change = changedFields(before.get(id) ?? null, later.get(id)?.value ?? null);
        return change === undefined ? [] : [[id, change] as const];
      });
      if (changes.length === 0) return null;
      return recordAudit(tx, {
        userId: actor.id,
        userName: actor.name,
        action,
        subject,
        subjectKind: COMBINED_KIND,
        subjectIds: changes.map(([id]) => id),
        before: Object.fromEntries(changes.map(([id, change]) => [id, change.before])),
        after: Object.fromEntries(changes.map(([id, change]) => [id, change.after])),
      });
    },
  };
  return recorder;
}
