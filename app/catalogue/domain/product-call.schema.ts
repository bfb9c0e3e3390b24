import { z } from "zod";
import {
  ADMIN_ROWS_PER_PAGE,
  MAX_CODE_LENGTH,
  MAX_ID,
  MAX_LEAD_HOURS,
  MAX_PER_ORDER,
  MAX_PER_PAGE,
  MAX_PRODUCT_CATEGORIES,
  MAX_STOCK,
  MAX_TITLE_LENGTH,
  MAX_VENDOR_LENGTH,
  MAX_WEIGHT_GRAMS,
  MAX_WEIGHT_STEP,
} from "#app/values/limits.ts";
import { urlId, urlInteger, urlPage, urlSearch, urlWord } from "#app/values/addresses/url.schema.ts";
import { amountText } from "#app/values/money.ts";
import { requiredWireLine, schemasByCurrency, wireId, wireInteger, wireLine, wireMoney } from "#app/values/wire.schema.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "./product.ts";
import { WEIGHT_UNITS } from "./weight/sold-by-weight.ts";
import { barcodeProblem, tidyBarcode } from "./codes/product-codes.ts";
import {
  MAX_VARIANT_GROUPS,
  MAX_VARIANT_ROWS,
  overridesOf,
  variantKey,
  withOverrides,
  type StoredOverrides,
  type VariantRecord,
} from "./variants/variant-record.ts";
import { SOLD_OUT_UNTIL_UNDONE, type ProductRecord } from "./product-record.ts";

/** The query of GET /admin/api/products. */
export const productCallQuery = z.strictObject({
  q: urlSearch.default(""),
  state: urlWord(["shown", "hidden", "sold-out", "low"]).optional(),
  category: urlId.optional(),
  sort: urlWord(["name", "-changed"]).default("name"),
  page: urlPage,
  per_page: urlInteger(1, MAX_PER_PAGE).default(ADMIN_ROWS_PER_PAGE),
});

const onOff = (what: string) => z.boolean(`Send ${what} as true or false.`);
function price(what: string, currency: string) {
  return wireMoney(`the ${what}`, currency).refine((cents) => cents <= MAX_PRODUCT_PRICE_CENTS, {
    message: `Enter a ${what} of at most ${amountText(MAX_PRODUCT_PRICE_CENTS, currency)}.`,
  });
}
const barcodeText = wireLine("the barcode", MAX_CODE_LENGTH)
  .overwrite(tidyBarcode)
  .superRefine((barcode, context) => {
    const message = barcodeProblem(barcode);
    if (message !== null) context.addIssue({ code: "custom", message });
  });
const vendor = wireLine("the vendor", MAX_VENDOR_LENGTH).nullable().optional();
const weightGrams = wireInteger("the weight", 1, MAX_WEIGHT_GRAMS).nullable().optional();
const variant = (currency: string) =>
  z.strictObject({
    /** Default: the stored variant with these options, or a new one. */
    id: wireInteger("the number of the variant", 1, MAX_ID).optional(),
    option_ids: z
      .array(wireInteger("the number of an option", 1, MAX_ID))
      .min(1, "Send the options of the variant.")
      .max(MAX_VARIANT_GROUPS, `Send at most ${MAX_VARIANT_GROUPS} options.`),
    /** Read-only names. */
    options: z.array(z.string()).optional(),
    sku: wireLine("the SKU", MAX_CODE_LENGTH).nullable().default(null),
    barcode: barcodeText.nullable().default(null),
    stock: wireInteger("the stock", 0, MAX_STOCK).nullable().default(null).meta({ description: "null or left out = not counted." }),
    low_stock: wireInteger("the low stock level", 0, MAX_STOCK)
      .nullable()
      .optional()
      .meta({ description: "null = the product's level; left out: unchanged." }),
    vendor: vendor.meta({ description: 'null or "" = the product\'s vendor; left out: unchanged.' }),
    weight_grams: weightGrams.meta({ description: "null = the product's weight; left out: unchanged." }),
    cost: price("cost", currency).nullable().optional().meta({ description: "null = the product's cost; left out: unchanged." }),
  });
