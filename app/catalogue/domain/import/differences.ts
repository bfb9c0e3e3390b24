import type { CustomizationTemplate } from "#app/catalogue/domain/customization.ts";
import { formatUsd, type Cents } from "#app/values/money.ts";
import { formatCategoryPaths, labelKey, type CategoryPath } from "./category-paths.ts";
import type { PlannedProduct } from "./plan-product.ts";
import { isSameTable, tableOfPlan, valuesOf, variantTableOf } from "./variants.ts";

/** A product as the shop has it now, as far as a file can say something about it. */
export interface CurrentProduct {
  readonly id: number;
  readonly importKey: string | null;
  readonly importHash: string | null;
  readonly createdAt: Date;
  readonly name: string;
  readonly summary: string;
  readonly descriptionHtml: string;
  readonly price: Cents;
  readonly isHidden: boolean;
  readonly taxClass: string;
  readonly stock: number | null;
  readonly tags: readonly string[];
  readonly categories: readonly { readonly id: number; readonly path: CategoryPath; readonly importKey: string | null }[];
  readonly groups: readonly CustomizationTemplate[];
  readonly pictures: readonly { readonly mediaId: number; readonly url: string; readonly alt: string }[];
}

/** What an import would change about a product, a few words each; empty = the file says what the shop has. */
export function differencesOf(planned: PlannedProduct, current: CurrentProduct): readonly string[] {
  const changes: string[] = [];
  const compare = (what: string, before: string, after: string): void => {
    if (before !== after) changes.push(`${what}: ${short(before)} → ${short(after)}`);
  };
  compare("name", current.name, planned.name);
  if (current.descriptionHtml !== planned.descriptionHtml) changes.push("description");
  compare("shown", current.isHidden ? "no" : "yes", planned.isHidden ? "no" : "yes");
  compare("tax", current.taxClass, planned.taxClass);
  if (planned.stock !== undefined) compare("stock", String(current.stock ?? "not counted"), String(planned.stock ?? "not counted"));
  compare("tags", current.tags.join(", "), planned.tags.join(", "));
  if (!hasSameCategories(planned, current)) changes.push("categories");
  changes.push(...priceChanges(planned, current));
  return changes;
}

/** Options that customers can choose now and could not any more: "Size: Small, Medium". */
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

/** The keys of the categories that a file's labels stand for. */
export function labelImportKey(label: string): string {
  return `shopify:category:${labelKey(label)}`;
}

/** Paths must be the very same; labels only speak about categories that an import has made, staff's own are left alone. */
function hasSameCategories(planned: PlannedProduct, current: CurrentProduct): boolean {
  if (planned.categories.kind === "paths") {
    return (
      sorted(planned.categories.paths.map((path) => formatCategoryPaths([path]))) ===
      sorted(current.categories.map(({ path }) => formatCategoryPaths([path])))
    );
  }
  return sorted(planned.categories.labels.map(labelImportKey)) === sorted(current.categories.flatMap(({ importKey }) => importKey ?? []));
}

function priceChanges(planned: PlannedProduct, current: CurrentProduct): readonly string[] {
  const before = variantTableOf(current.price, current.groups);
  const after = tableOfPlan(planned.prices);
  // Either as the file has it, or as an import would hold it: options that cannot be kept apart become one.
  if (isSameTable(before, planned.table) || isSameTable(before, after)) return [];
  if (JSON.stringify([before.titles, valuesOf(before)]) !== JSON.stringify([after.titles, valuesOf(after)])) return ["options"];
  const from = Math.min(...before.variants.map((variant) => variant.price));
  const to = Math.min(...after.variants.map((variant) => variant.price));
  return [from === to ? "prices of options" : `price: ${formatUsd(from)} → ${formatUsd(to)}`];
}

function sorted(texts: readonly string[]): string {
  return JSON.stringify(texts.toSorted());
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text === "" ? "none" : text;
}
