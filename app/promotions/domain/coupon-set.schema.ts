import { z } from "zod";
import { numberField, optionalLineField, optionalNumberField, requiredLineField } from "#app/values/form-fields.schema.ts";
import { MAX_CODES_TEXT_LENGTH, MAX_COUPON_CODE_LENGTH, MAX_ID, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";
import { isLocalDate } from "#app/values/time.ts";
import { MAX_CODES_PER_RUN, MAX_GENERATED_LENGTH, MIN_GENERATED_LENGTH } from "./coupons.ts";

const MAX_USES = 1_000_000;
const MAX_PREFIX_LENGTH = 20;

/** A new coupon set. */
export const couponSetForm = z.object({
  name: requiredLineField("a name", MAX_TITLE_LENGTH),
  promotionId: numberField("the promotion", 1, MAX_ID),
});

/** The limits of each new code; empty = no limit, no end. */
const terms = {
  maxUses: optionalNumberField("the uses of each code", 1, MAX_USES),
  perCustomerUses: optionalNumberField("the uses per customer", 1, MAX_USES),
  expiresOn: optionalLineField("the last day", 10).refine((day) => day === null || isLocalDate(day), "Enter the last day as a date."),
};

export const generateForm = z.object({
  count: numberField("how many codes", 1, MAX_CODES_PER_RUN),
  prefix: optionalLineField("the beginning", MAX_PREFIX_LENGTH),
  length: numberField("the characters of each code", MIN_GENERATED_LENGTH, MAX_GENERATED_LENGTH),
  ...terms,
});

/** The form must say how often a code can be used: a number, or no limit. */
export const importForm = z
  .object({
    codes: z.string("Enter codes.").trim().min(1, "Enter at least one code.").max(MAX_CODES_TEXT_LENGTH, "Import at most 8 MB at once."),
    isUnlimited: z.literal("on").optional(),
    ...terms,
  })
  .refine(({ maxUses, isUnlimited }) => maxUses !== null || isUnlimited === "on", {
    path: ["maxUses"],
    error: "Enter how often each code can be used, or choose no limit.",
  })
  .transform(({ isUnlimited, maxUses, ...form }) => ({ ...form, maxUses: isUnlimited === "on" ? null : maxUses }));

/** One code that staff chose themselves: HALF50. */
export const oneCodeForm = z.object({ code: requiredLineField("a code", MAX_COUPON_CODE_LENGTH), ...terms });

export const couponSetList = listQuery(["-id", "name", "codes", "uses", "revenue"], { range: listFilter("week", "30-days", "90-days") });
export type CouponSetListQuery = z.output<typeof couponSetList>;

export const couponCodeList = listQuery(["id", "code", "-uses"], { status: listFilter("active", "revoked", "used") });
export type CouponCodeListQuery = z.output<typeof couponCodeList>;
