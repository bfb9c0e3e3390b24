import { missingNameSentence, readCatalogueNames } from "#app/catalogue/data/catalogue-names.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { isRecord } from "#app/values/json.ts";

/** Converts ids of products and categories inside rules to names, and names to ids. */
export interface RuleNames {
  named(value: unknown): unknown;
  /** Missing records are reported and left out. */
  numbered(value: unknown, missing: (message: string) => void): unknown;
}

type Kind = "product" | "category";

/** The lists of rules that name products or categories. */
const KINDS: Readonly<Record<string, Kind>> = {
  productIds: "product",
  excludedProductIds: "product",
  categoryIds: "category",
  excludedCategoryIds: "category",
};

/** The names of everything that `values` refers to. */
export async function readRuleNames(db: Db, values: unknown): Promise<RuleNames> {
  const mentioned: (number | string)[] = [];
  walk(values, (kind, list) => {
    if (kind === "product") mentioned.push(...list.filter((each) => typeof each === "number" || typeof each === "string"));
    return list;
  });
  const names = await readCatalogueNames(db, mentioned);
  const nameOf = (kind: Kind, id: number) => (kind === "product" ? names.productName(id) : [...names.categoryPath(id)]);
  return {
    named: (value) => walk(value, (kind, list) => list.map((id) => (typeof id === "number" ? nameOf(kind, id) : id))),
    numbered: (value, missing) =>
      walk(value, (kind, list) =>
        list.flatMap((name) => {
          const id = kind === "product" ? names.productId(name) : names.categoryId(name);
          if (id === undefined) missing(missingNameSentence(kind, name));
          return id ?? [];
        }),
      ),
  };
}

/** Whether a rule, with names or ids, refers to products or categories. */
export function namesCatalogue(value: unknown): boolean {
  let isNamed = false;
  walk(value, (_kind, list) => {
    isNamed ||= list.length > 0;
    return list;
  });
  return isNamed;
}

/** The same value with every such list replaced by the result of `change`. */
function walk(value: unknown, change: (kind: Kind, list: readonly unknown[]) => readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.map((each) => walk(each, change));
  if (!isRecord(value)) return value;
  const parts = Object.entries(value).map(([key, part]) => {
    const kind = KINDS[key];
    return [key, kind !== undefined && Array.isArray(part) ? change(kind, part) : walk(part, change)];
  });
  return Object.fromEntries(parts);
}
