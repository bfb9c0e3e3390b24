import type { CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import {
  overridesOf,
  variantFacts,
  variantKey,
  variantRowOf,
  withOverrides,
  type StoredOverrides,
  type VariantRecord,
} from "#app/catalogue/domain/variants/variant-record.ts";
import type { PlannedProduct } from "#app/catalogue/domain/import/plan-product.ts";
import { variantOptionIds } from "#app/catalogue/domain/import/variants.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import type { PlannedOverrides } from "./planned-overrides.ts";
import { withoutLaterOverrides } from "./variant-stock.ts";

/**
 * The variants in stored form, with stored values for columns missing from the file. `groups`: the groups with the planned options, in the
 * plan's order.
 */
export function variantsOfPlan(
  { table, prices, variants = [] }: Pick<PlannedProduct, "table" | "prices" | "variants">,
  groups: readonly CustomizationTemplate[],
  stored: readonly VariantRecord[],
): readonly VariantRecord[] {
  const byOptions = new Map(stored.map((variant) => [variantKey(variant.optionIds), variant]));
  const isCombined = table.titles.length > 1 && prices.groups.length === 1;
  const places = new Map(table.variants.map(({ values }, index) => [values.join("\u0000"), index]));
  return variants.flatMap(({ values, sku, barcode, stock, ...planned }) => {
    const at = places.get(values.join("\u0000"));
    if (at === undefined) return [];
    const names = isCombined ? [prices.groups[0]?.options[at]?.name] : values;
    const optionIds = groups.flatMap(({ options }, index) => options.find(({ name }) => name === names[index])?.id ?? []);
    if (optionIds.length !== prices.groups.length) return [];
    const before = byOptions.get(variantKey(optionIds));
    const variant = {
      optionIds: optionIds.toSorted((a, b) => a - b),
      sku: sku === undefined ? (before?.sku ?? null) : sku,
      barcode: barcode === undefined ? (before?.barcode ?? null) : barcode,
      stock: stock === undefined ? (before?.stock ?? null) : stock,
    };
    const overrides = overridesAfter(planned, overridesOf(before ?? {}));
    const isNothing = [variant.sku, variant.barcode, variant.stock, ...Object.values(overrides)].every((each) => each === null);
    return isNothing ? [] : [withOverrides(variant, overrides)];
  });
}

function overridesAfter({ lowStock, vendor, weightGrams, costCents }: PlannedOverrides, before: StoredOverrides): StoredOverrides {
  return {
    lowStock: lowStock === undefined ? before.lowStock : lowStock,
    vendor: vendor === undefined ? before.vendor : vendor,
    weightGrams: weightGrams === undefined ? before.weightGrams : weightGrams,
    costCents: costCents === undefined ? before.costCents : costCents,
  };
}

/** Only the stored variants, with the low stock levels from the file. The parameters are those of `variantsOfPlan`. */
export const levelsOfPlan: typeof variantsOfPlan = ({ variants, ...planned }, groups, stored) =>
  overridesOfPlan({ ...planned, variants: withoutLaterOverrides(variants) }, groups, stored);

/** The same, plus vendors, weights and costs that the stored variants lack. */
export const overridesOfPlan: typeof variantsOfPlan = ({ variants = [], ...planned }, groups, stored) => {
  const filled = variants.map(({ line, values, ...variant }) => {
    const { lowStock, vendor, weightGrams, costCents } = variant;
    const overrides = { lowStock: lowStock ?? undefined, vendor: vendor ?? undefined, weightGrams: weightGrams ?? undefined };
    return { line, values, sku: undefined, barcode: undefined, stock: undefined, ...overrides, costCents: costCents ?? undefined };
  });
  const byOptions = new Map(
    variantsOfPlan({ ...planned, variants: filled }, groups, stored).map((variant) => [variantKey(variant.optionIds), variant]),
  );
  return stored.map((variant) => {
    const found = byOptions.get(variantKey(variant.optionIds));
    if (found === undefined) return variant;
    return withOverrides(variant, overridesOf({ ...found, ...variant, lowStock: found.lowStock }));
  });
};

/** The variants that files cannot express: with other questions than the columns, with only some of them, or with hidden options. */
export function variantsBesideFiles<V extends Pick<VariantRecord, "optionIds">>(
  variants: readonly V[],
  groups: readonly CustomizationTemplate[],
): readonly V[] {
  const keys = new Set(variantOptionIds(groups).map(variantKey));
  return variants.filter(({ optionIds }) => !keys.has(variantKey(optionIds)));
}

/** "S / Red: 3, TEA-1" for the variants that differ, before and after. */
export function variantTexts(
  before: readonly VariantRecord[],
  after: readonly VariantRecord[],
  groups: readonly CustomizationTemplate[],
  format: MoneyFormat,
): { readonly before: string; readonly after: string } {
  const names = new Map(groups.flatMap(({ options }) => options.map(({ id, name }): [number, string] => [id, name])));
  const textsOf = (variants: readonly VariantRecord[]) =>
    new Map(variants.map((variant) => [variantKey(variant.optionIds), textOf(variant)]));
  const textOf = (variant: VariantRecord) => {
    const costCents = variant.costCents === undefined ? "" : formatMoney(variant.costCents, format);
    return `${variant.optionIds.map((id) => names.get(id) ?? "").join(" / ")}: ${variantFacts({ ...variantRowOf(variant), costCents })}`;
  };
  const [was, is] = [textsOf(before), textsOf(after)];
  const differing = (texts: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) =>
    [...texts].flatMap(([key, text]) => (others.get(key) === text ? [] : [text])).join("; ");
  return { before: differing(was, is), after: differing(is, was) };
}
