import { findTemplateIds } from "#app/catalogue/data/import/imported-templates.server.ts";
import { loadCurrentProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { findProductsByName } from "#app/catalogue/data/import/same-names.server.ts";
import { findSkuHolders, type SkuHolder } from "#app/catalogue/data/import/sku-holders.server.ts";
import {
  detailChanges,
  differencesOf,
  newPrice,
  removedOptions,
  variantChanges,
  type CurrentProduct,
  type FieldChange,
} from "#app/catalogue/domain/import/differences.ts";
import type { ProductDetails } from "#app/catalogue/domain/import/product-details.ts";
import { LATER_OVERRIDES, withoutLaterOverrides, withoutLevels } from "#app/catalogue/domain/import/variants/variant-stock.ts";
import { levelsOfPlan, overridesOfPlan, variantsOfPlan } from "#app/catalogue/domain/import/variants/planned-variants.ts";
import type { PlannedProduct } from "#app/catalogue/domain/import/plan-product.ts";
import { leastWeightProblem } from "#app/catalogue/domain/weight/steps.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { importKeyOf, isKeyedByName, isOwnHandle, nameNoteOf, onlyFreeOf, ownIdIn, planHash } from "./import-handles.server.ts";

/** The import's action for one product. */
export interface ImportDecision {
  readonly planned: PlannedProduct;
  readonly kind: "new" | "changed" | "unchanged";
  /** The state before; null for a new product. */
  readonly current: CurrentProduct | null;
  /** Its id afterwards; null if nothing was written. */
  readonly productId: number | null;
  readonly changes: readonly FieldChange[];
  readonly removedOptions: readonly string[];
  /** Customizations in the file that the shop does not have. */
  readonly unknownCustomizations: readonly string[];
  /** The product that already has this SKU; null = none. */
  readonly skuHolder: string | null;
  /** The same for its variants. */
  readonly variantSkus: readonly { readonly line: number; readonly sku: string; readonly holder: string }[];
  /** Why a product of this name is not the line's product, as a sentence; null = it is, or there is none. */
  readonly nameNote: string | null;
  /** Why its least weight is skipped, as a sentence; null = it is not. */
  readonly leastNote: string | null;
  /** The hash of the file's data, independent of who has the SKU; stored with the product. */
  readonly hash: string;
  /**
   * For an unchanged file: data that an earlier version did not read, and new low stock levels. Only these are written. null = everything
   * is.
   */
  readonly additions: { readonly details: AddedDetails; readonly planVariants: typeof variantsOfPlan } | null;
}

/** Whether the file's values replace the product's. */
export const writesAll = ({ kind, additions }: ImportDecision) => kind !== "unchanged" && additions === null;

/**
 * A product is unchanged if the file's data equals that of the last import (whatever staff have changed since), or the shop's data (a
 * re-imported export).
 */
export async function decide(db: Db, plans: readonly PlannedProduct[], now: Date): Promise<readonly ImportDecision[]> {
  const format = moneyFormat(await readSettings(db));
  const skus = plans.flatMap(({ details, variants = [] }) => [details.sku ?? [], variants.flatMap(({ sku }) => sku ?? [])].flat());
  const holders = await findSkuHolders(db, skus);
  const holdersOf = ({ details }: PlannedProduct) => holders.get(details.sku ?? "") ?? [];
  const holderOf = (planned: PlannedProduct) => holdersOf(planned).find(({ isVariant }) => !isVariant) ?? holdersOf(planned)[0];
  const named = await findProductsByName(db, [...new Set(plans.map(({ name }) => name))]);
  const namesakesOf = ({ name }: PlannedProduct) => named.get(name) ?? [];
  const namesakeIdOf = (planned: PlannedProduct) => (isKeyedByName(planned) ? onlyFreeOf(namesakesOf(planned))?.id : undefined);
  const bySku = plans.flatMap((planned) =>
    isKeyedBySku(planned) ? holdersOf(planned).flatMap(({ id, isVariant }) => (isVariant ? [] : [id])) : [],
  );
  const byName = plans.flatMap((planned) => namesakeIdOf(planned) ?? []);
  const ids = [...plans.flatMap((planned) => ownIdIn(planned.handle) ?? []), ...bySku, ...byName];
  const found = await loadCurrentProducts(db, { importKeys: plans.map((planned) => planned.importKey), ids }, now);
  const templateIds = await findTemplateIds(db, [...new Set(plans.flatMap((planned) => planned.customizations ?? []))]);
  return plans.map((wanted): ImportDecision => {
    const holder = holderOf(wanted);
    const holderId = holder?.isVariant === false ? holder.id : undefined;
    const current = findCurrent(wanted, found, { holderId, namesakeId: namesakeIdOf(wanted) });
    // A copy may outlive its template.
    const isKnown = (name: string) => templateIds.has(name) || current?.copies.includes(name) === true;
    const unknownCustomizations = (wanted.customizations ?? []).filter((name) => !isKnown(name));
    const importable = { ...wanted, customizations: wanted.customizations?.filter(isKnown) };
    const isTaken = holder !== undefined && (holder.isVariant || holder.id !== current?.id);
    const { variants, variantSkus } = withFreeSkus(importable, current?.id ?? null, holders);
    const free = { ...importable, variants };
    const { planned, leastNote } = withLeast(isTaken ? withoutSku(free) : free, current, format.locale);
    const hash = planHash(importable);
    const decision = {
      planned,
      unknownCustomizations,
      skuHolder: isTaken ? holder.name : null,
      variantSkus,
      nameNote: current === null ? nameNoteOf(wanted, namesakesOf(wanted)) : null,
      leastNote,
      hash,
    };
    const changes = [newPrice(planned, format)];
    if (current === null) return { ...decision, kind: "new", current, productId: null, changes, removedOptions: [], additions: null };
    return { ...decision, current, productId: current.id, ...changeOf(planned, hash, current, format) };
  });
}

/** Drops a least weight that exceeds the limit per order. */
function withLeast(planned: PlannedProduct, current: CurrentProduct | null, locale: string): Pick<ImportDecision, "planned" | "leastNote"> {
  const { weightUnit = null, weightStep = null, weightMin = null, maxPerOrder = null } = { ...current?.details, ...planned.details };
  const problem = leastWeightProblem({ weightUnit, weightStep, weightMin, maxPerOrder }, locale);
  if (problem === null) return { planned, leastNote: null };
  const leastNote = `The least weight of “${planned.name}” is left out. ${problem}`;
  return { planned: { ...planned, details: { ...planned.details, weightMin: null } }, leastNote };
}

/** The variants without SKUs that another product, or this product itself, has. */
function withFreeSkus(
  { variants, details }: PlannedProduct,
  productId: number | null,
  holders: ReadonlyMap<string, readonly SkuHolder[]>,
): Pick<PlannedProduct, "variants"> & Pick<ImportDecision, "variantSkus"> {
  const holderOf = (sku: string | null | undefined) =>
    (holders.get(sku ?? "") ?? []).find(({ id, isVariant }) => id !== productId || (!isVariant && (details.sku ?? sku) === sku));
  const variantSkus = (variants ?? []).flatMap(({ line, sku }) => {
    const holder = holderOf(sku)?.name;
    return sku == null || holder === undefined ? [] : [{ line, sku, holder }];
  });
  return { variants: variants?.map((variant) => (holderOf(variant.sku) === undefined ? variant : { ...variant, sku: null })), variantSkus };
}

/** The product of a line: by its key, by the shop's own id, or by SKU or name if the file has nothing else. */
function findCurrent(
  planned: PlannedProduct,
  found: readonly CurrentProduct[],
  { holderId, namesakeId }: { readonly holderId: number | undefined; readonly namesakeId: number | undefined },
): CurrentProduct | null {
  const byKey = found.find(({ importKey }) => importKey === planned.importKey);
  const ownId = ownIdIn(planned.handle);
  const ownProduct = found.find((product) => product.id === ownId && isOwnHandle(planned.handle, product));
  // Another line of the table may belong to a product with a table's key.
  const isFree = ({ importKey }: CurrentProduct) => importKey?.startsWith(TABLE_KEY) !== true;
  const bySku = isKeyedBySku(planned) ? found.find((product) => product.id === holderId && isFree(product)) : undefined;
  return byKey ?? ownProduct ?? bySku ?? found.find(({ id }) => id === namesakeId) ?? null;
}

const TABLE_KEY = importKeyOf("table", "");

/** Whether only the SKU identifies the product of a line: a table without ids. */
export function isKeyedBySku({ importKey, handle, details }: PlannedProduct): boolean {
  return details.sku === handle && importKey === importKeyOf("table", handle);
}

/** Whether a line has no key that identifies its product. */
export function isKeyedLoosely(planned: PlannedProduct): boolean {
  return isKeyedBySku(planned) || isKeyedByName(planned);
}

function changeOf(
  planned: PlannedProduct,
  hash: string,
  current: CurrentProduct,
  format: MoneyFormat,
): Pick<ImportDecision, "kind" | "changes" | "removedOptions" | "additions"> {
  const unchanged = { kind: "unchanged", changes: [], removedOptions: [], additions: null } as const;
  if (current.importHash === hash && !current.isInBin) return unchanged;
  const earlier = current.isInBin ? undefined : earlierReadings(planned).find((each) => planHash(each) === current.importHash);
  if (earlier !== undefined) {
    const details = addedDetails(planned, earlier, current);
    const planVariants = addedVariants(planned, earlier, current);
    const ofVariants = earlier.variants === planned.variants ? [] : variantChanges(planned, current, format, planVariants);
    const changes = [...detailChanges(details, current, format), ...ofVariants];
    return { ...unchanged, kind: changes.length === 0 ? "unchanged" : "changed", changes, additions: { details, planVariants } };
  }
  const changes = differencesOf(planned, current, format);
  return changes.length === 0 ? unchanged : { ...unchanged, kind: "changed", changes, removedOptions: removedOptions(planned, current) };
}

/** The variant data to write: everything if neither the shop nor the earlier parser had any; else what the earlier one did not read. */
function addedVariants(planned: PlannedProduct, earlier: PlannedProduct, current: CurrentProduct): typeof variantsOfPlan {
  if (current.variants.length === 0 && earlier.variants === undefined) return variantsOfPlan;
  const hasOverrides = earlier.variants?.some((variant) => LATER_OVERRIDES.some((name) => variant[name] !== undefined)) === true;
  return hasOverrides ? levelsOfPlan : overridesOfPlan;
}

/** The file as earlier versions parsed it: without vendor, weight and cost of variants, and even less in older versions. */
function earlierReadings(planned: PlannedProduct): readonly PlannedProduct[] {
  const withoutOwn = { ...planned, variants: withoutLaterOverrides(planned.variants) };
  const { variants = [] } = planned;
  const overridden = new Set<string>(LATER_OVERRIDES.filter((name) => variants.some((variant) => variant[name] != null)));
  // They skipped values that differ between variants.
  const details = Object.fromEntries(Object.entries(planned.details).filter(([name]) => !overridden.has(name)));
  const withoutOverrides = [withoutOwn, { ...withoutOwn, details }];
  return [...withoutOverrides, ...[planned, ...withoutOverrides].flatMap(evenEarlierReadings)];
}

/**
 * Older versions did not read units of weight, low stock levels, stock of variants, or codes. A file without low stock levels at the last
 * import is parsed the same.
 */
function evenEarlierReadings(planned: PlannedProduct): readonly PlannedProduct[] {
  const { weightUnit: _unit, ...withoutUnit } = planned.details;
  const { lowStock: _level, ...withoutLevel } = planned.details;
  const { sku: _s, barcode: _b, vendor: _v, weightGrams: _w, costCents: _c, ...withoutCodes } = withoutLevel;
  const variants = withoutLevels(planned.variants);
  // They marked a product as sold out if all its variants were.
  const isEmpty = planned.variants?.every(({ stock }) => stock === 0) === true;
  const oldest = [withoutLevel, withoutCodes].flatMap((details) => (isEmpty ? [details, { ...details, isSoldOut: true }] : [details]));
  return [
    { ...planned, details: withoutUnit },
    { ...planned, details: withoutLevel },
    { ...planned, variants },
    { ...planned, details: withoutLevel, variants },
    ...oldest.map((details) => ({ ...planned, details, variants: undefined })),
  ];
}

/** Details that earlier versions did not read. */
const LATER_DETAILS = ["sku", "barcode", "vendor", "weightGrams", "costCents", "weightUnit", "lowStock"] as const;
type AddedDetails = Partial<Pick<ProductDetails, (typeof LATER_DETAILS)[number]>>;

/** The details that the earlier parser did not read: low stock levels, and values that the product lacks. */
function addedDetails({ details }: PlannedProduct, earlier: PlannedProduct, current: CurrentProduct): AddedDetails {
  const added = LATER_DETAILS.filter(
    (name) => !(name in earlier.details) && details[name] != null && (name === "lowStock" || current.details[name] === null),
  );
  return Object.fromEntries(added.map((name) => [name, details[name]]));
}

/** The plan with the product's SKU unchanged. */
export function withoutSku(planned: PlannedProduct): PlannedProduct {
  const { sku: _taken, ...details } = planned.details;
  return { ...planned, details };
}
