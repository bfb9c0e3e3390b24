import { and, asc, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { products } from "./tables.ts";

/* Counted stock. Products are locked in id order after promotions, to avoid deadlocks. */

export interface StockWanted {
  readonly productId: number;
  readonly quantity: number;
}

export interface StockTaken {
  /** Products that have too little; then nothing was taken. */
  readonly short: readonly number[];
  /** Products that are counted, and whose units were taken. */
  readonly counted: readonly number[];
}

/** Takes counted stock, all or nothing. */
export async function takeStock(tx: Db, wanted: readonly StockWanted[]): Promise<StockTaken> {
  const byProduct = sumByProduct(wanted);
  const counted = await lockCounted(tx, byProduct);
  const short = counted.filter((product) => product.stock < (byProduct.get(product.id) ?? 0));
  if (short.length > 0) return { short: short.map((product) => product.id), counted: [] };
  const taken = await addUnits(
    tx,
    counted.map(({ id }) => ({ id, units: -(byProduct.get(id) ?? 0) })),
  );
  if (taken !== counted.length) throw new Error("stock changed under its lock");
  return { short: [], counted: counted.map((product) => product.id) };
}

/** Returns taken stock of counted products. */
export async function returnStock(tx: Db, taken: readonly StockWanted[]): Promise<void> {
  const byProduct = sumByProduct(taken);
  const counted = await lockCounted(tx, byProduct);
  await addUnits(
    tx,
    counted.map(({ id }) => ({ id, units: byProduct.get(id) ?? 0 })),
  );
}

/** Adds units (or takes, if negative) to locked products in one statement, not below zero. Returns the number changed. */
async function addUnits(tx: Db, changes: readonly { readonly id: number; readonly units: number }[]): Promise<number> {
  if (changes.length === 0) return 0;
  const ids = sql.param(changes.map(({ id }) => id));
  const units = sql.param(changes.map((change) => change.units));
  const changed = await tx.execute(
    sql`update ${products} set stock = stock + change.units from unnest(${ids}::int[], ${units}::int[]) as change (id, units)
        where ${products.id} = change.id and stock + change.units >= 0 returning ${products.id}`,
    "objects",
  );
  return changed.length;
}

async function lockCounted(
  tx: Db,
  wanted: ReadonlyMap<number, number>,
): Promise<readonly { readonly id: number; readonly stock: number }[]> {
  if (wanted.size === 0) return [];
  const rows = await tx
    .select({ id: products.id, stock: products.stock })
    .from(products)
    .where(and(sql`${products.id} = any(${sql.param([...wanted.keys()])}::int[])`, isNotNull(products.stock)))
    .orderBy(asc(products.id))
    .for("update");
  return rows.map((row) => ({ id: row.id, stock: row.stock ?? 0 }));
}

function sumByProduct(wanted: readonly StockWanted[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const { productId, quantity } of wanted) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return sums;
}
