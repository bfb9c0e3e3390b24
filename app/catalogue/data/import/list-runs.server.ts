import { escapeLike } from "#app/platform/db/escape-like.ts";
import { and, asc, desc, eq, ilike, inArray, or, sql } from "drizzle-orm";
import type { ImportListQuery } from "#app/catalogue/domain/import/import.schema.ts";
import { searchWords } from "#app/catalogue/data/product-lists/product-search.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { toRun, type ImportRun } from "./import-runs.server.ts";
import { importRuns } from "./tables.ts";

/** A page of imports (or those with these `ids`) with the total. Searches file name and user. */
export async function listRuns(
  db: Db,
  { q, state, sort, page, per_page: perPage, ids }: ImportListQuery & { readonly ids?: readonly number[] },
): Promise<{ readonly rows: readonly ImportRun[]; readonly total: number }> {
  const named = searchWords(q).map((word) => {
    const pattern = `%${escapeLike(word)}%`;
    return or(ilike(importRuns.fileName, pattern), ilike(importRuns.userName, pattern));
  });
  const where = and(
    ...named,
    ids === undefined ? undefined : inArray(importRuns.id, [...ids]),
    state === "" ? undefined : eq(importRuns.state, state),
  );
  const way = sort.startsWith("-") ? desc : asc;
  const by = { name: sql`lower(${importRuns.fileName})`, size: importRuns.sizeBytes }[sort.replace("-", "")] ?? importRuns.id;
  const rows = await db
    .select()
    .from(importRuns)
    .where(where)
    .orderBy(way(by), way(importRuns.id))
    .offset((page - 1) * perPage)
    .limit(perPage);
  return { rows: rows.map(toRun), total: await db.$count(importRuns, where) };
}
