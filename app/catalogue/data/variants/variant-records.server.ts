import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { loadTemplates } from "#app/catalogue/data/customizations/customization-templates.server.ts";
import { findSkuHolders, type SkuHolder } from "#app/catalogue/data/import/sku-holders.server.ts";
import { isOneOf } from "#app/catalogue/data/is-one-of.ts";
import type { ProductRecord } from "#app/catalogue/domain/product-record.ts";
import {
  OVERRIDES,
  overridesOf,
  variantKey,
  withOverrides,
  type StoredOverrides,
  type VariantRecord,
} from "#app/catalogue/domain/variants/variant-record.ts";
import { isSame } from "#app/staff/domain/record-changes.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { productVariants } from "./tables.ts";

const columns = {
  id: productVariants.id,
  productId: productVariants.productId,
  optionIds: productVariants.optionIds,
  sku: productVariants.sku,
  barcode: productVariants.barcode,
  stock: productVariants.stock,
  lowStock: productVariants.lowStock,
  vendor: productVariants.vendor,
  weightGrams: productVariants.weightGrams,
  costCents: productVariants.costCents,
};

/** Variants of products, without those of removed options. */
export async function loadVariants(
  db: Db,
  productIds: readonly number[],
  lock?: "lock",
): Promise<ReadonlyMap<number, readonly VariantRecord[]>> {
  if (productIds.length === 0) return new Map();
  const query = db
    .select(columns)
    .from(productVariants)
    .where(and(isOneOf(productVariants.productId, productIds), isNull(productVariants.goneAt)))
    .orderBy(asc(productVariants.id));
  const rows = await (lock === undefined ? query : query.for("update"));
  const byProduct = Map.groupBy(rows, (row) => row.productId);
  return new Map([...byProduct].map(([id, own]) => [id, own.map(variantOf)]));
}

function variantOf({ id, optionIds, sku, barcode, stock, ...overrides }: StoredVariant): VariantRecord {
  return withOverrides({ id, optionIds, sku, barcode, stock }, overrides);
}

type StoredVariant = Omit<VariantRecord, keyof StoredOverrides> & StoredOverrides;

/**
 * Sets a product's variants. Stored ones keep their id and row; missing ones are deleted; those of removed options are unchanged. Call it
 * after storing the customizations.
 */
export async function putVariants(tx: Db, productId: number, variants: readonly VariantRecord[]): Promise<void> {
  const isOwn = eq(productVariants.productId, productId);
  const stored = await tx
    .select({ ...columns, goneAt: productVariants.goneAt })
    .from(productVariants)
    .where(isOwn)
    .orderBy(asc(productVariants.id))
    .for("update");
  const byId = new Map(stored.filter(({ goneAt }) => goneAt === null).map((row) => [row.id, row]));
  const byOptions = new Map(stored.map((row) => [variantKey(row.optionIds), row]));
  const matched = variants.map((wanted) => ({ wanted, row: byId.get(wanted.id ?? 0) ?? byOptions.get(variantKey(wanted.optionIds)) }));
  const kept = new Set(matched.flatMap(({ row }) => (row === undefined ? [] : [row.id])));
  const removed = stored.filter(({ id, goneAt }) => goneAt === null && !kept.has(id)).map(({ id }) => id);
  if (removed.length > 0) await tx.delete(productVariants).where(isOneOf(productVariants.id, removed));
  const changed = matched.flatMap(({ wanted, row }) =>
    row === undefined || row.goneAt !== null || isSameVariant(row, wanted) ? [] : [{ ...wanted, id: row.id }],
  );
  // Two variants may swap their SKUs.
  const renamed = changed.filter(({ id, sku }) => byId.get(id)?.sku !== sku).map(({ id }) => id);
  if (renamed.length > 0) await tx.update(productVariants).set({ sku: null }).where(isOneOf(productVariants.id, renamed));
  if (changed.length > 0)
    await tx.execute(
      sql`update product_variants v set sku = c.sku, barcode = c.barcode, stock = c.stock, low_stock = c."lowStock", vendor = c.vendor,
            weight_grams = c."weightGrams", cost_cents = c."costCents"
          from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (id int, ${RECORD_COLUMNS}) where v.id = c.id`,
    );
  await insertVariants(
    tx,
    productId,
    matched.filter(({ row }) => row === undefined).map(({ wanted }) => wanted),
  );
}

