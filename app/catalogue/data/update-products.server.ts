import { sql } from "drizzle-orm";
import { SOLD_OUT_UNTIL_UNDONE, type ProductRecord } from "#app/catalogue/domain/product-record.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordChange } from "#app/staff/data/record-store.ts";
import { changedFields, isSame } from "#app/staff/domain/record-changes.ts";

/** The fields that bulk actions change. */
const TOGETHER = new Set(["priceCents", "compareAtCents", "isHidden", "soldOut", "stock", "tags", "deletedAt"]);

/** Whether variants differ only in stock. */
function areCountsOnly(before: Variants, after: Variants): boolean {
  const plain = (variants: Variants) => (variants ?? []).map((variant) => ({ ...variant, stock: null }));
  return isSame(plain(before), plain(after));
}

type Variants = ProductRecord["variants"];

/** Updates products in which only these fields changed, in one statement; returns the others. */
export async function updateManyProducts(tx: Db, changes: ReadonlyMap<number, RecordChange<ProductRecord>>): Promise<readonly number[]> {
  const isPlain = ({ before, after }: RecordChange<ProductRecord>) =>
    Object.keys(changedFields(before, after)?.after ?? {}).every(
      (name) => TOGETHER.has(name) || (name === "variants" && areCountsOnly(before.variants, after.variants)),
    );
  const plain = [...changes].filter(([, change]) => isPlain(change));
  if (plain.length > 0) {
    const rows = plain.map(([id, { after }]) => ({
      id,
      price_cents: after.priceCents,
      compare_at_cents: after.compareAtCents,
      is_hidden: after.isHidden,
      is_sold_out: after.soldOut !== "",
      sold_out_until: after.soldOut === SOLD_OUT_UNTIL_UNDONE || after.soldOut === "" ? null : after.soldOut,
      stock: after.stock,
      tags: after.tags,
      deleted_at: after.deletedAt ?? null,
    }));
    await tx.execute(
      sql`update products p set price_cents = v.price_cents, compare_at_cents = v.compare_at_cents, is_hidden = v.is_hidden,
            is_sold_out = v.is_sold_out, sold_out_until = v.sold_out_until, stock = v.stock, tags = v.tags, deleted_at = v.deleted_at,
            version = p.version + 1, updated_at = now()
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id int, price_cents int, compare_at_cents int, is_hidden boolean,
            is_sold_out boolean, sold_out_until timestamptz, stock int, tags text[], deleted_at timestamptz)
          where p.id = v.id`,
    );
  }
  const counted = plain.flatMap(([, { before, after }]) => (isSame(before.variants, after.variants) ? [] : (after.variants ?? [])));
  if (counted.length > 0)
    await tx.execute(
      sql`update product_variants v set stock = c.stock from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as c (id int, stock int) where v.id = c.id`,
    );
  return [...changes].filter(([, change]) => !isPlain(change)).map(([id]) => id);
}
