import { z } from "zod";
import { weeklyHours } from "#app/store/domain/settings.schema.ts";
import {
  AMOUNT,
  moneyField,
  hiddenField,
  idListField,
  jsonField,
  lineField,
  optionalMoneyField,
  optionalLineField,
  optionalNumberField,
  requiredLineField,
  switchField,
  textField,
  wordListField,
} from "#app/values/form-fields.schema.ts";
import {
  MAX_ATTACHED_CUSTOMIZATIONS,
  MAX_CALORIES,
  MAX_CODE_LENGTH,
  MAX_COMPANIONS,
  MAX_HTML_LENGTH,
  MAX_LEAD_HOURS,
  MAX_PER_ORDER,
  MAX_PRODUCT_CATEGORIES,
  MAX_PRODUCT_PICTURES,
  MAX_QUANTITY,
  MAX_SEO_DESCRIPTION_LENGTH,
  MAX_STATION_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
  MAX_STOCK,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_TITLE_LENGTH,
  MAX_VENDOR_LENGTH,
  MAX_WEIGHT_GRAMS,
  MAX_WEIGHT_STEP,
} from "#app/values/limits.ts";
import { isLine, tidyText } from "#app/values/text.ts";
import { parseInstant } from "#app/values/time.ts";
import { tidyOverrides, type AttachedCustomization } from "./customization/attached-customization.ts";
import { MAX_TEMPLATE_TITLE_LENGTH } from "./customization/customization.ts";
import { OPTION_AMOUNTS } from "./customization/customization-template.schema.ts";
import { questionId, questionsField } from "./customization/product-question.schema.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "./product.ts";
import { isWeightUnit, WEIGHT_UNITS } from "./weight/sold-by-weight.ts";
import { barcodeField, VARIANT_AMOUNTS, variantsField } from "./variants/variant.schema.ts";
import { SOLD_OUT_UNTIL_UNDONE } from "./product-record.ts";

/* Fields that the list's spreadsheet also edits. */
export const productName = requiredLineField("a name", MAX_TITLE_LENGTH);
export const productPrice = moneyField("a price", MAX_PRODUCT_PRICE_CENTS);
export const productStock = optionalNumberField("the stock", 0, MAX_STOCK);
export const productLowStock = optionalNumberField("the low stock level", 0, MAX_STOCK).optional();
export const productSoldOut = z
  .string("Choose whether it is sold out.")
  .refine((text) => text === "" || text === SOLD_OUT_UNTIL_UNDONE || parseInstant(text) !== null, "Choose whether it is sold out.")
  .overwrite((text) => parseInstant(text)?.toISOString() ?? text);
export const productCategories = idListField("categories", MAX_PRODUCT_CATEGORIES, "sorted");

/* Fields missing from the form are unchanged. */
export const productCodes = {
  sku: optionalLineField("the SKU", MAX_CODE_LENGTH).optional(),
  barcode: barcodeField.optional(),
  vendor: optionalLineField("the vendor", MAX_VENDOR_LENGTH).optional(),
  weightGrams: optionalNumberField("the weight", 1, MAX_WEIGHT_GRAMS).optional(),
  costCents: optionalMoneyField("the cost", MAX_PRODUCT_PRICE_CENTS).optional().meta(AMOUNT),
} as const;

export const productOrderRules = {
  leadHours: z
    .codec(optionalNumberField("the lead time in hours", 0, MAX_LEAD_HOURS), z.number(), {
      decode: (hours) => hours ?? 0,
      encode: (hours) => (hours === 0 ? null : hours),
    })
    .optional(),
  maxPerOrder: optionalNumberField("the most per order", 1, MAX_PER_ORDER).optional(),
  isPickupOnly: z
    .codec(z.enum(["any", "pickup", ""], "Choose how customers get it."), z.boolean(), {
      decode: (text) => text === "pickup",
      encode: (isPickupOnly) => (isPickupOnly ? ("pickup" as const) : ("any" as const)),
    })
    .optional(),
} as const;

export const productWeight = {
  weightUnit: z
    .codec(z.enum(["", ...WEIGHT_UNITS], "Choose what the price is for."), z.enum(WEIGHT_UNITS).nullable(), {
      decode: (text) => (isWeightUnit(text) ? text : null),
      encode: (unit) => unit ?? ("" as const),
    })
    .optional(),
  weightStep: optionalNumberField("the step", 1, MAX_WEIGHT_STEP).optional(),
  weightMin: optionalNumberField("the least weight", 1, MAX_WEIGHT_STEP).optional(),
} as const;

