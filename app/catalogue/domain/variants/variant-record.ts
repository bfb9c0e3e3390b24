import type { CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { isRecord, jsonOf } from "#app/values/json.ts";
import type { Cents } from "#app/values/money.ts";
import { storedAmount } from "#app/values/money/stored-amount.ts";
import { keysOf } from "#app/values/narrow.ts";

/** The most groups that a variant combines. */
export const MAX_VARIANT_GROUPS = 3;
/** The most rows in a product's form. */
export const MAX_VARIANT_ROWS = 2000;

/** A variant's own values; missing: the product's. */
export interface VariantOverrides {
  /** Stock level that counts as low. */
  readonly lowStock?: number | undefined;
  readonly vendor?: string | undefined;
  readonly weightGrams?: number | undefined;
  /** Purchase cost per unit. Never shown to customers. */
  readonly costCents?: Cents | undefined;
}

/** Overrides in stored rows; null: the product's value. */
export type StoredOverrides = { readonly [Name in keyof VariantOverrides]-?: NonNullable<VariantOverrides[Name]> | null };

export const OVERRIDES = ["lowStock", "vendor", "weightGrams", "costCents"] as const satisfies readonly (keyof VariantOverrides)[];

/** A variant as staff edit it. */
export interface VariantRecord extends VariantOverrides {
  /** Missing: the stored variant with the same options, or a new one. */
  readonly id?: number | undefined;
  /** Sorted. */
  readonly optionIds: readonly number[];
  readonly sku: string | null;
  readonly barcode: string | null;
  /** null = not counted. */
  readonly stock: number | null;
}

/** A form row with its options during editing: texts, including unfinished ones. */
export interface VariantTexts {
  readonly sku: string;
  readonly barcode: string;
  readonly stock: string;
  readonly lowStock: string;
  readonly vendor: string;
  readonly weightGrams: string;
  readonly costCents: string;
}

export interface VariantRow extends VariantTexts {
  readonly id?: number;
  readonly optionIds: readonly number[];
}

export const BLANK_TEXTS: VariantTexts = {
  sku: "",
  barcode: "",
  stock: "",
  lowStock: "",
  vendor: "",
  weightGrams: "",
  costCents: "",
};

/** Fills in missing overrides: earlier versions stored records without these fields. */
export function withOverrides<V extends Omit<VariantRecord, keyof VariantOverrides>>(
  variant: V,
  { lowStock, vendor, weightGrams, costCents }: StoredOverrides,
): V & VariantOverrides {
  return {
    ...variant,
    ...(lowStock === null ? {} : { lowStock }),
    ...(vendor === null ? {} : { vendor }),
    ...(weightGrams === null ? {} : { weightGrams }),
    ...(costCents === null ? {} : { costCents }),
  };
}

/** All overrides of a record; null: the product's value. */
export function overridesOf({ lowStock, vendor, weightGrams, costCents }: VariantOverrides): StoredOverrides {
  return { lowStock: lowStock ?? null, vendor: vendor ?? null, weightGrams: weightGrams ?? null, costCents: costCents ?? null };
}

export const variantKey = (optionIds: readonly number[]) => optionIds.toSorted((a, b) => a - b).join("-");

export function variantRowOf({ id, optionIds, ...variant }: VariantRecord): VariantRow {
  const { sku, barcode, stock, lowStock, vendor, weightGrams, costCents } = variant;
  return {
    ...(id === undefined ? {} : { id }),
    optionIds,
    sku: sku ?? "",
    barcode: barcode ?? "",
    stock: String(stock ?? ""),
    lowStock: String(lowStock ?? ""),
    vendor: vendor ?? "",
    weightGrams: String(weightGrams ?? ""),
    costCents: costCents === undefined ? "" : storedAmount(costCents),
  };
}

/** Parses the rows of the field; invalid: none. */
export function readVariantRows(text: string): readonly VariantRow[] {
  const rows = jsonOf(text);
  if (!Array.isArray(rows)) return [];
  return rows.filter(isRecord).map(({ id, optionIds, ...texts }) => ({
    ...(typeof id === "number" ? { id } : {}),
    optionIds: Array.isArray(optionIds) ? optionIds.filter((each) => typeof each === "number") : [],
    ...BLANK_TEXTS,
    ...Object.fromEntries(keysOf(BLANK_TEXTS).map((name) => [name, textOf(texts[name])])),
  }));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function isBlankRow(row: VariantRow): boolean {
  return keysOf(BLANK_TEXTS).every((name) => row[name].trim() === "");
}

/** "3, low at 1, TEA-S, 4006381333931, Green Ltd, 250 g, cost 4.00"; `costCents` in the shop's format. */
export function variantFacts({ stock, lowStock, sku, barcode, vendor, weightGrams, costCents }: VariantTexts): string {
  return [
    stock === "" ? "not counted" : stock,
    lowStock === "" ? "" : `low at ${lowStock}`,
    sku,
    barcode,
    vendor,
    weightGrams === "" ? "" : `${weightGrams} g`,
    costCents === "" ? "" : `cost ${costCents}`,
  ]
    .filter((fact) => fact !== "")
    .join(", ");
}

/** Groups by which stock can be counted: their options are stored. */
export function countableGroups(groups: readonly CustomizationTemplate[]): readonly CustomizationTemplate[] {
  return groups.filter(({ kind, options }) => kind !== "text" && options.some(({ id }) => id > 0));
}

type Optioned = Pick<CustomizationTemplate, "options">;

/** The number of combinations, without building them. */
export function countCombinations(groups: readonly Optioned[]): number {
  return groups.length === 0 ? 0 : groups.reduce((count, { options }) => count * options.filter(({ id }) => id > 0).length, 1);
}

/** Whether the options are exactly one from each group. */
export function isCombinationOf(groups: readonly Optioned[], optionIds: readonly number[]): boolean {
  return optionIds.length === groups.length && groups.every(({ options }) => options.some(({ id }) => optionIds.includes(id)));
}

/** Every combination of one option from each group, as sorted ids. */
export function combinationsOf(groups: readonly Optioned[]): readonly (readonly number[])[] {
  if (groups.length === 0) return [];
  let combined: readonly (readonly number[])[] = [[]];
  for (const { options } of groups)
    combined = combined.flatMap((ids) => options.filter(({ id }) => id > 0).map(({ id }) => [...ids, id].toSorted((a, b) => a - b)));
  return combined;
}
