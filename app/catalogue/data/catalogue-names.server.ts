import { and, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { categoryPaths, listCategoryEntries } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { labelKey } from "#app/catalogue/domain/import/category-paths.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** Names of products and categories in files, with their ids. */
export interface CatalogueNames {
  readonly productName: (id: number) => string;
  /** undefined: deleted, in the bin, or renamed. */
  readonly uniqueName: (id: number) => string | undefined;
  /** undefined: no or several records of this name. */
  readonly productId: (name: unknown) => number | undefined;
  readonly hasCategory: (id: number) => boolean;
  readonly categoryPath: (id: number) => readonly string[];
  readonly categoryId: (path: unknown) => number | undefined;
}

/**
 * Names of these products (by id or name) and of all categories. Products with a shared name get their id ("Tea #12"); categories use their path. A
 * missing record has only "#12", which resolves to nothing, because ids differ between shops.
 */
export async function readCatalogueNames(db: Db, mentioned: readonly (number | string)[]): Promise<CatalogueNames> {
  const ids = [...new Set(mentioned.flatMap((each) => (typeof each === "number" ? [each] : (numberAtEnd(each) ?? []))))];
  const spoken = mentioned.flatMap((each) => (typeof each === "string" ? [each] : []));
  const byId = await db.select({ name: products.name }).from(products).where(inArray(products.id, ids));
  const names = [...new Set([...byId.map(({ name }) => name), ...spoken])];
  const rows = await db
    .select({ id: products.id, name: products.name, isGone: isNotNull(products.deletedAt) })
    .from(products)
    .where(or(and(isNull(products.deletedAt), inArray(products.name, names)), inArray(products.id, ids)));
  const alike = Map.groupBy(rows, ({ name }) => name);
  const paths = categoryPaths(await listCategoryEntries(db));
  const byPath = new Map([...paths].map(([id, path]) => [path.map(labelKey).join("\u0000"), id]));
  return {
    productName(id) {
      const row = rows.find((each) => each.id === id);
      if (row === undefined) return `#${id}`;
      return (alike.get(row.name) ?? []).length > 1 ? `${row.name} #${row.id}` : row.name;
    },
    uniqueName(id) {
      const row = rows.find((each) => each.id === id);
      return row === undefined || row.isGone === true || (alike.get(row.name) ?? []).length > 1 ? undefined : row.name;
    },
    productId(name) {
      if (typeof name !== "string") return undefined;
      const same = alike.get(name) ?? [];
      if (same.length === 1) return same[0]?.id;
      const id = numberAtEnd(name);
      const row = rows.find((each) => each.id === id);
      return row !== undefined && name === `${row.name} #${row.id}` ? row.id : undefined;
    },
    hasCategory: (id) => paths.has(id),
    categoryPath: (id) => paths.get(id) ?? [`#${id}`],
    categoryId(path) {
      if (!Array.isArray(path) || !path.every((part) => typeof part === "string")) return undefined;
      return byPath.get(path.map(labelKey).join("\u0000"));
    },
  };
}

/** Why a name in a file cannot be resolved. */
export function missingNameSentence(what: "product" | "category", name: unknown): string {
  return /^#\d+$/.test(String(name))
    ? `The ${what} ${String(name)} had been deleted when the file was written. Remove it from the list.`
    : `There is no ${what} ${JSON.stringify(name)}, or more than one.`;
}

/** "Tea #12" → 12 */
function numberAtEnd(text: string): number | undefined {
  const [, digits] = /#(\d{1,9})$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
