import { sql } from "drizzle-orm";
import { barcodeForms } from "#app/catalogue/domain/codes/product-codes.ts";
import { products } from "#app/catalogue/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { MAX_CODE_LENGTH } from "#app/values/limits.ts";
import { tidyText } from "#app/values/text.ts";

/** Several products may share a barcode. */
const MOST_FOUND = 20;

/** The product or variant with a code. */
export interface Coded {
  readonly id: number;
  /** Options of the variant with the code; empty: the product itself. */
  readonly optionIds: readonly number[];
}

/** Products with exactly this SKU or barcode. */
export async function findIdsByCode(db: Db, typed: string): Promise<readonly number[]> {
  return [...new Set((await findByCode(db, typed)).map(({ id }) => id))];
}

/** Products and variants with exactly this SKU or barcode, including hidden ones and those in the bin; a matching SKU comes first. */
export async function findByCode(db: Db, typed: string): Promise<readonly Coded[]> {
  const code = tidyText(typed);
  if (code === "" || code.length > MAX_CODE_LENGTH) return [];
  const barcodes = sql`any(${sql.param([...barcodeForms(code)])}::text[])`;
  return db.execute<{ id: number; optionIds: number[] }>(
    sql`select f.id, f.option_ids as "optionIds" from (
          select id, '{}'::int[] as option_ids, sku from ${products} where lower(sku) = lower(${code}) or barcode = ${barcodes}
          union all select product_id, option_ids, sku from product_variants where (lower(sku) = lower(${code}) or barcode = ${barcodes}) and gone_at is null
        ) f order by lower(f.sku) = lower(${code}) desc nulls last, f.id, f.option_ids limit ${MOST_FOUND}`,
    "objects",
  );
}
