import { z } from "zod";
import { encodeFields } from "#app/catalogue/domain/customization/customization-template.schema.ts";
import { MAX_COUPON_CODE_LENGTH, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { isLine } from "#app/values/text.ts";
import { promotionForm } from "./promotion-form.schema.ts";

const MAX_PROMOTIONS = 500;

const setName = z.string().trim().min(1, "Enter a name.").max(MAX_TITLE_LENGTH).refine(isLine, "Write one line of plain text.");

const bound = z.int().min(1).max(1_000_000).nullable().default(null);
const code = z.strictObject({
  code: z.string().min(1).max(MAX_COUPON_CODE_LENGTH).refine(isLine, "Write a code in letters and digits."),
  maxUses: bound,
  perCustomerUses: bound,
  expiresAt: z.iso.datetime().nullable().default(null),
});
export type FileCode = z.output<typeof code>;

/** A set by its name, with its codes if they were included in the export. */
const couponSet = z.union([setName.transform((name) => ({ name, codes: null })), z.strictObject({ name: setName, codes: z.array(code) })]);
export type FileCouponSet = z.output<typeof couponSet>;

/** Promotions in a configuration file: fields as the texts of their form, nested values as JSON. */
export const configuredPromotions = z
  .array(
    z
      .object({
        name: z.string(),
        schedule: z.array(z.unknown()).default([]),
        condition: z.record(z.string(), z.unknown()).default({ type: "all", of: [] }),
        action: z.object({ kind: z.string(), params: z.unknown() }),
        couponSets: z.array(couponSet).max(100).default([]),
      })
      .catchall(z.string("Write a text.")),
  )
  .max(MAX_PROMOTIONS)
  .default([]);

export type ConfiguredPromotion = z.output<typeof configuredPromotions>[number];

/** The fields of a promotion's form. */
export const PROMOTION_FIELDS: readonly string[] = Object.keys(promotionForm.shape);

/** A stored promotion as the texts of its form; empty texts are left out. */
export function promotionTexts(value: object): Readonly<Record<string, unknown>> {
  const texts = Object.entries(encodeFields(promotionForm.shape, { ...value }));
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}
