import type { CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { variantKey, type VariantRecord } from "#app/catalogue/domain/variants/variant-record.ts";
import type { PlannedProduct } from "#app/catalogue/domain/import/plan-product.ts";

/** The variants as the shop stores them. `groups`: those that hold the planned options, in the plan's order. */
export function variantsOfPlan(
  { table, prices, variants = [] }: Pick<PlannedProduct, "table" | "prices" | "variants">,
  groups: readonly CustomizationTemplate[],
): readonly VariantRecord[] {
  const isCombined = table.titles.length > 1 && prices.groups.length === 1;
  const places = new Map(table.variants.map(({ values }, index) => [values.join("\u0000"), index]));
  return variants.flatMap(({ values, sku, barcode, stock }) => {
    if (sku === null && barcode === null && stock === null) return [];
    const at = places.get(values.join("\u0000"));
    if (at === undefined) return [];
    const names = isCombined ? [prices.groups[0]?.options[at]?.name] : values;
    const optionIds = groups.flatMap(({ options }, index) => options.find(({ name }) => name === names[index])?.id ?? []);
    return optionIds.length === prices.groups.length ? [{ optionIds: optionIds.toSorted((a, b) => a - b), sku, barcode, stock }] : [];
  });
}

/** "S / Red: 3, TEA-1", of the variants that differ, before and after. */
export function variantTexts(
  before: readonly VariantRecord[],
  after: readonly VariantRecord[],
  groups: readonly CustomizationTemplate[],
): { readonly before: string; readonly after: string } {
  const names = new Map(groups.flatMap(({ options }) => options.map(({ id, name }): [number, string] => [id, name])));
  const textsOf = (variants: readonly VariantRecord[]) =>
    new Map(variants.map((variant) => [variantKey(variant.optionIds), textOf(variant)]));
  const textOf = ({ optionIds, sku, barcode, stock }: VariantRecord) => {
    const own = [stock === null ? "not counted" : String(stock), sku ?? "", barcode ?? ""].filter((part) => part !== "");
    return `${optionIds.map((id) => names.get(id) ?? "").join(" / ")}: ${own.join(", ")}`;
  };
  const [was, is] = [textsOf(before), textsOf(after)];
  const differing = (texts: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) =>
    [...texts].flatMap(([key, text]) => (others.get(key) === text ? [] : [text])).join("; ");
  return { before: differing(was, is), after: differing(is, was) };
}
