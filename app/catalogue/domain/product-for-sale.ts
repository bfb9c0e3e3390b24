import type { Cents } from "#app/values/money.ts";
import { withSoldOutVariants, type VariantStock } from "./variants/variant.ts";
import type { CustomizationTemplate } from "./customization/customization.ts";
import type { OrderHours } from "./order-hours.ts";
import type { SoldByWeight } from "./weight/sold-by-weight.ts";
import type { OrderRules } from "./order-rules/order-rules.ts";

/** A product that can be sold now, read for each pricing. */
export interface ProductForSale extends OrderRules {
  readonly id: number;
  readonly name: string;
  readonly kitchenName: string | null;
  readonly imageUrl: string | null;
  /** Per piece, or per unit of weight. */
  readonly price: Cents;
  /** Missing or null: sold per piece. */
  readonly weight?: SoldByWeight | null;
  /** "standard", "zero", or the key of a reduced rate. */
  readonly taxClass: string;
  /** Own categories and all ancestors. */
  readonly categoryIds: readonly number[];
  readonly tags: readonly string[];
  /** Below its compare-at price; promotions may exclude it. */
  readonly isReduced?: boolean;
  /** False while hidden or deleted. */
  readonly isOffered: boolean;
  readonly isSoldOut: boolean;
  /** null = whenever the shop takes orders. */
  readonly orderHours: OrderHours | null;
  /** null = not counted. */
  readonly stock: number | null;
  /** Combinations of options with counted stock. */
  readonly variants: readonly VariantStock[];
  /** Groups in order, with this product's overrides applied; options without stock are sold out. */
  readonly groups: readonly CustomizationTemplate[];
  /** The same, ignoring stock. */
  readonly menuGroups: readonly CustomizationTemplate[];
}

/** Units of products and variants, by id. */
export interface UnitsById {
  readonly products: ReadonlyMap<number, number>;
  readonly variants: ReadonlyMap<number, number>;
}

/** The product with these units added to its stock: a cart's own reservations do not count against it. */
export function withUnits(product: ProductForSale, own: UnitsById): ProductForSale {
  const units = own.products.get(product.id) ?? 0;
  const stock = product.stock === null ? null : product.stock + units;
  if (!product.variants.some(({ id }) => own.variants.has(id))) return units === 0 ? product : { ...product, stock };
  const variants = product.variants.map((variant) => ({ ...variant, stock: variant.stock + (own.variants.get(variant.id) ?? 0) }));
  return { ...product, stock, variants, groups: withSoldOutVariants(product.menuGroups, variants) };
}