const variants = (currency: string) =>
  z.array(variant(currency)).max(MAX_VARIANT_ROWS, `Send at most ${MAX_VARIANT_ROWS} variants.`).optional();
const codes = {
  /** null or "" = none. */
  sku: wireLine("the SKU", MAX_CODE_LENGTH).nullable().optional(),
  barcode: barcodeText.nullable().optional(),
  vendor,
  /** Whole grams. */
  weight_grams: weightGrams,
};

const orderRules = {
  /** Hours; 0 = no lead time. */
  lead_hours: wireInteger("the lead time in hours", 0, MAX_LEAD_HOURS).optional(),
  /** null = no limit. */
  max_per_order: wireInteger("the largest quantity", 1, MAX_PER_ORDER).nullable().optional(),
  is_pickup_only: onOff("is_pickup_only").optional(),
  /** null = sold per piece. */
  weight_unit: z.enum(WEIGHT_UNITS, "Send weight_unit as kg, 100g, lb or null.").nullable().optional(),
  /** Grams, or hundredths of a pound; null = the unit's default step. */
  weight_step: wireInteger("the step", 1, MAX_WEIGHT_STEP).nullable().optional(),
  weight_min: wireInteger("the least weight", 1, MAX_WEIGHT_STEP).nullable().optional(),
};

/** The fields of both calls. Missing ones are unchanged; a new product gets the defaults of a new form. */
const productFields = (currency: string) => ({
  name: requiredWireLine("the name", MAX_TITLE_LENGTH).optional(),
  /** null or "" = the name. */
  kitchen_name: wireLine("the kitchen name", MAX_TITLE_LENGTH).nullable().optional(),
  /** All categories of the product. */
  category_ids: z.array(wireId("a category")).max(MAX_PRODUCT_CATEGORIES, `Send at most ${MAX_PRODUCT_CATEGORIES} categories.`).optional(),
  price: price("price", currency).optional(),
  /** null = no sale. */
  compare_at: price("price", currency).nullable().optional(),
  is_hidden: onOff("is_hidden").optional(),
  is_sold_out: onOff("is_sold_out").optional(),
  /** null = not counted. */
  stock: wireInteger("the stock", 0, MAX_STOCK).nullable().optional(),
  /** Stock level that counts as low; null = never. */
  low_stock: wireInteger("the low stock level", 0, MAX_STOCK).nullable().optional(),
  ...codes,
  ...orderRules,
  /** Purchase cost per unit. */
  cost: price("cost", currency).nullable().optional(),
});

/** The body of POST /admin/api/products: a name, a price, and the fields of PATCH except variants, which need options. */
export const newProductIn = schemasByCurrency((currency) =>
  z.strictObject({
    ...productFields(currency),
    name: requiredWireLine("the name", MAX_TITLE_LENGTH),
    price: price("price", currency),
  }),
);

/** The body of PATCH /admin/api/products/:id: missing fields are unchanged. With `version`, only if the product still has it. */
export const productChangeIn = schemasByCurrency((currency) =>
  z
    .strictObject({
      version: wireInteger("the version", 1, 2_147_483_647).optional(),
      ...productFields(currency),
      /** The stock that the new value is based on: sales change stock without a new version. */
      stock_seen: wireInteger("the stock that was seen", 0, MAX_STOCK).nullable().optional(),
      /** All variants of the product: missing ones are deleted. */
      variants: variants(currency),
      /** The variants that the new ones are based on, as they were read: sales change stock without a new version. */
      variants_seen: variants(currency),
    })
    .refine(
      ({ version: _version, stock_seen: _seen, variants_seen: _variants, ...fields }) => Object.keys(fields).length > 0,
      "Send at least one field to change.",
    ),
);
export type ProductChange = z.output<ReturnType<typeof productChangeIn>>;

