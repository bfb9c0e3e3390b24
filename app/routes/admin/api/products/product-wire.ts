import type { ProductListRow } from "#app/catalogue/data/product-lists/product-list.server.ts";
import type { NamedVariant } from "#app/catalogue/data/variants/named-variants.server.ts";
import { isSoldOutAt } from "#app/catalogue/domain/product.ts";
import { canOpen, type Visitor } from "#app/staff/domain/permissions.ts";
import { majorUnits, type Cents } from "#app/values/money.ts";

/** A product of the API; amounts in major units. @param visitor users who edit products see the cost; API tokens do not */
export function staffProductWire(
  row: ProductListRow,
  visitor: Visitor,
  {
    currency,
    now,
    variants = [],
  }: { readonly currency: string; readonly now: Date; readonly variants: readonly NamedVariant[] | undefined },
) {
  const isSoldOut = isSoldOutAt(row, now);
  const seesCost = canOpen("/admin/product", visitor);
  const costWire = (cost: Cents | null) => (seesCost ? { cost: cost === null ? null : majorUnits(cost, currency) } : {});
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    kitchen_name: row.kitchenName,
    price: majorUnits(row.price, currency),
    compare_at: row.compareAt === null ? null : majorUnits(row.compareAt, currency),
    is_hidden: row.isHidden,
    is_sold_out: isSoldOut,
    sold_out_until: isSoldOut ? (row.soldOutUntil?.toISOString() ?? null) : null,
    stock: row.stock,
    low_stock: row.lowStock,
    variants: variants.map(({ id, optionIds, names, sku, barcode, stock, lowStock, ...variant }) => ({
      id,
      option_ids: optionIds,
      options: names,
      sku,
      barcode,
      stock,
      low_stock: lowStock,
      vendor: variant.vendor,
      weight_grams: variant.weightGrams,
      ...costWire(variant.costCents),
    })),
    sku: row.sku,
    barcode: row.barcode,
    vendor: row.vendor,
    weight_grams: row.weightGrams,
    lead_hours: row.leadHours,
    max_per_order: row.maxPerOrder,
    is_pickup_only: row.isPickupOnly,
    weight_unit: row.weightUnit,
    weight_step: row.weightStep,
    weight_min: row.weightMin,
    ...costWire(row.costCents),
    category_ids: row.categoryIds,
    changed_at: row.changedAt.toISOString(),
  };
}
