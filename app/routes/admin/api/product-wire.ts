import type { ProductListRow } from "#app/catalogue/data/product-lists/product-list.server.ts";
import { isSoldOutAt } from "#app/catalogue/domain/product.ts";
import { majorUnits } from "#app/values/money.ts";

/** A product for programs; amounts in major units. */
export function staffProductWire(row: ProductListRow, now: Date) {
  const isSoldOut = isSoldOutAt(row, now);
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    kitchen_name: row.kitchenName,
    price: majorUnits(row.price),
    compare_at: row.compareAt === null ? null : majorUnits(row.compareAt),
    is_hidden: row.isHidden,
    is_sold_out: isSoldOut,
    sold_out_until: isSoldOut ? (row.soldOutUntil?.toISOString() ?? null) : null,
    stock: row.stock,
    category_ids: row.categoryIds,
    changed_at: row.changedAt.toISOString(),
  };
}
