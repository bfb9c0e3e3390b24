import { sql } from "drizzle-orm";
import { barcodeForms } from "#app/catalogue/domain/codes/product-codes.ts";
import { products } from "#app/catalogue/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { MAX_CODE_LENGTH } from "#app/values/limits.ts";
import { tidyText } from "#app/values/text.ts";

/** More products may share a barcode. */
const MOST_FOUND = 20;

/** Products with exactly this SKU or barcode, also hidden ones and those in the bin; the product with the SKU first. */
export async function findIdsByCode(db: Db, typed: string): Promise<readonly number[]> {
  const code = tidyText(typed);
  if (code === "" || code.length > MAX_CODE_LENGTH) return [];
  const hasSku = sql`lower(${products.sku}) = lower(${code})`;
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(sql`${hasSku} or ${products.barcode} = any(${sql.param([...barcodeForms(code)])}::text[])`)
    .orderBy(sql`${hasSku} desc nulls last`, products.id)
    .limit(MOST_FOUND);
  return rows.map((row) => row.id);
}
