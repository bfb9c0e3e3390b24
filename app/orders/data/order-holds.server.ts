import { and, eq, inArray, sql } from "drizzle-orm";
import { returnStock, takenOf, type StockTaken, type StockWanted } from "#app/catalogue/data/stock.server.ts";
import { listCopiedOptions, listCountedVariants, listVariantOptions } from "#app/catalogue/data/variants/counted-variants.server.ts";
import { unitsBack, unitsOfChoices, unitsOfLine, type VariantUnits } from "#app/catalogue/domain/variants/variant.ts";
import type { ItemQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import type { SelectedOption } from "#app/catalogue/domain/customization/customization.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { orderItems } from "./tables.ts";

/** The stock that a line needs. */
export interface LineWanted extends StockWanted {
  readonly itemId: string;
}

/** Stores the stock taken for the order's lines. */
export async function markStockTaken(tx: Db, wanted: readonly LineWanted[], taken: Omit<StockTaken, "isShort">): Promise<void> {
  const rows = wanted.map((line) => ({ id: line.itemId, ...takenOf(line, taken) }));
  await tx.execute(
    sql`update ${orderItems} set stock_taken = t."stockTaken", variants_taken = t."variantsTaken"
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id uuid, "stockTaken" int, "variantsTaken" jsonb) where ${orderItems.id} = t.id`,
  );
}

/** Returns the stock of the order's lines, once. Only if `isStockTaken`; the caller clears that when the order ends. */
export async function giveStockBack(tx: Db, orderId: string, reason: "return" | "refund" = "return"): Promise<void> {
  const taken = await tx
    .select({
      productId: orderItems.productId,
      quantity: sql<number>`coalesce(${orderItems.stockTaken}, ${orderItems.quantity})::int`,
      variants: orderItems.variantsTaken,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  await returnStock(tx, taken, orderId, reason);
  await forgetStock(tx, orderId);
}

/** Marks that the lines have no stock reserved, without returning any. */
export async function forgetStock(tx: Db, orderId: string): Promise<void> {
  await tx.update(orderItems).set({ stockTaken: 0, variantsTaken: [] }).where(eq(orderItems.orderId, orderId));
}

/** The stock reserved by a line. */
export const HELD_COLUMNS = {
  itemId: orderItems.id,
  productId: orderItems.productId,
  options: orderItems.options,
  quantity: orderItems.quantity,
  stockTaken: orderItems.stockTaken,
  variantsTaken: orderItems.variantsTaken,
  weight: orderItems.weight,
};

/**
 * Returns units of lines to stock, at most what each line still has. A line sold by weight is returned as a whole. The caller has locked the order.
 */
export async function restockUnits(tx: Db, orderId: string, quantities: ItemQuantities): Promise<void> {
  const rows = await tx
    .select(HELD_COLUMNS)
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), inArray(orderItems.id, Object.keys(quantities))));
  const perItem = await unitsPerItem(tx, rows);
  const lines = rows.map(({ itemId, productId, quantity, stockTaken, variantsTaken, weight }) => {
    const back = quantities[itemId] ?? quantity;
    const taken = stockTaken ?? quantity;
    const units = weight === null ? Math.min(back, taken) : taken;
    const variants =
      weight === null ? unitsBack(variantsTaken, perItem.get(itemId) ?? [], { quantity, back }) : { returned: variantsTaken, kept: [] };
    return { itemId, stockTaken: taken - units, variantsTaken: variants.kept, productId, quantity: units, variants: variants.returned };
  });
  await returnStock(tx, lines, orderId, "refund");
  for (const { itemId, stockTaken, variantsTaken } of lines)
    await tx.update(orderItems).set({ stockTaken, variantsTaken }).where(eq(orderItems.id, itemId));
}

/** The stock needed by an order's lines, free items included. */
export async function listStockWanted(db: Db, orderId: string): Promise<readonly LineWanted[]> {
  const lines = await db
    .select({
      itemId: orderItems.id,
      productId: orderItems.productId,
      // Steps of a line sold by weight.
      quantity: sql<number>`coalesce((${orderItems.weight} ->> 'steps')::int, ${orderItems.quantity})`,
      options: orderItems.options,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  return withVariants(db, lines);
}

interface Line extends Omit<LineWanted, "variants"> {
  readonly options: readonly SelectedOption[];
}

/** Adds the variant units that lines with these options need. */
export async function withVariants(db: Db, lines: readonly Line[]): Promise<readonly LineWanted[]> {
  const variants = await listCountedVariants(
    db,
    lines.map(({ productId }) => productId),
  );
  const copied = await listCopiedOptions(db, [...variants.keys()]);
  return lines.map(({ options, ...line }) => ({
    ...line,
    variants: unitsOfLine(variants.get(line.productId) ?? [], nowNamed(options, copied.get(line.productId)), line.quantity),
  }));
}

/** A stored line with the variant units that it took. */
interface LineHeld extends Pick<Line, "itemId" | "productId" | "options"> {
  readonly variantsTaken: readonly VariantUnits[];
}

/** The variant units per unit of each line, by line; deleted variants are left out. */
export async function unitsPerItem(db: Db, lines: readonly LineHeld[]): Promise<ReadonlyMap<string, readonly VariantUnits[]>> {
  const held = lines.filter(({ variantsTaken }) => variantsTaken.length > 0);
  const optionsOf = await listVariantOptions(
    db,
    held.flatMap(({ variantsTaken }) => variantsTaken.map(({ id }) => id)),
  );
  const copied = await listCopiedOptions(
    db,
    held.map(({ productId }) => productId),
  );
  return new Map(
    held.map(({ itemId, productId, options, variantsTaken }) => {
      const variants = variantsTaken.flatMap(({ id }) => optionsOf.get(id) ?? []);
      return [itemId, unitsOfChoices(variants, nowNamed(options, copied.get(productId)))];
    }),
  );
}

/** A line keeps the option ids of a template. If the question was copied to the product, the copies have other ids. */
function nowNamed(options: readonly SelectedOption[], copied: ReadonlyMap<number, number> = new Map()): readonly SelectedOption[] {
  if (copied.size === 0) return options;
  return options.map((option) => ({ ...option, optionId: copied.get(option.optionId ?? 0) ?? option.optionId }));
}
