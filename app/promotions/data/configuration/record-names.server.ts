import { and, inArray, isNull, or } from "drizzle-orm";
import { categoryPaths, listCategoryEntries } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { labelKey } from "#app/catalogue/domain/import/category-paths.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** Says names for the numbers of products and categories inside rules, and numbers for names. */
export interface RecordNames {
  named(value: unknown): unknown;
  /** What is not found is told, and left out. */
  numbered(value: unknown, missing: (message: string) => void): unknown;
}

const PRODUCTS = new Set(["productIds", "excludedProductIds"]);
const CATEGORIES = new Set(["categoryIds", "excludedCategoryIds"]);

/**
 * The names of all that `values` speaks of. A product is named by its name, with its number where several share it ("Tea #12"), a category
 * by the names from the root down. One that is gone has only its bare number ("#12"), which is nothing to find it by: in another shop
 * that is another record.
 */
export async function readRecordNames(db: Db, values: unknown): Promise<RecordNames> {
  const mentioned: (number | string)[] = [];
  walk(values, (key, list) => {
    if (PRODUCTS.has(key)) for (const each of list) if (typeof each === "number" || typeof each === "string") mentioned.push(each);
    return list;
  });
  const ids = mentioned.flatMap((each) => (typeof each === "number" ? [each] : (numberAtEnd(each) ?? [])));
  const spoken = mentioned.flatMap((each) => (typeof each === "string" ? [each] : []));
  const byId = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, [...new Set(ids)]));
  const names = [...new Set([...byId.map(({ name }) => name), ...spoken])];
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(or(and(isNull(products.deletedAt), inArray(products.name, names)), inArray(products.id, [...new Set(ids)])));
  const alike = Map.groupBy(rows, ({ name }) => name);
  const paths = categoryPaths(await listCategoryEntries(db));
  const byPath = new Map([...paths].map(([id, path]) => [path.map(labelKey).join("\u0000"), id]));

  const productName = (id: unknown): unknown => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) return `#${String(id)}`;
    return (alike.get(row.name) ?? []).length > 1 ? `${row.name} #${row.id}` : row.name;
  };
  const productId = (name: unknown): number | undefined => {
    if (typeof name !== "string") return undefined;
    const same = alike.get(name) ?? [];
    if (same.length === 1) return same[0]?.id;
    const id = numberAtEnd(name);
    const row = rows.find((each) => each.id === id);
    return row !== undefined && name === `${row.name} #${row.id}` ? row.id : undefined;
  };
  const categoryName = (id: unknown): unknown => (typeof id === "number" ? [...(paths.get(id) ?? [`#${id}`])] : id);
  const categoryId = (path: unknown): number | undefined => {
    if (!Array.isArray(path) || !path.every((part) => typeof part === "string")) return undefined;
    return byPath.get(path.map(labelKey).join("\u0000"));
  };

  return {
    named: (value) =>
      walk(value, (key, list) => (PRODUCTS.has(key) ? list.map(productName) : CATEGORIES.has(key) ? list.map(categoryName) : list)),
    numbered: (value, missing) =>
      walk(value, (key, list) => {
        if (!PRODUCTS.has(key) && !CATEGORIES.has(key)) return list;
        return list.flatMap((each: unknown) => {
          const id = PRODUCTS.has(key) ? productId(each) : categoryId(each);
          if (id !== undefined) return [id];
          const what = PRODUCTS.has(key) ? "product" : "category";
          missing(
            /^#\d+$/.test(String(each))
              ? `The ${what} ${String(each)} was gone when the file was written. Take it out of the list.`
              : `There is no ${what} ${JSON.stringify(each)}, or more than one.`,
          );
          return [];
        });
      }),
  };
}

/** "Tea #12" → 12 */
function numberAtEnd(text: string): number | undefined {
  const [, digits] = /#(\d{1,9})$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
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