const words = (what: string) => wordListField(what, MAX_TAGS, MAX_TAG_LENGTH);
const line = (max: number) => z.string().overwrite(tidyText).max(max).refine(isLine);
const units = (min: number) => z.int().min(min).max(MAX_QUANTITY).nullish();
const idKey = z.string().regex(/^[1-9]\d{0,9}$/);

const override = z.strictObject({
  priceDelta: z.int().min(-MAX_PRODUCT_PRICE_CENTS).max(MAX_PRODUCT_PRICE_CENTS).nullish(),
  hidden: z.boolean().nullish(),
  isDefault: z.boolean().nullish(),
  soldOut: z.boolean().nullish(),
});

const attached = z
  .array(
    z.strictObject({
      kind: z.enum(["link", "copy"]),
      id: questionId,
      overrides: z.strictObject({
        title: line(MAX_TEMPLATE_TITLE_LENGTH).nullish(),
        minSelect: units(0),
        maxSelect: units(1),
        freeCount: units(0),
        options: z.record(idKey, override).optional(),
      }),
    }),
  )
  .max(MAX_ATTACHED_CUSTOMIZATIONS, `Attach at most ${MAX_ATTACHED_CUSTOMIZATIONS} questions.`)
  .refine((all) => all.every((each) => each.kind === "copy" || each.id > 0), "Reload the page: a template has no number.")
  .refine((all) => new Set(all.map((each) => `${each.kind}${each.id}`)).size === all.length, "Each question can be attached once.")
  .transform((all) => all.map((each): AttachedCustomization => ({ ...each, overrides: tidyOverrides(each.overrides) })));

/** The form of a product, new or stored. */
export const productForm = z
  .object({
    name: productName,
    summary: lineField("the summary", MAX_SHORT_TEXT_LENGTH),
    descriptionHtml: textField("the description", MAX_HTML_LENGTH),
    priceCents: productPrice,
    compareAtCents: optionalMoneyField("the price before", MAX_PRODUCT_PRICE_CENTS),
    taxClass: z.string("Choose how it is taxed.").min(1, "Choose how it is taxed.").max(MAX_SHORT_TEXT_LENGTH, "Choose how it is taxed."),
    categories: productCategories,
    tags: words("tags"),
    pictures: idListField("pictures", MAX_PRODUCT_PICTURES),
    pictureTexts: jsonField(
      z
        .record(idKey, line(MAX_SHORT_TEXT_LENGTH))
        .nullable()
        .transform((texts) => texts ?? {}),
      `Describe each picture in one line of at most ${MAX_SHORT_TEXT_LENGTH} characters.`,
    ),
    soldOut: productSoldOut,
    isHidden: hiddenField,
    isPopular: switchField,
    goesWith: idListField("products", MAX_COMPANIONS),
    dietaryTags: words("dietary tags"),
    allergens: words("allergens"),
    kitchenName: optionalLineField("the kitchen name", MAX_TITLE_LENGTH),
    station: optionalLineField("the station", MAX_STATION_LENGTH).optional(),
    calories: optionalNumberField("the calories", 0, MAX_CALORIES),
    stock: productStock,
    /** Missing: unchanged. */
    lowStock: productLowStock,
    ...productCodes,
    ...productOrderRules,
    ...productWeight,
    hours: jsonField(weeklyHours.nullable(), "Enter hours such as 07:00-11:00."),
    seoTitle: lineField("the title for search engines", MAX_TITLE_LENGTH),
    seoDescription: lineField("the description for search engines", MAX_SEO_DESCRIPTION_LENGTH),
    customizations: jsonField(
      attached.nullable().transform((all) => all ?? []),
      "Enter amounts and numbers for the questions, or leave them empty.",
    ),
    /** Missing: unchanged. */
    copies: questionsField.optional().meta(OPTION_AMOUNTS),
    /** Missing: unchanged. */
    variants: variantsField.optional().meta(VARIANT_AMOUNTS),
  })
  .refine(({ priceCents, compareAtCents }) => compareAtCents === null || compareAtCents > priceCents, {
    path: ["compareAtCents"],
    error: "Enter a compare-at price above the price, or leave it empty.",
  });
