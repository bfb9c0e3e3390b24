import { missingNameSentence, readCatalogueNames } from "#app/catalogue/data/catalogue-names.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** Says names for the numbers of products and categories inside rules, and numbers for names. */
export interface RuleNames {
  named(value: unknown): unknown;
  /** Missing records are reported and left out. */
  numbered(value: unknown, missing: (message: string) => void): unknown;
}

const PRODUCTS = new Set(["productIds", "excludedProductIds"]);
const CATEGORIES = new Set(["categoryIds", "excludedCategoryIds"]);

/** The names of all that `values` speaks of. */
export async function readRuleNames(db: Db, values: unknown): Promise<RuleNames> {
  const mentioned: (number | string)[] = [];
  walk(values, (key, list) => {
    if (PRODUCTS.has(key)) for (const each of list) if (typeof each === "number" || typeof each === "string") mentioned.push(each);
    return list;
  });
  const names = await readCatalogueNames(db, mentioned);
  const productName = (id: unknown) => (typeof id === "number" ? names.productName(id) : `#${String(id)}`);
  const categoryName = (id: unknown) => (typeof id === "number" ? [...names.categoryPath(id)] : id);
  return {
    named: (value) =>
      walk(value, (key, list) => {
        if (PRODUCTS.has(key)) return list.map(productName);
        return CATEGORIES.has(key) ? list.map(categoryName) : list;
      }),
    numbered: (value, missing) =>
      walk(value, (key, list) => {
        if (!PRODUCTS.has(key) && !CATEGORIES.has(key)) return list;
        return list.flatMap((each: unknown) => {
          const id = PRODUCTS.has(key) ? names.productId(each) : names.categoryId(each);
          if (id === undefined) missing(missingNameSentence(PRODUCTS.has(key) ? "product" : "category", each));
          return id === undefined ? [] : [id];
        });
      }),
  };
}

/** Whether a rule, with names or numbers, speaks of certain products or categories. */
export function namesCatalogue(value: unknown): boolean {
  let isNamed = false;
  walk(value, (key, list) => {
    isNamed ||= list.length > 0 && (PRODUCTS.has(key) || CATEGORIES.has(key));
    return list;
  });
  return isNamed;
}

/** The same value with every list of an object replaced by what `change` makes of it. */
function walk(value: unknown, change: (key: string, list: readonly unknown[]) => readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.map((each) => walk(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (!Array.isArray(part)) return [key, walk(part, change)];
      const changed = change(key, part);
      return [key, changed === part ? part.map((each) => walk(each, change)) : changed];
    }),
  );
}
