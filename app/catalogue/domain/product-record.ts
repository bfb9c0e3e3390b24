import type { WeeklyHours } from "#app/store/domain/hours/opening-hours.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import type { WeightUnit } from "./weight/sold-by-weight.ts";
import { NO_ORDER_RULES } from "./order-rules/order-rules.ts";
import type { VariantRecord } from "./variants/variant-record.ts";
import type { AttachedCustomization, KeptCopy } from "./customization/attached-customization.ts";

/** The value of `soldOut` without an end. */
export const SOLD_OUT_UNTIL_UNDONE = "undone";
/** Days in the bin before permanent deletion. */
export const BIN_DAYS = 30;

/** A product as staff edit it: plain JSON. */
export interface ProductRecord {
  readonly name: string;
  readonly summary: string;
  readonly descriptionHtml: string;
  readonly priceCents: Cents;
  readonly compareAtCents: Cents | null;
  readonly taxClass: string;
  /** Sorted by id. */
  readonly categories: readonly number[];
  readonly tags: readonly string[];
  /** In display order. */
  readonly pictures: readonly number[];
  /** Alt texts by picture id; missing: unchanged. */
  readonly pictureTexts: Readonly<Record<string, string>>;
  /** "" = on sale, "undone" = sold out indefinitely, else the end as ISO instant. */
  readonly soldOut: string;
  readonly isHidden: boolean;
  readonly isPopular: boolean;
  /** Suggested products, best first; missing: none. */
  readonly goesWith?: readonly number[] | undefined;
  readonly dietaryTags: readonly string[];
  readonly allergens: readonly string[];
  readonly kitchenName: string | null;
  /** Kitchen station; missing: unchanged. */
  readonly station?: string | null | undefined;
  readonly calories: number | null;
  /** null = not counted. */
  readonly stock: number | null;
  /** SKU, barcode, vendor, weight and cost; missing: unchanged. */
  readonly sku?: string | null | undefined;
  readonly barcode?: string | null | undefined;
  readonly vendor?: string | null | undefined;
  readonly weightGrams?: number | null | undefined;
  /** Purchase cost per unit. Never shown to customers. */
  readonly costCents?: Cents | null | undefined;
  /** Order rules for the product; missing: unchanged. */
  readonly leadHours?: number | undefined;
  readonly maxPerOrder?: number | null | undefined;
  readonly isPickupOnly?: boolean | undefined;
  /** Stock level that counts as low, for the product and for variants without their own level; null: never; missing: unchanged. */
  readonly lowStock?: number | null | undefined;
  /** Sold by weight: the unit of the price, step and least weight in grams or hundredths of a pound; missing: unchanged. */
  readonly weightUnit?: WeightUnit | null | undefined;
  readonly weightStep?: number | null | undefined;
  readonly weightMin?: number | null | undefined;
  readonly hours: WeeklyHours | null;
  readonly seoTitle: string;
  readonly seoDescription: string;
  /** In display order. */
  readonly customizations: readonly AttachedCustomization[];
  /** The copies that `customizations` refers to. */
  readonly copies?: readonly KeptCopy[] | undefined;
  /** Combinations of options with their own SKU, barcode, stock and low stock level; missing: unchanged. */
  readonly variants?: readonly VariantRecord[] | undefined;
  /** Menu position; missing: last. */
  readonly position?: number | undefined;
  /** In the bin since (ISO); missing: not. */
  readonly deletedAt?: string | null | undefined;
}

/** The initial values of a new product. */
export const BLANK_PRODUCT: ProductRecord = {
  name: "",
  summary: "",
  descriptionHtml: "",
  priceCents: 0,
  compareAtCents: null,
  taxClass: "standard",
  categories: [],
  tags: [],
  pictures: [],
  pictureTexts: {},
  soldOut: "",
  isHidden: false,
  isPopular: false,
  goesWith: [],
  dietaryTags: [],
  allergens: [],
  kitchenName: null,
  station: null,
  calories: null,
  stock: null,
  sku: null,
  barcode: null,
  vendor: null,
  weightGrams: null,
  costCents: null,
  ...NO_ORDER_RULES,
  lowStock: null,
  weightUnit: null,
  weightStep: null,
  weightMin: null,
  hours: null,
  seoTitle: "",
  seoDescription: "",
  customizations: [],
  variants: [],
};

/** A price of 0 needs a confirmation. Options may still cost something. */
export function freeQuestion(
  value: Pick<ProductRecord, "priceCents" | "isHidden">,
  before: Pick<ProductRecord, "priceCents" | "isHidden"> | undefined,
  format: MoneyFormat,
) {
  const isFree = (product: typeof value) => product.priceCents === 0 && !product.isHidden;
  if (!isFree(value) || (before !== undefined && isFree(before))) return null;
  return {
    field: "priceCents",
    text: `Its price is ${formatMoney(0, format)}: customers could order it for nothing. Enter a price, hide the product, or confirm that it is free.`,
    yes: `Show it at ${formatMoney(0, format)}`,
  };
}

/** The compare-at price must be higher; the error is at the field that was changed. */
export function saleProblem({ priceCents, compareAtCents }: ProductRecord, changed: Partial<ProductRecord>, format: MoneyFormat) {
  if (compareAtCents === null || compareAtCents > priceCents) return undefined;
  if (changed.compareAtCents !== undefined)
    return { compareAtCents: `Enter more than the price, ${formatMoney(priceCents, format)}, or nothing.` };
  return changed.priceCents === undefined
    ? undefined
    : { priceCents: `Enter less than the price before, ${formatMoney(compareAtCents, format)}.` };
}
