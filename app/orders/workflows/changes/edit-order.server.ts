import { selectEarlierOrders, toEarlierOrders } from "#app/cart/data/orders-seen.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { listOrderItems, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { readTagsWhenOrdered } from "#app/orders/data/customers/past-tags.server.ts";
import { updateOrder } from "#app/orders/data/order/update-order.server.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import { listCustomerNeeds } from "#app/promotions/domain/referenced-ids.ts";
import { listPromotionsForCart } from "#app/promotions/data/promotions.server.ts";
import { returnStock } from "#app/catalogue/data/stock.server.ts";
import { correctUses } from "#app/promotions/data/uses.server.ts";
import { replaceOrderItems } from "#app/orders/data/refunds.server.ts";
import { repriceWithoutLines } from "#app/orders/domain/changes/order-edit.ts";
import type { OrderItem } from "#app/orders/domain/order.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { amountColumns, orderAmounts, orderFormat, orderItem } from "#app/orders/workflows/stored-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { pricingSettings } from "#app/cart/domain/pricing/settings.ts";
import { lineTitle } from "#app/catalogue/domain/customization/line-title.ts";

/** Removes lines of a received order in the caller's transaction. Never dearer. Returns the order, the difference and removed items ("2 × Fries"). */
export async function editOrder(
  tx: Db,
  services: WorkflowServices,
  order: OrderRow,
  removeItemIds: readonly string[],
  settings: Settings,
): Promise<Result<{ readonly order: OrderRow; readonly released: number; readonly removed: readonly string[] }, string>> {
  const rows = await listOrderItems(tx, order.id);
  const products = await loadProductsForSale(tx, [...new Set(rows.map((row) => row.productId))], services.now());
  const placedAt = order.placedAt ?? order.createdAt;
  const grantedIds = order.appliedPromotions.map((applied) => applied.promotionId);
  const promotions = (await listPromotionsForCart(tx, grantedIds, placedAt, [order.id])).filter(({ id }) => grantedIds.includes(id));
  const needs = listCustomerNeeds(promotions);
  const [row] =
    needs.needsOrderCount || needs.spentDays.length > 0
      ? await selectEarlierOrders(tx, { emailKey: order.emailKey, phoneKey: order.phoneKey, placedAt }, needs.spentDays)
      : [];
  const earlier = row === undefined ? null : toEarlierOrders(row.figures, needs.spentDays);
  const tags = needs.needsTags ? await readTagsWhenOrdered(tx, order.id) : null;
  const repriced = repriceWithoutLines({
    items: rows.map(orderItem),
    amounts: orderAmounts(order),
    applied: order.appliedPromotions,
    fulfillment: order.fulfillment,
    requestedFor: order.requestedFor,
    placedAt,
    removeItemIds,
    products: Object.fromEntries(
      [...products].map(([id, { categoryIds, tags, isReduced = false }]) => [id, { categoryIds, tags, isReduced }]),
    ),
    promotions,
    customer: {
      email: order.customerEmail,
      orderCount: earlier?.count ?? null,
      tags,
      spentByDays: earlier?.spentByDays ?? null,
      usesByPromotion: {},
    },
    settings: {
      ...pricingSettings(settings, order.address?.postalCode ?? null),
      format: orderFormat(order, settings),
    },
  });
  if (!repriced.ok) return fail(repriced.error.message);
  const { items, amounts, applied, released, removed } = repriced.value;
  // Promotions before products, as everywhere.
  await correctUses(tx, order.id, applied);
  const returned = await replaceOrderItems(tx, order.id, items);
  if (order.isStockTaken) await returnStock(tx, returned, order.id);
  const changed = await updateOrder(tx, order.id, {
    ...amountColumns(amounts),
    appliedPromotions: applied,
  });
  return ok({ order: changed, released, removed: removed.map(withQuantity) });
}

function withQuantity(item: OrderItem): string {
  return item.quantity === 1 ? lineTitle(item) : `${item.quantity} × ${lineTitle(item)}`;
}