/** Clears SKUs of the product's variants that will change, so that the product itself can use them. */
export async function releaseSkus(
  tx: Db,
  productId: number,
  { sku, variants = [] }: Pick<ProductRecord, "sku" | "variants">,
): Promise<void> {
  if (sku === undefined || sku === null || variants.some((variant) => variant.sku?.toLowerCase() === sku.toLowerCase())) return;
  await tx
    .update(productVariants)
    .set({ sku: null })
    .where(and(eq(productVariants.productId, productId), sql`lower(${productVariants.sku}) = lower(${sku})`));
}

function isSameVariant(row: StoredVariant, wanted: VariantRecord): boolean {
  const wantedOverrides = overridesOf(wanted);
  const hasSameOverrides = OVERRIDES.every((name) => row[name] === wantedOverrides[name]);
  return row.sku === wanted.sku && row.barcode === wanted.barcode && row.stock === wanted.stock && hasSameOverrides;
}

/** The fields of a record in JSON, with their SQL types. */
const RECORD_COLUMNS = sql`sku text, barcode text, stock int, "lowStock" int, vendor text, "weightGrams" int, "costCents" int`;

/**
 * Uses the id of an undone change, unless it was never assigned, is taken, or was counted for another product. Drops options that the
 * product no longer has.
 */
async function insertVariants(tx: Db, productId: number, added: readonly VariantRecord[]): Promise<void> {
  if (added.length === 0) return;
  const present = sql`(select o.id from product_customizations c join customization_options o on o.template_id = c.template_id where c.product_id = ${productId}
    union all select (o->>'id')::int from product_customizations c cross join jsonb_array_elements(c.body->'options') o where c.product_id = ${productId} and c.body is not null)`;
  const rows = JSON.stringify(added.map(({ id = null, ...variant }) => ({ ...variant, id, optionIds: variant.optionIds })));
  const ids = sql`${sql.param(added.flatMap(({ id }) => id ?? []))}::int[]`;
  await tx.execute(
    sql`with others as (select m.variant_id from stock_movements m where m.variant_id = any(${ids}) and m.product_id <> ${productId})
        insert into product_variants (id, product_id, option_ids, sku, barcode, stock, low_stock, vendor, weight_grams, cost_cents)
        select coalesce((select n.id where n.id <= (select last_value from product_variants_id_seq)
              and not exists (select from product_variants x where x.id = n.id)
              and n.id not in (select variant_id from others)),
            nextval(pg_get_serial_sequence('product_variants', 'id'))), ${productId}, n."optionIds", n.sku, n.barcode, n.stock, n."lowStock",
          n.vendor, n."weightGrams", n."costCents"
        from jsonb_to_recordset(${rows}::jsonb) as n (id int, "optionIds" int[], ${RECORD_COLUMNS})
        where not exists (select from unnest(n."optionIds") w (id) where w.id not in ${present})`,
  );
}

/** Errors of a product's variants, by form field. */
export async function variantProblems(
  tx: Db,
  productId: number | null,
  value: ProductRecord,
  before: ProductRecord | undefined,
): Promise<Readonly<Record<string, string>>> {
  const { variants = [] } = value;
  if (isSame(variants, before?.variants ?? []) && value.sku === before?.sku) return {};
  const unfit = await listUnfit(tx, value, before);
  const taken = await listTakenSkus(tx, productId, value);
  const problems = variants.flatMap((_, index): readonly (readonly [string, string])[] => {
    const sku = taken.get(index);
    return [
      ...(unfit.has(index) ? [[`variants[${index}].stock`, "These options do not fit together any more. Reload the page."] as const] : []),
      ...(sku === undefined ? [] : [[`variants[${index}].sku`, sku] as const]),
    ];
  });
  return Object.fromEntries(problems);
}

