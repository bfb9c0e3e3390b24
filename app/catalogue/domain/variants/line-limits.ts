import { noneIsLeft } from "#texts/catalogue/order-rules.ts";
import { selectedOptions } from "#app/catalogue/domain/customization/customization-choices.ts";
import type { Choice } from "#app/catalogue/domain/customization/customization.ts";
import { unitLimit } from "#app/catalogue/domain/order-rules/order-rules.ts";
import type { ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";
import { stepsText } from "#app/catalogue/domain/weight/steps.ts";
import { unitsOfChoices, variantName, type VariantUnits } from "./variant.ts";

/** The maximum units of a line, shared with other lines of the same key. */
interface LineLimit {
  readonly key: string;
  readonly code: "stock" | "max_per_order";
  readonly most: number;
  /** Units taken per unit of the line. */
  readonly units: number;
  readonly text: string;
}

/** The limits of a product with these choices: its own, and those of the variants in the choices. */
export function limitsOfLine(product: ProductForSale, choices: readonly Choice[], locale: string): readonly LineLimit[] {
  const productLimit = unitLimit(product, (units) => stepsText(product, units, locale));
  const limits: readonly LineLimit[] = productLimit === null ? [] : [{ key: `product ${product.id}`, units: 1, ...productLimit }];
  if (product.variants.length === 0) return limits;
  const wanted = unitsOfChoices(product.variants, selectedOptions(product.groups, choices));
  return [...limits, ...wanted.flatMap(({ id, units }) => limitOfVariant(product, { id, units }, locale))];
}

function limitOfVariant(product: ProductForSale, { id, units }: VariantUnits, locale: string): readonly LineLimit[] {
  const { variants, groups } = product;
  const variant = variants.find((each) => each.id === id);
  if (variant === undefined) return [];
  const named = { name: variantName(groups, variant.optionIds), stock: variant.stock, maxPerOrder: null };
  const limit = unitLimit(named, (most) => stepsText(product, most, locale));
  if (limit === null) return [];
  return [
    {
      key: `variant ${id}`,
      units,
      ...limit,
      text: variant.stock === 0 ? noneIsLeft(named.name) : limit.text,
    },
  ];
}
