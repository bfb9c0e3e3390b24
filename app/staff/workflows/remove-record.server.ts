import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { actOnRecord, refuseAct, type Actor, type Done, type Refused } from "./change-records.server.ts";

/** Other records that a deletion affects, and their changes before it. */
export interface Deletion {
  readonly touches: readonly number[];
  readonly before: (tx: Db) => Promise<void>;
  /** Data the record needs when restored. */
  readonly note?: Readonly<Record<string, unknown>>;
}

/** Deletes a record unless its store refuses: one transaction, one history entry. */
export function removeRecord<Value extends object>(
  db: Db,
  store: RecordStore<Value>,
  actor: Actor,
  id: number,
  deletion: Deletion | undefined,
): Promise<Done | Refused | { readonly kind: "missing" }> {
  return actOnRecord(db, store, actor, {
    action: "delete",
    id,
    touches: deletion?.touches ?? [],
    note: deletion?.note,
    run: async (tx) => {
      const problem = (await store.whyItStays?.(tx, id)) ?? null;
      if (problem !== null) refuseAct(problem);
      await deletion?.before(tx);
      await store.remove(tx, id);
    },
  });
}
