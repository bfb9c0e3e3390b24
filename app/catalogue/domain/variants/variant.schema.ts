import { z } from "zod";
import { amountsNamed, lineField, optionalLineField, optionalMoneyField, optionalNumberField } from "#app/values/form-fields.schema.ts";
import { jsonOf } from "#app/values/json.ts";
import { MAX_CODE_LENGTH, MAX_ID, MAX_STOCK, MAX_VENDOR_LENGTH, MAX_WEIGHT_GRAMS } from "#app/values/limits.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "#app/catalogue/domain/product.ts";
import { barcodeProblem, tidyBarcode } from "#app/catalogue/domain/codes/product-codes.ts";
import { MAX_VARIANT_GROUPS, MAX_VARIANT_ROWS, variantRowOf, withOverrides, type VariantRecord } from "./variant-record.ts";

const UNREADABLE = "The stock by option could not be read. Reload the page.";
const optionId = z.int().min(1).max(MAX_ID);

/** A barcode of a product or variant; null: none. */
export const barcodeField = z.codec(lineField("the barcode", MAX_CODE_LENGTH), z.string().nullable(), {
  decode: (text, context) => {
    const barcode = tidyBarcode(text);
    const message = barcodeProblem(barcode);
    if (message !== null) context.issues.push({ code: "custom", input: text, message });
    return barcode === "" ? null : barcode;
  },
  encode: (barcode) => barcode ?? "",
});

/** The options of a variant: at most three, distinct, sorted. */
export const variantOptions = z
  .array(optionId)
  .min(1)
  .max(MAX_VARIANT_GROUPS)
  .refine((ids) => new Set(ids).size === ids.length)
  .transform((ids) => ids.toSorted((a, b) => a - b));

const row = z.object({
  /** Missing: a new one. */
  id: optionId.optional(),
  optionIds: variantOptions,
  sku: optionalLineField("the SKU", MAX_CODE_LENGTH),
  barcode: barcodeField,
  stock: optionalNumberField("the stock", 0, MAX_STOCK),
  lowStock: optionalNumberField("the low stock level", 0, MAX_STOCK).optional(),
  vendor: optionalLineField("the vendor", MAX_VENDOR_LENGTH).optional(),
  weightGrams: optionalNumberField("the weight", 1, MAX_WEIGHT_GRAMS).optional(),
  costCents: optionalMoneyField("the cost", MAX_PRODUCT_PRICE_CENTS).optional(),
});

/** For `variantsField`: the texts in its rows that are amounts. */
export const VARIANT_AMOUNTS = amountsNamed("costCents");

/** Variants as one JSON list; errors are at the row's field: `variants[0].sku`. */
export const variantsField = z.codec(z.string(UNREADABLE), z.custom<readonly VariantRecord[]>(), {
  decode: (text, context) => {
    const rows = z.array(z.unknown()).max(MAX_VARIANT_ROWS).safeParse(jsonOf(text, "[]"));
    if (!rows.success) {
      context.issues.push({ code: "custom", input: text, message: UNREADABLE });
      return z.NEVER;
    }
    return rows.data.flatMap((each, index) => {
      const parsed = row.safeParse(each);
      if (parsed.success) {
        const { lowStock = null, vendor = null, weightGrams = null, costCents = null, ...variant } = parsed.data;
        return [withOverrides(variant, { lowStock, vendor, weightGrams, costCents })];
      }
      for (const { message, path } of parsed.error.issues)
        context.issues.push({
          code: "custom",
          input: each,
          message: path[0] === "optionIds" ? UNREADABLE : message,
          path: [index, ...path],
        });
      return [];
    });
  },
  encode: (variants) => (variants.length === 0 ? "" : JSON.stringify(variants.map(variantRowOf))),
});
