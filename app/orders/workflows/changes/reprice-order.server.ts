import { selectEarlierOrders, toEarlierOrders } from "#app/cart/data/orders-seen.server.ts";
import { pricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import { readTagsWhenOrdered } from "#app/orders/data/customers/past-tags.server.ts";
import type { OrderItemRow, OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { repriceChanged, type RepricedOrder, type RepriceRefusal } from "#app/orders/domain/changes/order-edit.ts";
import type { RepriceInput } from "#app/orders/domain/changes/reprice-input.ts";
import { orderAmounts, orderFormat, orderItem } from "#app/orders/workflows/stored-order.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { listPromotionsForCart } from "#app/promotions/data/promotions.server.ts";
import { listCustomerNeeds } from "#app/promotions/domain/referenced-ids.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import type { Result } from "#app/values/result.ts";

export type OrderLinesChange = Pick<
  RepriceInput,
  "removeItemIds" | "quantities" | "weights" | "added" | "deliveryFee" | "most" | "isByCard" | "keepsPromotions"
>;

/** Prices a stored order with changed lines or another delivery fee; writes nothing. */
export async function repriceOrder(
  db: Db,
  {
    order,
    rows,
    settings,
    now,
  }: { readonly order: OrderRow; readonly rows: readonly OrderItemRow[]; readonly settings: Settings; readonly now: Date },
  change: OrderLinesChange,
): Promise<Result<RepricedOrder, RepriceRefusal>> {
  const productIds = [...rows, ...(change.added ?? [])].map((line) => line.productId);
  const products = await loadProductsForSale(db, [...new Set(productIds)], now);
  const placedAt = order.placedAt ?? order.createdAt;
  const grantedIds = order.appliedPromotions.map((applied) => applied.promotionId);
  const promotions = (await listPromotionsForCart(db, grantedIds, placedAt, [order.id])).filter(({ id }) => grantedIds.includes(id));
  const needs = listCustomerNeeds(promotions);
  const [row] =
    needs.needsOrderCount || needs.spentDays.length > 0 ? await selectEarlierOrders(db, { ...order, placedAt }, needs.spentDays) : [];
  const earlier = row === undefined ? null : toEarlierOrders(row.figures, needs.spentDays);
  const tags = needs.needsTags ? await readTagsWhenOrdered(db, order.id) : null;
  return repriceChanged({
    items: rows.map(orderItem),
    amounts: orderAmounts(order),
    applied: order.appliedPromotions,
    fulfillment: order.fulfillment,
    requestedFor: order.requestedFor,
    placedAt,
    ...change,
    products: Object.fromEntries(
      [...products].map(([id, { categoryIds, tags, isReduced = false }]) => [id, { categoryIds, tags, isReduced }]),
    ),
    promotions,
    customer: {
      email: order.customerEmail,
      orderCount: null,
      ...earlier,
      tags,
      usesByPromotion: {},
    },
    settings: {
      ...pricingSettings(settings, order.address?.postalCode ?? null),
      format: orderFormat(order, settings),
    },
  });
}
