import { cutText } from "#app/values/text.ts";
import type { CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import type { WeeklyHours } from "#app/store/domain/hours/opening-hours.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { formatCategoryPaths, labelKey, type CategoryPath } from "./category-paths.ts";
import type { PlannedProduct } from "./plan-product.ts";
import { wantedTaxClass } from "./tax-class.ts";
import type { ProductDetails } from "./product-details.ts";
import type { VariantRecord } from "#app/catalogue/domain/variants/variant-record.ts";
import { variantsOfPlan, variantTexts } from "#app/catalogue/domain/import/variants/planned-variants.ts";
import { isSameTable, tableOfPlan, valuesOf, variantGroups, variantTableOf, type VariantTable } from "./variants.ts";
import { keysOf } from "#app/values/narrow.ts";

/** A stored product in terms of the import. */
export interface CurrentProduct {
  readonly id: number;
  readonly importKey: string | null;
  readonly importHash: string | null;
  readonly oldPath: string | null;
  readonly createdAt: Date;
  readonly name: string;
  readonly summary: string;
  readonly descriptionHtml: string;
  readonly price: Cents;
  readonly isHidden: boolean;
  readonly isInBin: boolean;
  readonly taxClass: string;
  /** `compareAtCents` relative to the lowest price, as in files. */
  readonly details: ProductDetails;
  /** Names of customizations that are not variants, in order. */
  readonly customizations: readonly string[];
  readonly stock: number | null;
  /** Variants that files can express. */
  readonly variants: readonly VariantRecord[];
  /** The options of the other variants: "Large, Red". */
  readonly variantsBeside: readonly string[];
  readonly tags: readonly string[];
  readonly categories: readonly { readonly id: number; readonly path: CategoryPath; readonly importKey: string | null }[];
  /** Names of its copies, which files do not change. */
  readonly copies: readonly string[];
  /** The groups from templates. */
  readonly groups: readonly CustomizationTemplate[];
  readonly pictures: readonly { readonly mediaId: number; readonly url: string; readonly alt: string }[];
}

/** A changed field as text; both empty: only that it differs. */
export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** The field name for changes of variants. */
export const VARIANTS_FIELD = "stock by option";

const DETAIL_WORDS: Readonly<Record<keyof ProductDetails, string>> = {
  summary: "summary",
  kitchenName: "kitchen name",
  allergens: "allergens",
  dietaryTags: "dietary tags",
  calories: "calories",
  isPopular: "popular",
  isSoldOut: "sold out",
  soldOutUntil: "sold out until",
  compareAtCents: "price before the sale",
  seoTitle: "title for search engines",
  seoDescription: "description for search engines",
  hours: "hours",
  sku: "SKU",
  barcode: "barcode",
  vendor: "vendor",
  weightGrams: "weight in grams",
  costCents: "cost",
  leadHours: "lead time in hours",
  maxPerOrder: "most per order",
  isPickupOnly: "pickup only",
  lowStock: "low stock level",
  weightUnit: "price per",
  weightStep: "step of the weight",
  weightMin: "least weight",
};

/** Changes of these details. */
export function detailChanges(
  wanted: Partial<ProductDetails>,
  current: Pick<CurrentProduct, "details">,
  format: MoneyFormat,
): readonly FieldChange[] {
  return keysOf(DETAIL_WORDS).flatMap((name) => {
    const after = wanted[name];
    if (after === undefined) return [];
    const [was, is] = [detailText(name, current.details[name], format), detailText(name, after, format)];
    return was === is ? [] : [{ field: DETAIL_WORDS[name], before: short(was), after: short(is) }];
  });
}

/** Changes an import would make; empty if none. */
export function differencesOf(planned: PlannedProduct, current: CurrentProduct, format: MoneyFormat): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  const compare = (field: string, before: string, after: string): void => {
    if (before !== after) changes.push({ field, before: short(before), after: short(after) });
  };
  compare("name", current.name, planned.name);
  const { descriptionHtml, tags, customizations } = planned;
  const taxClass = wantedTaxClass(planned, current.taxClass);
  if (descriptionHtml !== undefined && current.descriptionHtml !== descriptionHtml)
    changes.push({ field: "description", before: bare(current.descriptionHtml), after: bare(descriptionHtml) });
  if (current.isInBin) changes.push({ field: "in the bin", before: "yes", after: "no" });
  if (planned.isHidden !== undefined) compare("shown", current.isHidden ? "no" : "yes", planned.isHidden ? "no" : "yes");
  if (taxClass !== undefined) compare("tax", current.taxClass, taxClass);
  if (planned.stock !== undefined) compare("stock", String(current.stock ?? "not counted"), String(planned.stock ?? "not counted"));
  changes.push(...variantChanges(planned, current, format));
  if (tags !== undefined) compare("tags", current.tags.join(", "), tags.join(", "));
  changes.push(...detailChanges(planned.details, current, format));
  if (customizations !== undefined) compare("customizations", current.customizations.join(", "), customizations.join(", "));
  if (!hasSameCategories(planned, current))
    changes.push({
      field: "categories",
      before: short(formatCategoryPaths(current.categories.map(({ path }) => path))),
      after: short(
        planned.categories.kind === "paths" ? formatCategoryPaths(planned.categories.paths) : planned.categories.labels.join(", "),
      ),
    });
  changes.push(...priceChanges(planned, current, format));
  return changes;
}

