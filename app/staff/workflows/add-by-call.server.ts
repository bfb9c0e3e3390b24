import { createHash } from "node:crypto";
import type { Db } from "#app/platform/db/database.server.ts";
import type { FieldProblems, RecordStore } from "#app/staff/data/record-store.ts";
import { keyOwner } from "#app/staff/domain/api-token.ts";
import { saveRecord, type Actor } from "./change-records.server.ts";

/** The call that added a record: hashes of its Idempotency-Key and of its body. */
export interface AddingCall {
  readonly callKey: string;
  readonly callHash: string;
}

/** Where a record kind stores the calls that added its records. */
export interface CallStore {
  readonly find: (db: Db, callKey: string) => Promise<{ readonly id: number; readonly callHash: string | null } | undefined>;
  readonly note: (tx: Db, id: number, call: AddingCall) => Promise<void>;
}

export type AddedByCall =
  | { readonly kind: "added" | "repeated"; readonly id: number }
  | { readonly kind: "key-reused" }
  | { readonly kind: "refused"; readonly problems: FieldProblems };

/** Adds a record once per Idempotency-Key of a program or user: a repeated call returns the first call's record. */
export async function addRecordByCall<Value extends object>(
  db: Db,
  { store, calls }: { readonly store: RecordStore<Value>; readonly calls: CallStore },
  actor: Actor,
  value: Value,
  idempotencyKey: string,
): Promise<AddedByCall> {
  const call = { callKey: hashOf(`${keyOwner(actor.id, actor.tokenId)}\n${idempotencyKey}`), callHash: hashOf(JSON.stringify(value)) };
  const earlier = await findEarlier(db, calls, call);
  if (earlier !== null) return earlier;
  const noting: RecordStore<Value> = {
    ...store,
    async check(tx, id, record) {
      return (await findEarlier(tx, calls, call)) === null ? store.check?.(tx, id, record) : { callKey: "It is added." };
    },
    async insert(tx, record) {
      const id = await store.insert(tx, record);
      await calls.note(tx, id, call);
      return id;
    },
  };
  const saved = await saveRecord(db, noting, actor, { id: null, value, version: null, seen: {} });
  if (saved.kind === "done") return { kind: "added", id: saved.id };
  if (saved.kind !== "refused") throw new Error(`a new record cannot be ${saved.kind}`);
  // Another request with this key was faster.
  return (await findEarlier(db, calls, call)) ?? { kind: "refused", problems: saved.problems };
}

async function findEarlier(db: Db, calls: CallStore, { callKey, callHash }: AddingCall): Promise<AddedByCall | null> {
  const row = await calls.find(db, callKey);
  if (row === undefined) return null;
  return row.callHash === callHash ? { kind: "repeated", id: row.id } : { kind: "key-reused" };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
