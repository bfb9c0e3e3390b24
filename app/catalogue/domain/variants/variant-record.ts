import type { CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { isRecord, jsonOf } from "#app/values/json.ts";

/** Groups whose options one variant combines. */
export const MAX_VARIANT_GROUPS = 3;
/** Rows that a product's form shows. */
export const MAX_VARIANT_ROWS = 2000;

/** A variant as staff edit it. */
export interface VariantRecord {
  /** Missing: that of the stored variant with the same options, or a new one. */
  readonly id?: number | undefined;
  /** Sorted. */
  readonly optionIds: readonly number[];
  readonly sku: string | null;
  readonly barcode: string | null;
  /** null = not counted. */
  readonly stock: number | null;
  /** Low at so many units or fewer; missing: the product's level. */
  readonly lowStock?: number | undefined;
}

/** A row of the form during editing: texts, unfinished ones included. */
export interface VariantRow {
  readonly id?: number;
  readonly optionIds: readonly number[];
  readonly sku: string;
  readonly barcode: string;
  readonly stock: string;
  readonly lowStock: string;
}

/** With its low stock level, if it has one: earlier versions stored records without the field. */
export function withLevel<V extends Omit<VariantRecord, "lowStock">>(
  variant: V,
  lowStock: number | null,
): V & Pick<VariantRecord, "lowStock"> {
  return lowStock === null ? variant : { ...variant, lowStock };
}

export const variantKey = (optionIds: readonly number[]) => optionIds.toSorted((a, b) => a - b).join("-");

export function variantRowOf({ id, optionIds, sku, barcode, stock, lowStock }: VariantRecord): VariantRow {
  return {
    ...(id === undefined ? {} : { id }),
    optionIds,
    sku: sku ?? "",
    barcode: barcode ?? "",
    stock: stock === null ? "" : String(stock),
    lowStock: lowStock === undefined ? "" : String(lowStock),
  };
}

/** Parses the rows of the field; invalid: none. */
export function readVariantRows(text: string): readonly VariantRow[] {
  const rows = jsonOf(text);
  if (!Array.isArray(rows)) return [];
  return rows.filter(isRecord).map(({ id, optionIds, sku, barcode, stock, lowStock }) => ({
    ...(typeof id === "number" ? { id } : {}),
    optionIds: Array.isArray(optionIds) ? optionIds.filter((each) => typeof each === "number") : [],
    sku: textOf(sku),
    barcode: textOf(barcode),
    stock: textOf(stock),
    lowStock: textOf(lowStock),
  }));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function isBlankRow({ sku, barcode, stock, lowStock }: VariantRow): boolean {
  return `${sku}${barcode}${stock}${lowStock}`.trim() === "";
}

/** "3, low at 1, TEA-S, 4006381333931" */
export function variantFacts({ stock, lowStock, sku, barcode }: Omit<VariantRow, "id" | "optionIds">): string {
  return [stock === "" ? "not counted" : stock, lowStock === "" ? "" : `low at ${lowStock}`, sku, barcode]
    .filter((fact) => fact !== "")
    .join(", ");
}

/** Groups that stock can be counted by: their options are stored. */
export function countableGroups(groups: readonly CustomizationTemplate[]): readonly CustomizationTemplate[] {
  return groups.filter(({ kind, options }) => kind !== "text" && options.some(({ id }) => id > 0));
}

type Optioned = Pick<CustomizationTemplate, "options">;

/** How many combinations there are, without building them. */
export function countCombinations(groups: readonly Optioned[]): number {
  return groups.length === 0 ? 0 : groups.reduce((count, { options }) => count * options.filter(({ id }) => id > 0).length, 1);
}

/** Whether the options are one of each group. */
export function isCombinationOf(groups: readonly Optioned[], optionIds: readonly number[]): boolean {
  return optionIds.length === groups.length && groups.every(({ options }) => options.some(({ id }) => optionIds.includes(id)));
}

/** Every combination of the groups' options, one of each group, as sorted ids. */
export function combinationsOf(groups: readonly Optioned[]): readonly (readonly number[])[] {
  if (groups.length === 0) return [];
  let combined: readonly (readonly number[])[] = [[]];
  for (const { options } of groups)
    combined = combined.flatMap((ids) => options.filter(({ id }) => id > 0).map(({ id }) => [...ids, id].toSorted((a, b) => a - b)));
  return combined;
}
