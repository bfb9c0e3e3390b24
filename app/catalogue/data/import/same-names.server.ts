import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";

export interface NamedProduct {
  readonly id: number;
  readonly importKey: string | null;
}

/** Products with these names that are not in the bin, ignoring case and accents, by the requested name. */
export async function findProductsByName(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, readonly NamedProduct[]>> {
  const found = new Map<string, NamedProduct[]>();
  if (names.length === 0) return found;
  const rows = await db.execute<{ wanted: string; id: number; importKey: string | null }>(
    sql`select w.name as wanted, p.id, p.import_key as "importKey" from unnest(${sql.param([...names])}::text[]) w (name)
      join products p on product_fold(p.name) = product_fold(w.name) and p.deleted_at is null order by p.id`,
    "objects",
  );
  for (const { wanted, ...product } of rows) found.set(wanted, [...(found.get(wanted) ?? []), product]);
  return found;
}
