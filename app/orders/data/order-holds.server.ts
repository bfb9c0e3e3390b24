import { eq, sql } from "drizzle-orm";
import { returnStock, takenOf, type StockTaken, type StockWanted } from "#app/catalogue/data/stock.server.ts";
import { listCountedVariants } from "#app/catalogue/data/variants/counted-variants.server.ts";
import { unitsOfLine } from "#app/catalogue/domain/variants/variant.ts";
import type { SelectedOption } from "#app/catalogue/domain/customization/customization.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { orderItems } from "./tables.ts";

/** What a line needs of stock. */
export interface LineWanted extends StockWanted {
  readonly itemId: string;
}

/** Stores what was taken from stock for the order's lines. */
export async function markStockTaken(tx: Db, wanted: readonly LineWanted[], taken: Omit<StockTaken, "isShort">): Promise<void> {
  const rows = wanted.map((line) => ({ id: line.itemId, ...takenOf(line, taken) }));
  await tx.execute(
    sql`update ${orderItems} set stock_taken = t."stockTaken", variants_taken = t."variantsTaken"
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id uuid, "stockTaken" int, "variantsTaken" jsonb) where ${orderItems.id} = t.id`,
  );
}

/** Returns the stock of the order's lines. Only if `isStockTaken`, which the caller clears in the same transaction. */
export async function giveStockBack(tx: Db, orderId: string): Promise<void> {
  const taken = await tx
    .select({
      productId: orderItems.productId,
      quantity: sql<number>`coalesce(${orderItems.stockTaken}, ${orderItems.quantity})::int`,
      variants: orderItems.variantsTaken,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  await returnStock(tx, taken, orderId);
  await tx.update(orderItems).set({ stockTaken: 0, variantsTaken: [] }).where(eq(orderItems.orderId, orderId));
}

/** Stock needed by an order's lines, free items included. */
export async function listStockWanted(db: Db, orderId: string): Promise<readonly LineWanted[]> {
  const lines = await db
    .select({ itemId: orderItems.id, productId: orderItems.productId, quantity: orderItems.quantity, options: orderItems.options })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  return withVariants(db, lines);
}

interface Line extends Omit<LineWanted, "variants"> {
  readonly options: readonly SelectedOption[];
}

/** What lines with these options need of variants, too. */
export async function withVariants(db: Db, lines: readonly Line[]): Promise<readonly LineWanted[]> {
  const variants = await listCountedVariants(
    db,
    lines.map(({ productId }) => productId),
  );
  return lines.map(({ options, ...line }) => ({
    ...line,
    variants: unitsOfLine(variants.get(line.productId) ?? [], options, line.quantity),
  }));
}
