import { desc, eq, lt, sql } from "drizzle-orm";
import { listNamedVariants } from "#app/catalogue/data/variants/named-variants.server.ts";
import { MOVEMENTS_PER_PAGE, type MovementReason } from "#app/catalogue/domain/variants/stock-movement.ts";
import { orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { stockMovements } from "./tables.ts";

export interface StockMovement {
  readonly id: number;
  readonly at: Date;
  /** Options of the variant: "Large, Red"; "" = the product itself, null = a deleted variant. */
  readonly variant: string | null;
  readonly before: number | null;
  readonly after: number | null;
  readonly reason: MovementReason;
  readonly orderId: string | null;
  /** null: the order was never received, or is deleted. */
  readonly orderNumber: string | null;
  readonly isOrderGone: boolean;
  readonly userName: string;
}

/** A page of a product's movements, newest first. @param page counts from 1 */
export async function listMovements(
  db: Db,
  productId: number,
  page: number,
): Promise<{ readonly movements: readonly StockMovement[]; readonly hasMore: boolean }> {
  const rows = await db
    .select({
      id: stockMovements.id,
      at: stockMovements.at,
      variantId: stockMovements.variantId,
      before: stockMovements.before,
      after: stockMovements.after,
      reason: stockMovements.reason,
      orderId: stockMovements.orderId,
      orderNumber: orders.number,
      isOrderGone: sql<boolean>`${stockMovements.orderId} is not null and ${orders.id} is null`,
      userName: stockMovements.userName,
    })
    .from(stockMovements)
    .leftJoin(orders, eq(orders.id, stockMovements.orderId))
    .where(eq(stockMovements.productId, productId))
    .orderBy(desc(stockMovements.id))
    .limit(MOVEMENTS_PER_PAGE + 1)
    .offset((page - 1) * MOVEMENTS_PER_PAGE);
  const isOfVariant = rows.some(({ variantId }) => variantId !== null);
  const variants = isOfVariant ? ((await listNamedVariants(db, [productId])).get(productId) ?? []) : [];
  const names = new Map(variants.map(({ id, names: own }) => [id, own.join(", ")]));
  const movements = rows.slice(0, MOVEMENTS_PER_PAGE).map(({ variantId, ...row }) => ({
    ...row,
    variant: variantId === null ? "" : (names.get(variantId) ?? null),
  }));
  return { movements, hasMore: rows.length > MOVEMENTS_PER_PAGE };
}

/** Deletes movements before an instant. */
export async function forgetMovements(db: Db, before: Date): Promise<void> {
  await db.delete(stockMovements).where(lt(stockMovements.at, before));
}
