import { eq } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { promotions } from "./tables.ts";

/** The API call that added a promotion: hashes of its Idempotency-Key and of its body. */
export interface PromotionCall {
  readonly callKey: string;
  readonly callHash: string;
}

/** The promotion that a call with this key added, and the hash of that call's body. */
export async function findPromotionByCall(
  db: Db,
  callKey: string,
): Promise<{ readonly id: number; readonly callHash: string | null } | undefined> {
  const [row] = await db
    .select({ id: promotions.id, callHash: promotions.callHash })
    .from(promotions)
    .where(eq(promotions.callKey, callKey));
  return row;
}

export async function noteCallOfPromotion(tx: Db, id: number, call: PromotionCall): Promise<void> {
  await tx.update(promotions).set(call).where(eq(promotions.id, id));
}
