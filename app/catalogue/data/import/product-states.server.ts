import { and, inArray, like, sql, type SQL } from "drizzle-orm";
import type { CustomizationOverrides } from "#app/catalogue/domain/customization/customization.ts";
import { customizationTemplates, productCustomizations, products } from "#app/catalogue/data/tables.ts";
import { findSkuHolders } from "./sku-holders.server.ts";
import { putVariants } from "#app/catalogue/data/variants/variant-records.server.ts";
import type { VariantRecord } from "#app/catalogue/domain/variants/variant-record.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** A product's complete data as plain JSON, for storage. */
export type ProductState = Readonly<Record<string, unknown>> & {
  readonly categories: readonly { readonly categoryId: number; readonly position: number }[];
  readonly links: readonly { readonly templateId: number; readonly position: number; readonly overrides: CustomizationOverrides }[];
  readonly pictures: readonly number[];
  readonly variants: readonly VariantRecord[];
};

/** Columns that change automatically: neither compared nor restored. */
const BOOKKEEPING = ["id", "version", "created_at", "updated_at", "import_hash", "position"];

/** States by product id. Imports run one at a time. @param lock also locks the rows against other writers */
export async function readProductStates(tx: Db, ids: readonly number[], lock?: "lock"): Promise<ReadonlyMap<number, ProductState>> {
  if (ids.length === 0) return new Map();
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  if (lock === "lock") {
    await tx.execute(sql`select 1 from products where id in (${list}) order by id for update`);
    await tx.execute(sql`select 1 from product_variants where product_id in (${list}) order by id for update`);
  }
  const generated = await tx.execute<{ name: string }>(
    sql`select attname as name from pg_attribute where attrelid = 'products'::regclass and attgenerated <> ''`,
    "objects",
  );
  const rows = await tx.execute<{ id: number; state: ProductState }>(
    sql`select p.id, to_jsonb(p) || jsonb_build_object(
      'categories', coalesce((select jsonb_agg(jsonb_build_object('categoryId', c.category_id, 'position', c.position) order by c.category_id)
        from product_categories c where c.product_id = p.id), '[]'),
      'links', coalesce((select jsonb_agg(jsonb_build_object('templateId', l.template_id, 'position', l.position, 'overrides', l.overrides)
        order by l.position, l.template_id) from product_customizations l where l.product_id = p.id and l.template_id is not null), '[]'),
      'pictures', coalesce((select jsonb_agg(m.media_id order by m.position, m.media_id) from product_media m where m.product_id = p.id), '[]'),
      'variants', coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'optionIds', v.option_ids, 'sku', v.sku, 'barcode', v.barcode, 'stock', v.stock)
          || jsonb_strip_nulls(jsonb_build_object('lowStock', v.low_stock, 'vendor', v.vendor, 'weightGrams', v.weight_grams, 'costCents', v.cost_cents))
        order by v.id) from product_variants v where v.product_id = p.id and v.gone_at is null), '[]')
    ) as state from products p where p.id in (${list})`,
    "objects",
  );
  const left = new Set([...BOOKKEEPING, ...generated.map(({ name }) => name)]);
  return new Map(
    rows.map(({ id, state }) => [
      id,
      Object.fromEntries<unknown>(Object.entries(state).filter(([name]) => !left.has(name))) as ProductState,
    ]),
  );
}

/** Earlier values of one product's fields. */
export interface EarlierFields {
  readonly id: number;
  readonly fields: Partial<ProductState>;
}

/** SKUs of a product's variants that could not be restored. */
export interface TakenSkus {
  readonly id: number;
  readonly skus: readonly string[];
}

/** Restores earlier fields, equal field sets together; deleted categories, templates and pictures are skipped. */
export async function writeProductFields(tx: Db, products: readonly EarlierFields[], now: Date): Promise<readonly TakenSkus[]> {
  const alike = Map.groupBy(products, ({ fields }) => Object.keys(fields).toSorted().join());
  const taken: TakenSkus[] = [];
  for (const group of alike.values()) taken.push(...(await writeAlike(tx, group, now)));
  return taken;
}

/** The earlier SKU `r.sku`, unless another product or variant has it now. */
const FREE_SKU = sql`case when exists (select 1 from products o where lower(o.sku) = lower(r.sku) and o.id <> r.id)
  or exists (select 1 from product_variants v where lower(v.sku) = lower(r.sku) and v.gone_at is null) then products.sku else r.sku end`;

