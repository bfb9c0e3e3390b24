import { and, asc, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { productCustomizations, products } from "#app/catalogue/data/tables.ts";

const { body } = productCustomizations;

export interface SoldOutCopy {
  readonly id: number;
  readonly name: string;
  readonly until: Date | null;
  /** "Size, Latte": a copy belongs to one product. */
  readonly group: string;
}

/** Sold-out options of copies. */
export async function listSoldOutCopies(db: Db): Promise<readonly SoldOutCopy[]> {
  const rows = await db
    .select({ copy: body, product: products.name })
    .from(productCustomizations)
    .innerJoin(products, eq(products.id, productCustomizations.productId))
    .where(and(isNotNull(body), isNull(products.deletedAt), sql`${body}->'options' @> '[{"isSoldOut": true}]'`))
    .orderBy(asc(products.name));
  return rows.flatMap(({ copy, product }) =>
    (copy?.options ?? [])
      .filter((option) => option.isSoldOut)
      .map(({ id, name, soldOutUntil }) => ({
        id,
        name,
        until: soldOutUntil === null ? null : new Date(soldOutUntil),
        group: `${copy?.title ?? ""}, ${product}`,
      })),
  );
}

/** Marks an option of a copy; false if unknown. */
export async function markCopySoldOut(tx: Db, id: number, isSoldOut: boolean, until: Date | null): Promise<boolean> {
  const rows = await tx
    .update(productCustomizations)
    .set(markedWhere(sql`option->>'id' = ${String(id)}`, { isSoldOut, soldOutUntil: until?.toISOString() ?? null }))
    .where(sql`${body}->'options' @> ${JSON.stringify([{ id }])}::jsonb`)
    .returning({ id: productCustomizations.id });
  return rows.length > 0;
}

/** Clears expired marks of copies. */
export async function endCopiesSoldOut(db: Db, now: Date): Promise<void> {
  // ISO strings, so that text order is time order.
  const isOver = sql`option->>'soldOutUntil' collate "C" <= ${now.toISOString()}`;
  await db
    .update(productCustomizations)
    .set(markedWhere(isOver, { isSoldOut: false, soldOutUntil: null }))
    .where(and(isNotNull(body), sql`exists (select 1 from jsonb_array_elements(${body}->'options') option where ${isOver})`));
}

/** The body with a mark on options that match `condition` (on `option`). */
function markedWhere(condition: SQL, mark: { readonly isSoldOut: boolean; readonly soldOutUntil: string | null }) {
  const options = sql`select jsonb_agg(case when ${condition} then option || ${JSON.stringify(mark)}::jsonb else option end order by place)
    from jsonb_array_elements(${body}->'options') with ordinality each (option, place)`;
  return { body: sql`jsonb_set(${body}, '{options}', (${options}))` };
}
