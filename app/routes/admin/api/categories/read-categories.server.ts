import { categoryRecords, filteredCategories, listCategoryRows, type CategoryRow } from "#app/catalogue/data/category-records.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { pageOf } from "#app/values/page-of.ts";

interface CategoryPage {
  readonly q: string;
  readonly state?: "shown" | "hidden" | undefined;
  readonly page: number;
  readonly per_page: number;
}

/** A page of the API's categories in menu order, each parent before its children. */
export async function readCategoryPage(db: Db, { q, state, ...page }: CategoryPage) {
  const all = await listCategoryRows(db);
  const { rows, total } = pageOf(filteredCategories(all, { q, status: state ?? "", hours: "" }), page);
  return { categories: await wiresOf(db, rows, all), total };
}

/** One category of the API; null = not found. */
export async function readCategory(db: Db, id: number) {
  const all = await listCategoryRows(db);
  const [category] = await wiresOf(
    db,
    all.filter((row) => row.id === id),
    all,
  );
  return category ?? null;
}

async function wiresOf(db: Db, rows: readonly CategoryRow[], all: readonly CategoryRow[]) {
  const siblings = Map.groupBy(all, ({ parentId }) => parentId);
  const records = await categoryRecords.find(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, parentId, path, productCount }) => {
    const record = records.get(id);
    if (record === undefined) return [];
    const { version, value } = record;
    return [
      {
        id,
        version,
        name: value.name,
        description: value.description,
        parent_id: parentId,
        position: (siblings.get(parentId) ?? []).findIndex((row) => row.id === id),
        path,
        is_hidden: value.isHidden,
        product_count: productCount,
      },
    ];
  });
}