async function writeAlike(tx: Db, group: readonly EarlierFields[], now: Date): Promise<readonly TakenSkus[]> {
  const { categories, links, pictures, variants, ...columns } = group[0]?.fields ?? {};
  const rows = JSON.stringify(group.map(({ id, fields }) => ({ ...fields, id })));
  const ids = sql`${sql.param(group.map(({ id }) => id))}::int[]`;
  const sets: SQL[] = Object.keys(columns).map(
    (name) => sql`${sql.identifier(name)} = ${name === "sku" ? FREE_SKU : sql`r.${sql.identifier(name)}`}`,
  );
  // Clears the current SKUs first, so that restored variants can use theirs below.
  if (variants !== undefined && "sku" in columns)
    await tx.execute(sql`update product_variants set sku = null where product_id = any(${ids}) and gone_at is null`);
  await tx.execute(
    sql`update products set ${sql.join([...sets, sql`import_hash = null`, sql`updated_at = ${now.toISOString()}::timestamptz`, sql`version = products.version + 1`], sql`, `)}
      from jsonb_populate_recordset(null::products, ${rows}::jsonb) r where products.id = r.id`,
  );
  if (categories !== undefined) {
    await tx.execute(sql`delete from product_categories where product_id = any(${ids})`);
    await tx.execute(
      sql`insert into product_categories (product_id, category_id, position) select (p ->> 'id')::int, c.id, (e ->> 'position')::int
        from jsonb_array_elements(${rows}::jsonb) p, jsonb_array_elements(p -> 'categories') e join categories c on c.id = (e ->> 'categoryId')::int`,
    );
  }
  if (links !== undefined) {
    await tx.execute(sql`delete from product_customizations where product_id = any(${ids}) and template_id is not null`);
    await tx.execute(
      sql`insert into product_customizations (product_id, template_id, position, overrides)
        select (p ->> 'id')::int, t.id, (e ->> 'position')::int, e -> 'overrides'
        from jsonb_array_elements(${rows}::jsonb) p, jsonb_array_elements(p -> 'links') e
          join customization_templates t on t.id = (e ->> 'templateId')::int`,
    );
  }
  if (pictures !== undefined) {
    await tx.execute(sql`delete from product_media where product_id = any(${ids})`);
    await tx.execute(
      sql`insert into product_media (product_id, media_id, position) select (p ->> 'id')::int, m.id, e.place
        from jsonb_array_elements(${rows}::jsonb) p, jsonb_array_elements(p -> 'pictures') with ordinality e(media_id, place)
          join media m on m.id = e.media_id::int`,
    );
  }
  const taken: TakenSkus[] = [];
  if (variants !== undefined)
    for (const { id, fields } of group) taken.push({ id, skus: await putFreeVariants(tx, id, fields.variants ?? []) });
  return taken.filter(({ skus }) => skus.length > 0);
}

/** Restores variants, without SKUs that are used elsewhere now; returns those SKUs. */
async function putFreeVariants(tx: Db, productId: number, variants: readonly VariantRecord[]): Promise<readonly string[]> {
  const skus = variants.flatMap(({ sku }) => sku ?? []);
  const holders = await findSkuHolders(tx, skus);
  const isTaken = (sku: string) => holders.get(sku)?.some(({ id, isVariant }) => id !== productId || !isVariant) === true;
  await putVariants(
    tx,
    productId,
    variants.map((variant) => (variant.sku !== null && isTaken(variant.sku) ? { ...variant, sku: null } : variant)),
  );
  return skus.filter(isTaken);
}

/** A deleted template with options, as rows. */
export interface TemplateState {
  readonly template: Readonly<Record<string, unknown>>;
  readonly options: readonly Readonly<Record<string, unknown>>[];
}

/** Deletes unused templates created by an import; returns their rows. */
export async function takeUnusedImportTemplates(tx: Db, ids: readonly number[]): Promise<ReadonlyMap<number, TemplateState>> {
  if (ids.length === 0) return new Map();
  const unused = and(
    inArray(customizationTemplates.id, [...ids]),
    like(customizationTemplates.importKey, "shopify:%"),
    sql`not exists (select 1 from ${productCustomizations} where ${productCustomizations.templateId} = ${customizationTemplates.id})`,
  );
  const rows = await tx
    .select({
      id: customizationTemplates.id,
      template: sql<TemplateState["template"]>`to_jsonb(customization_templates)`,
      options: sql<
        TemplateState["options"]
      >`coalesce((select jsonb_agg(to_jsonb(o)) from customization_options o where o.template_id = customization_templates.id), '[]')`,
    })
    .from(customizationTemplates)
    .where(unused);
  await tx.delete(customizationTemplates).where(unused);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** Restores a template with its ids; skipped if it exists or its key is taken. */
export async function putTemplateBack(tx: Db, { template, options }: TemplateState): Promise<void> {
  const made = await tx.execute(
    sql`insert into customization_templates select * from jsonb_populate_record(null::customization_templates, ${JSON.stringify(template)}::jsonb)
      on conflict do nothing returning id`,
    "objects",
  );
  if (made.length === 0) return;
  await tx.execute(
    sql`insert into customization_options select * from jsonb_populate_recordset(null::customization_options, ${JSON.stringify(options)}::jsonb)
      on conflict do nothing`,
  );
}

/** Puts products in the bin. */
export async function binProducts(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(products)
    .set({ deletedAt: now, updatedAt: now, version: sql`${products.version} + 1` })
    .where(inArray(products.id, [...ids]));
}

/** Deletes a category created by a run, unless it has other products or children. */
export async function removeMadeCategory(tx: Db, id: number, name: string): Promise<boolean> {
  const gone = await tx.execute(
    sql`delete from categories c where c.id = ${id} and c.name = ${name}
      and not exists (select 1 from categories k where k.parent_id = c.id)
      and not exists (select 1 from product_categories pc join products p on p.id = pc.product_id where pc.category_id = c.id and p.deleted_at is null)
      returning id`,
    "objects",
  );
  return gone.length > 0;
}