/** The record's fields that a call changes, except variants. */
export function changedRecord(change: ProductChange): Partial<ProductRecord> {
  const { price, compare_at: compareAt, is_hidden: isHidden, is_sold_out: isSoldOut, stock, sku, barcode } = change;
  return {
    ...(price === undefined ? {} : { priceCents: price }),
    ...(compareAt === undefined ? {} : { compareAtCents: compareAt }),
    ...textsOf(change),
    ...(isHidden === undefined ? {} : { isHidden }),
    ...(isSoldOut === undefined ? {} : { soldOut: isSoldOut ? SOLD_OUT_UNTIL_UNDONE : "" }),
    ...(stock === undefined ? {} : { stock }),
    ...(change.low_stock === undefined ? {} : { lowStock: change.low_stock }),
    ...(sku === undefined ? {} : { sku: sku === "" ? null : sku }),
    ...(barcode === undefined ? {} : { barcode: barcode === "" ? null : barcode }),
    ...(change.vendor === undefined ? {} : { vendor: change.vendor === "" ? null : change.vendor }),
    ...(change.weight_grams === undefined ? {} : { weightGrams: change.weight_grams }),
    ...(change.cost === undefined ? {} : { costCents: change.cost }),
    ...(change.lead_hours === undefined ? {} : { leadHours: change.lead_hours }),
    ...(change.max_per_order === undefined ? {} : { maxPerOrder: change.max_per_order }),
    ...(change.is_pickup_only === undefined ? {} : { isPickupOnly: change.is_pickup_only }),
    ...weightOf(change),
  };
}

function textsOf({ name, kitchen_name: kitchenName, category_ids: categories }: ProductChange): Partial<ProductRecord> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(kitchenName === undefined ? {} : { kitchenName: kitchenName === "" ? null : kitchenName }),
    ...(categories === undefined ? {} : { categories: [...new Set(categories)].toSorted((a, b) => a - b) }),
  };
}

function weightOf({ weight_unit: unit, weight_step: step, weight_min: least }: ProductChange): Partial<ProductRecord> {
  return {
    ...(unit === undefined ? {} : { weightUnit: unit }),
    ...(step === undefined ? {} : { weightStep: step }),
    ...(least === undefined ? {} : { weightMin: least }),
  };
}

type SentVariant = NonNullable<ProductChange["variants"]>[number];

/** In stored form, without variants that have no values. Overrides that are left out keep the stored variant's value. */
export function variantsOf(sent: readonly SentVariant[], stored: readonly VariantRecord[] = []): readonly VariantRecord[] {
  const byId = new Map(stored.map((variant) => [variant.id, variant]));
  const byOptions = new Map(stored.map((variant) => [variantKey(variant.optionIds), variant]));
  return sent.flatMap((each) => {
    const { id, option_ids: optionIds, sku, barcode, stock } = each;
    const codes = { sku: sku === "" ? null : sku, barcode: barcode === "" ? null : barcode, stock };
    const before = (id === undefined ? undefined : byId.get(id)) ?? byOptions.get(variantKey(optionIds));
    const overrides = sentOverrides(each, overridesOf(before ?? {}));
    const isNothing = [...Object.values(codes), ...Object.values(overrides)].every((value) => value === null);
    const variant = { ...(id === undefined ? {} : { id }), optionIds: optionIds.toSorted((a, b) => a - b), ...codes };
    return isNothing ? [] : [withOverrides(variant, overrides)];
  });
}

function sentOverrides(sent: SentVariant, before: StoredOverrides): StoredOverrides {
  const { low_stock: lowStock = before.lowStock, vendor: sentVendor = before.vendor } = sent;
  const { weight_grams: grams = before.weightGrams, cost: costCents = before.costCents } = sent;
  return { lowStock, vendor: sentVendor === "" ? null : sentVendor, weightGrams: grams, costCents };
}

/** The API names of the record's fields. */
export const CALL_FIELDS: Readonly<Record<string, string>> = {
  kitchenName: "kitchen_name",
  categories: "category_ids",
  priceCents: "price",
  compareAtCents: "compare_at",
  weightGrams: "weight_grams",
  costCents: "cost",
  leadHours: "lead_hours",
  maxPerOrder: "max_per_order",
  isPickupOnly: "is_pickup_only",
  lowStock: "low_stock",
  weightUnit: "weight_unit",
  weightStep: "weight_step",
  weightMin: "weight_min",
};
