import { createHash } from "node:crypto";
import type { Db } from "#app/platform/db/database.server.ts";
import { findPromotionByCall, noteCallOfPromotion, type PromotionCall } from "#app/promotions/data/promotion-calls.server.ts";
import { promotionRecords, type PromotionRecord } from "#app/promotions/data/promotion-records.server.ts";
import type { FieldProblems, RecordStore } from "#app/staff/data/record-store.ts";
import { saveRecord, type Actor } from "#app/staff/workflows/change-records.server.ts";

export type AddedByCall =
  | { readonly kind: "added" | "repeated"; readonly id: number }
  | { readonly kind: "key-reused" }
  | { readonly kind: "refused"; readonly problems: FieldProblems };

/** Adds a promotion for a program, once for each Idempotency-Key: the same call again returns the promotion of the first. */
export async function addPromotionByCall(db: Db, actor: Actor, value: PromotionRecord, idempotencyKey: string): Promise<AddedByCall> {
  const call = { callKey: hashOf(`${actor.id}\n${idempotencyKey}`), callHash: hashOf(JSON.stringify(value)) };
  const earlier = await findEarlier(db, call);
  if (earlier !== null) return earlier;
  const store: RecordStore<PromotionRecord> = {
    ...promotionRecords,
    async check(tx, id, record) {
      return (await findEarlier(tx, call)) === null ? promotionRecords.check?.(tx, id, record) : { callKey: "It is added." };
    },
    async insert(tx, record) {
      const id = await promotionRecords.insert(tx, record);
      await noteCallOfPromotion(tx, id, call);
      return id;
    },
  };
  const saved = await saveRecord(db, store, actor, { id: null, value, version: null, seen: {} });
  if (saved.kind === "done") return { kind: "added", id: saved.id };
  if (saved.kind !== "refused") throw new Error(`a new promotion cannot be ${saved.kind}`);
  // Another request with this key was faster.
  return (await findEarlier(db, call)) ?? { kind: "refused", problems: saved.problems };
}

async function findEarlier(db: Db, { callKey, callHash }: PromotionCall): Promise<AddedByCall | null> {
  const row = await findPromotionByCall(db, callKey);
  if (row === undefined) return null;
  return row.callHash === callHash ? { kind: "repeated", id: row.id } : { kind: "key-reused" };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