/** Stock, codes and overrides of variants whose options are unchanged. @param plan the new state of the stored ones */
export function variantChanges(
  planned: PlannedProduct,
  current: CurrentProduct,
  format: MoneyFormat,
  plan = variantsOfPlan,
): readonly FieldChange[] {
  if (planned.variants === undefined) return [];
  const groups = variantGroups(current.groups);
  const { before, after } = variantTexts(current.variants, plan(planned, groups, current.variants), groups, format);
  return before === after ? [] : [{ field: VARIANTS_FIELD, before: short(before), after: short(after) }];
}

/** "price: $3.00 → $4.00" */
export function changeText({ field, before, after }: FieldChange): string {
  const isWordy = field === "description" || field === "categories" || before === after;
  return isWordy ? field : `${field}: ${before} → ${after}`;
}

function detailText(name: keyof ProductDetails, value: ProductDetails[keyof ProductDetails], format: MoneyFormat): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if ((name === "compareAtCents" || name === "costCents") && typeof value === "number") return formatMoney(value, format);
  if (typeof value !== "object") return String(value);
  return Array.isArray(value) ? value.join(", ") : stableText(value as WeeklyHours);
}

/** Sorted days, because the database orders them differently. */
function stableText(hours: WeeklyHours): string {
  return Object.entries(hours)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, ranges]) => `${day} ${ranges.join(" ")}`)
    .join(", ");
}

function bare(html: string): string {
  return short(
    html
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
}

/** Options that would disappear: "Size: Small, Medium". */
export function removedOptions(planned: PlannedProduct, current: CurrentProduct): readonly string[] {
  const before = variantTableOf(current.price, current.groups);
  const after = tableOfPlan(planned.prices);
  const afterValues = valuesOf(after);
  return before.titles.flatMap((title, index) => {
    const kept = new Set(afterValues[after.titles.indexOf(title)] ?? []);
    const gone = (valuesOf(before)[index] ?? []).filter((value) => !kept.has(value));
    return gone.length === 0 ? [] : [`${title}: ${gone.join(", ")}`];
  });
}

/** Import keys of a file's labels. */
export function labelImportKey(label: string): string {
  return `shopify:category:${labelKey(label)}`;
}

/** Paths must match exactly; labels affect only imported categories. */
function hasSameCategories(planned: PlannedProduct, current: CurrentProduct): boolean {
  if (planned.categories.kind === "paths") {
    return (
      sorted(planned.categories.paths.map((path) => formatCategoryPaths([path]))) ===
      sorted(current.categories.map(({ path }) => formatCategoryPaths([path])))
    );
  }
  return sorted(planned.categories.labels.map(labelImportKey)) === sorted(current.categories.flatMap(({ importKey }) => importKey ?? []));
}

function priceChanges(planned: PlannedProduct, current: CurrentProduct, format: MoneyFormat): readonly FieldChange[] {
  const before = variantTableOf(current.price, current.groups);
  const after = tableOfPlan(planned.prices);
  // Compares with the file's table or the stored one: indistinguishable options are merged.
  if (isSameTable(before, planned.table) || isSameTable(before, after)) return [];
  if (JSON.stringify([before.titles, valuesOf(before)]) !== JSON.stringify([after.titles, valuesOf(after)]))
    return [{ field: "options", before: optionsText(before), after: optionsText(after) }];
  const from = Math.min(...before.variants.map((variant) => variant.price));
  const to = Math.min(...after.variants.map((variant) => variant.price));
  return from === to
    ? [{ field: "prices of options", before: "", after: "" }]
    : [{ field: "price", before: formatMoney(from, format), after: formatMoney(to, format) }];
}

/** The price of a new product for review; the lowest of several. */
export function newPrice({ prices }: PlannedProduct, format: MoneyFormat): FieldChange {
  const all = tableOfPlan(prices).variants.map(({ price }) => price);
  const least = Math.min(...all);
  return { field: "price", before: "", after: `${all.some((price) => price > least) ? "from " : ""}${formatMoney(least, format)}` };
}

/** "Size: Small, Large" */
function optionsText(table: VariantTable): string {
  const values = valuesOf(table);
  return short(table.titles.map((title, index) => `${title}: ${(values[index] ?? []).join(", ")}`).join("; "));
}

/** Longer texts are truncated. */
const MAX_SHOWN = 120;

function sorted(texts: readonly string[]): string {
  return JSON.stringify(texts.toSorted());
}

function short(text: string): string {
  if (text.length > MAX_SHOWN) return `${cutText(text, MAX_SHOWN - 1)}…`;
  return text === "" ? "none" : text;
}