/** Positions of variants that are duplicates, have another variant's id, or whose options are not from different groups of the product. */
async function listUnfit(tx: Db, value: ProductRecord, before: ProductRecord | undefined): Promise<ReadonlySet<number>> {
  const { variants = [] } = value;
  const keys = variants.map(({ optionIds }) => variantKey(optionIds));
  const ids = variants.map(({ id }) => id);
  const stored = before?.variants ?? [];
  const known = new Set(stored.map(({ optionIds }) => variantKey(optionIds)));
  // Options change with the questions; triggers update the variants' options.
  const areQuestionsKept = isSame(value.customizations, before?.customizations) && isSame(value.copies ?? [], before?.copies ?? []);
  const keyOf = new Map(areQuestionsKept ? stored.map(({ id, optionIds }) => [id, variantKey(optionIds)]) : []);
  const groupOf = keys.every((key) => known.has(key)) ? new Map<number, string>() : await groupsByOption(tx, value);
  const isUnfit = ({ id, optionIds }: VariantRecord, index: number) => {
    const key = keys[index] ?? "";
    if (id !== undefined && (ids.indexOf(id) !== index || (keyOf.get(id) ?? key) !== key)) return true;
    return keys.indexOf(key) !== index || (!known.has(key) && !isCombination(optionIds, groupOf));
  };
  return new Set(variants.flatMap((variant, index) => (isUnfit(variant, index) ? [index] : [])));
}

/** Why a variant cannot have its SKU, by position. */
async function listTakenSkus(
  tx: Db,
  productId: number | null,
  { sku: own, variants = [] }: ProductRecord,
): Promise<ReadonlyMap<number, string>> {
  const skus = variants.map(({ sku }) => sku?.toLowerCase() ?? null);
  const holders = await findSkuHolders(
    tx,
    variants.flatMap(({ sku }) => sku ?? []),
  );
  return new Map(
    variants.flatMap(({ sku }, index): readonly (readonly [number, string])[] => {
      if (sku === null) return [];
      if (skus.indexOf(sku.toLowerCase()) !== index || own?.toLowerCase() === sku.toLowerCase())
        return [[index, "This product has this SKU twice. Enter another one."]];
      const holder = (holders.get(sku) ?? []).find(({ id }) => id !== productId);
      return holder === undefined ? [] : [[index, skuTakenText(holder)]];
    }),
  );
}

export function skuTakenText({ name, isInBin }: SkuHolder): string {
  return `“${name}”${isInBin ? ", which is in the bin," : ""} has this SKU. Enter another one.`;
}

/** Whether the options belong to different groups of the product. */
function isCombination(optionIds: readonly number[], groupOf: ReadonlyMap<number, string>): boolean {
  const groups = optionIds.map((id) => groupOf.get(id));
  return groups.every((group) => group !== undefined) && new Set(groups).size === groups.length;
}

async function groupsByOption(tx: Db, { customizations, copies = [] }: ProductRecord): Promise<ReadonlyMap<number, string>> {
  const linked = customizations.filter(({ kind }) => kind === "link").map(({ id }) => id);
  const templates = await loadTemplates(tx, linked, new Date(0));
  const groups = [
    ...[...templates.values()].map(({ id, options }) => ({ group: `link ${id}`, options })),
    ...copies.map(({ body }) => ({ group: `copy ${body.id}`, options: body.options })),
  ];
  return new Map(groups.flatMap(({ group, options }) => options.map(({ id }): [number, string] => [id, group])));
}

/** Permanently deletes variants whose option was removed before this instant. */
export async function forgetGoneVariants(db: Db, before: Date): Promise<void> {
  await db.delete(productVariants).where(sql`${productVariants.goneAt} < ${before.toISOString()}`);
}
