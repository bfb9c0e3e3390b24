import { and, asc, isNotNull, sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { MovementReason } from "#app/catalogue/domain/variants/stock-movement.ts";
import type { VariantUnits } from "#app/catalogue/domain/variants/variant.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { products } from "./tables.ts";
import { productVariants } from "./variants/tables.ts";

/* Counted stock. Products are locked in id order after promotions, then variants in id order, to avoid deadlocks. */

export interface StockWanted {
  readonly productId: number;
  readonly quantity: number;
  /** For all units of the line in total. */
  readonly variants: readonly VariantUnits[];
}

export interface StockTaken {
  /** A product or variant has too little stock; nothing was taken. */
  readonly isShort: boolean;
  /** Counted products, whose units were taken. */
  readonly counted: ReadonlySet<number>;
  /** Counted variants. */
  readonly countedVariants: ReadonlySet<number>;
}

type Units = ReadonlyMap<number, number>;
type CountedTable = PgTable & { readonly id: PgColumn; readonly stock: PgColumn };

/**
 * Locks all stock that the transaction takes and returns, whatever the quantities, so that concurrent transactions lock in the same order.
 */
export async function lockStock(tx: Db, touched: readonly StockWanted[]): Promise<void> {
  await lockCounted(tx, products, new Map(touched.map(({ productId }) => [productId, 0])));
  await lockCounted(tx, productVariants, new Map(touched.flatMap(({ variants }) => variants.map(({ id }) => [id, 0] as const))));
}

/** Takes counted stock for an order, all or nothing. */
export async function takeStock(tx: Db, wanted: readonly StockWanted[], orderId: string | null): Promise<StockTaken> {
  const { byProduct, byVariant } = sumUnits(wanted);
  const counted = await lockCounted(tx, products, byProduct);
  const variants = await lockCounted(tx, productVariants, byVariant);
  if (isTooLittle(counted, byProduct) || isTooLittle(variants, byVariant))
    return { isShort: true, counted: new Set(), countedVariants: new Set() };
  const why = { reason: "order", orderId } as const;
  await addUnits(tx, products, counted, unitsOf(counted, byProduct, -1), why);
  await addUnits(tx, productVariants, variants, unitsOf(variants, byVariant, -1), why);
  return { isShort: false, counted: new Set(counted.keys()), countedVariants: new Set(variants.keys()) };
}

/** Returns an order's stock, as far as it is still counted. */
export async function returnStock(
  tx: Db,
  taken: readonly StockWanted[],
  orderId: string,
  reason: "return" | "refund" = "return",
): Promise<void> {
  const { byProduct, byVariant } = sumUnits(taken);
  const counted = await lockCounted(tx, products, byProduct);
  const variants = await lockCounted(tx, productVariants, byVariant);
  const why = { reason, orderId };
  await addUnits(tx, products, counted, unitsOf(counted, byProduct, 1), why);
  await addUnits(tx, productVariants, variants, unitsOf(variants, byVariant, 1), why);
}

/** What a line took, given what was counted. */
export function takenOf({ productId, quantity, variants }: StockWanted, { counted, countedVariants }: Omit<StockTaken, "isShort">) {
  return {
    stockTaken: counted.has(productId) ? quantity : 0,
    variantsTaken: variants.filter(({ id }) => countedVariants.has(id)),
  };
}

function isTooLittle(stock: Units, wanted: Units): boolean {
  return [...stock].some(([id, left]) => left < (wanted.get(id) ?? 0));
}

/** Why stock changes, for the movements that database triggers write. */
interface StockReason {
  readonly reason: MovementReason;
  readonly orderId?: string | null;
  /** The user, if no history entry of the same transaction names one. */
  readonly userId?: number | null;
  readonly userName?: string;
  /** Id of the stock-taking. */
  readonly stockTaking?: string;
}

const setReason = (why: StockReason) => sql`set_config('shopbell.stock', ${JSON.stringify(why)}, true)`;

/** Sets the reason of all stock changes in this transaction. */
export async function giveStockReason(tx: Db, why: StockReason): Promise<void> {
  await tx.execute(sql`select ${setReason(why)}`);
}

/** The units to add to each of the locked rows, or to take from it. */
function unitsOf(locked: Units, units: Units, sign: 1 | -1): Units {
  return new Map([...locked.keys()].map((id) => [id, sign * (units.get(id) ?? 0)]));
}

/** Adds units to locked rows in one statement, not below zero. */
async function addUnits(tx: Db, table: CountedTable, locked: Units, changes: Units, why: StockReason): Promise<void> {
  if (locked.size === 0) return;
  const [ids, units] = [intArray([...changes.keys()]), intArray([...changes.values()])];
  const changed = await tx.execute(
    sql`with why as (select ${setReason(why)})
        update ${table} set stock = stock + change.units from unnest(${ids}, ${units}) as change (id, units), why
        where ${table.id} = change.id and stock + change.units >= 0 returning ${table.id}`,
    "objects",
  );
  if (changed.length !== locked.size) throw new Error("stock changed under its lock");
}

/** Locks counted rows in id order. Returns their stock by id. */
async function lockCounted(tx: Db, table: CountedTable, wanted: Units): Promise<Units> {
  if (wanted.size === 0) return new Map();
  const rows = await tx
    .select({ id: sql<number>`${table.id}`, stock: sql<number>`${table.stock}` })
    .from(table)
    .where(and(sql`${table.id} = any(${intArray([...wanted.keys()])})`, isNotNull(table.stock)))
    .orderBy(asc(table.id))
    .for("update");
  return new Map(rows.map(({ id, stock }) => [id, stock]));
}

function intArray(values: readonly number[]): SQL {
  return sql`${sql.param([...values])}::int[]`;
}

function sumUnits(wanted: readonly StockWanted[]): { readonly byProduct: Units; readonly byVariant: Units } {
  const byProduct = new Map<number, number>();
  const byVariant = new Map<number, number>();
  for (const { productId, quantity, variants } of wanted) {
    if (quantity > 0) byProduct.set(productId, (byProduct.get(productId) ?? 0) + quantity);
    for (const { id, units } of variants) byVariant.set(id, (byVariant.get(id) ?? 0) + units);
  }
  return { byProduct, byVariant };
}
