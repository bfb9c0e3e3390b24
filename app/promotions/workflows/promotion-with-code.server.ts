import { couponSetRecords, insertCodes } from "#app/promotions/data/coupon-sets.server.ts";
import { promotionRecords, type PromotionRecord } from "#app/promotions/data/promotion-records.server.ts";
import { findCouponCodes } from "#app/promotions/data/promotions.server.ts";
import { isCouponCode, normalizeCode } from "#app/promotions/domain/coupons.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { MAX_COUPON_CODE_LENGTH } from "#app/values/limits.ts";

/** Promotions that are added together with a coupon set with one given code; "" = without a code. */
export function promotionsWithCode(code: string): RecordStore<PromotionRecord> {
  if (code === "") return promotionRecords;
  return {
    ...promotionRecords,
    async check(tx, id, value, before) {
      if (value.trigger !== "coupon") return { code: "A code needs the method “Code”. Choose it, or leave the code empty." };
      if (!isCouponCode(code)) return { code: `Use up to ${MAX_COUPON_CODE_LENGTH} letters and digits.` };
      if ((await findCouponCodes(tx, [normalizeCode(code)])).size > 0) return { code: `${code} exists already.` };
      return promotionRecords.check?.(tx, id, value, before);
    },
    async insert(tx, value, id) {
      const promotionId = await promotionRecords.insert(tx, value, id);
      const setId = await couponSetRecords.insert(tx, { name: code, promotionId });
      const terms = { maxUses: null, perCustomerUses: null, expiresAt: null };
      const added = await insertCodes(tx, setId, [{ code, normalizedCode: normalizeCode(code) }], terms);
      if (added === 0) throw new Error("another transaction has just added this code");
      return promotionId;
    },
  };
}
