import type { Db } from "#app/platform/db/database.server.ts";
import { findPromotionByCall, noteCallOfPromotion } from "#app/promotions/data/promotion-calls.server.ts";
import { promotionRecords, type PromotionRecord } from "#app/promotions/data/promotion-records.server.ts";
import { addRecordByCall, type AddedByCall } from "#app/staff/workflows/add-by-call.server.ts";
import type { Actor } from "#app/staff/workflows/change-records.server.ts";

const calls = { find: findPromotionByCall, note: noteCallOfPromotion };

/** Adds a promotion by API, once for each Idempotency-Key. */
export function addPromotionByCall(db: Db, actor: Actor, value: PromotionRecord, idempotencyKey: string): Promise<AddedByCall> {
  return addRecordByCall(db, { store: promotionRecords, calls }, actor, value, idempotencyKey);
}
