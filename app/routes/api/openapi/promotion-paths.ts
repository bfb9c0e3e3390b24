import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { idempotencyKeySchema } from "#app/checkout/domain/checkout.schema.ts";
import {
  codeCallQuery,
  newCodes,
  newPromotionIn,
  promotionCallQuery,
  promotionChangeIn,
} from "#app/promotions/domain/calls/promotion-call.schema.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import { dollars, instant } from "./answers.schema.ts";
import { anything, describeCall, paging } from "./operation.ts";

const PROMOTIONS = ["Staff: promotions"];

const moment = z.string().nullable().meta({ description: "A time on the shop's clock: 2026-11-20T15:00." });
const fields = {
  id: z.int(),
  version: z.int().meta({ description: "Sent along with every change; another one means somebody was faster." }),
  state: z.enum(["draft", "scheduled", "active", "paused", "ended"]),
  name: z.string(),
  title: z.string().meta({ description: "What customers read." }),
  description: z.string(),
  status: z.enum(["draft", "active", "paused", "archived"]),
  trigger: z.enum(["automatic", "coupon"]),
  starts_at: moment,
  ends_at: moment,
  schedule: z.array(anything),
  condition: anything.meta({
    description:
      "A tree of conditions. Amounts are in stored units: 500 for $5.00. A token without customers:read reads email_count in the place of emails.",
  }),
  action: anything.meta({ description: "What it gives: `kind` and `params`. Amounts are in stored units: 500 for $5.00." }),
  cap: dollars.nullable(),
  stacking_group: z.string().nullable(),
  is_exclusive: z.boolean(),
  priority: z.int(),
  total_uses: z.int().nullable(),
  per_customer_uses: z.int().nullable(),
  budget: dollars.nullable(),
  uses: z.int(),
  discount: dollars.meta({ description: "What it has given." }),
};
const promotionRow = z.strictObject(fields).meta({ id: "StaffPromotionRow" });
const promotion = z
  .strictObject({ ...fields, coupon_sets: z.array(z.strictObject({ id: z.int(), name: z.string() })) })
  .meta({ id: "StaffPromotion" });
const couponCode = z
  .strictObject({
    id: z.int(),
    code: z.string(),
    status: z.enum(["active", "revoked"]),
    max_uses: z.int().nullable(),
    per_customer_uses: z.int().nullable(),
    expires_at: instant.nullable(),
    uses: z.int(),
  })
  .meta({ id: "StaffCouponCode" });

const path = z.strictObject({ id: z.int() });

/** Promotions and coupon codes as staff see them. */
export const promotionPaths: ZodOpenApiPathsObject = {
  "/admin/api/promotions": {
    get: describeCall({
      id: "listPromotions",
      summary: "Promotions, page by page",
      tags: PROMOTIONS,
      query: promotionCallQuery,
      answer: z.strictObject({ promotions: z.array(promotionRow), ...paging }),
      problems: ["422"],
      isForStaff: true,
      scope: "promotions:read",
    }),
    post: describeCall({
      id: "addPromotion",
      summary: "Add a promotion, a draft unless another status is sent; the same Idempotency-Key again adds no second one",
      tags: PROMOTIONS,
      header: z.strictObject({ "Idempotency-Key": idempotencyKeySchema }),
      body: newPromotionIn(US_DOLLARS.currency),
      answer: z.strictObject({ promotion }),
      status: "201",
      isForStaff: true,
      scope: "promotions:write",
    }),
  },
  "/admin/api/promotions/{id}": {
    get: describeCall({
      id: "getPromotion",
      summary: "One promotion with its coupon sets",
      tags: PROMOTIONS,
      path,
      answer: z.strictObject({ promotion }),
      problems: ["404"],
      isForStaff: true,
      scope: "promotions:read",
    }),
    patch: describeCall({
      id: "changePromotion",
      summary: "Change a promotion; pause, resume and end it by its status. What is left out stays",
      tags: PROMOTIONS,
      path,
      body: promotionChangeIn(US_DOLLARS.currency),
      answer: z.strictObject({ promotion }),
      problems: ["404", "409"],
      isForStaff: true,
      scope: "promotions:write",
    }),
  },
  "/admin/api/coupon-sets/{id}": {
    get: describeCall({
      id: "getCouponSet",
      summary: "A coupon set with a page of its codes",
      tags: PROMOTIONS,
      path,
      query: codeCallQuery,
      answer: z.strictObject({
        coupon_set: z.strictObject({
          id: z.int(),
          name: z.string(),
          promotion_id: z.int(),
          codes: z.int(),
          active: z.int(),
          uses: z.int(),
        }),
        codes: z.array(couponCode),
        ...paging,
      }),
      problems: ["404", "422"],
      isForStaff: true,
      scope: "promotions:read",
    }),
    post: describeCall({
      id: "addCouponCodes",
      summary: "Add codes to a coupon set; those that exist are left out and counted as known",
      tags: PROMOTIONS,
      path,
      body: newCodes,
      answer: z.strictObject({ added: z.int(), known: z.int() }),
      problems: ["404"],
      isForStaff: true,
      scope: "promotions:write",
    }),
  },
};
