import { perUnit } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { escapeLike } from "#app/platform/db/escape-like.ts";
import { sortText } from "#app/platform/db/sort-text.ts";
import { and, asc, count, desc, eq, exists, inArray, isNull, notExists, or, sql, type SQL } from "drizzle-orm";
import { descendantIds } from "#app/catalogue/domain/category.ts";
import type { CustomizationKind } from "#app/catalogue/domain/customization/customization.ts";
import type { TemplateListQuery, TemplateProductsQuery } from "#app/catalogue/domain/customization/customization-template.schema.ts";
import type { TemplateUseState } from "#app/catalogue/domain/customization/template-application.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Cents } from "#app/values/money.ts";
import { listCategoryRows } from "#app/catalogue/data/category-records.server.ts";
import { searchWords } from "#app/catalogue/data/product-lists/product-search.server.ts";
import { hasWords } from "#app/catalogue/data/search/search-words.server.ts";
import {
  customizationOptions,
  customizationTemplates,
  productCategories,
  productCustomizations,
  products,
} from "#app/catalogue/data/tables.ts";

/** A row of the staff's list of templates. */
export interface TemplateRow {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly kind: CustomizationKind;
  readonly isRequired: boolean;
  readonly isConditional: boolean;
  readonly optionCount: number;
  /** Products that are linked to it. */
  readonly productCount: number;
  /** Linked products with overrides. */
  readonly overrideCount: number;
  /** Products with a detached copy of it. */
  readonly copyCount: number;
}

const template = customizationTemplates;
const use = productCustomizations;

/** Uses by products that are not in the bin. */
const countUses = (where: SQL) =>
  sql<number>`(select count(*)::int from ${use} join ${products} on ${products.id} = ${use.productId} where ${products.deletedAt} is null and ${where})`;
const links = sql`${use.templateId} = ${template.id}`;
const optionCount = sql<number>`(select count(*)::int from ${customizationOptions} where ${customizationOptions.templateId} = ${template.id})`;

const rowColumns = {
  id: template.id,
  name: template.name,
  title: template.title,
  kind: template.kind,
  isRequired: sql<boolean>`${template.minSelect} > 0`,
  isConditional: sql<boolean>`cardinality(${template.showWhenOptionIds}) > 0`,
  optionCount,
  productCount: countUses(links),
  overrideCount: countUses(sql`${links} and ${use.overrides} <> '{}'`),
  copyCount: countUses(sql`${use.copiedFrom} = ${template.id}`),
};

function matching(db: Db, { q, kind, use: used }: TemplateListQuery): SQL | undefined {
  const named = (word: string) => {
    const pattern = `%${escapeLike(word)}%`;
    const option = db
      .select({ id: customizationOptions.id })
      .from(customizationOptions)
      .where(and(eq(customizationOptions.templateId, template.id), sql`${customizationOptions.name} ilike ${pattern}`));
    return or(sql`${template.name} ilike ${pattern}`, sql`${template.title} ilike ${pattern}`, exists(option));
  };
  const linked = db.select({ id: use.id }).from(use).where(links);
  return and(
    ...searchWords(q).map(named),
    kind === "" ? undefined : eq(template.kind, kind),
    used === "" ? undefined : { used: exists(linked), unused: notExists(linked) }[used],
  );
}

/** A page of templates, with the total. */
export async function listTemplateRows(
  db: Db,
  query: TemplateListQuery,
): Promise<{ readonly rows: readonly TemplateRow[]; readonly total: number }> {
  const where = matching(db, query);
  const way = query.sort.startsWith("-") ? desc : asc;
  const by = { name: sortText(template.name), products: rowColumns.productCount, options: optionCount }[query.sort.replace("-", "")];
  const rows = await db
    .select(rowColumns)
    .from(template)
    .where(where)
    .orderBy(way(by ?? template.id), asc(template.id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const [found] = await db.select({ total: count() }).from(template).where(where);
  return { rows, total: found?.total ?? 0 };
}

/** Ids of all matching templates. */
export async function listMatchingTemplateIds(db: Db, query: TemplateListQuery): Promise<readonly number[]> {
  return (await db.select({ id: template.id }).from(template).where(matching(db, query))).map((row) => row.id);
}

/** One template's row; undefined for an unknown id. */
export async function findTemplateRow(db: Db, id: number): Promise<TemplateRow | undefined> {
  const [row] = await db.select(rowColumns).from(template).where(eq(template.id, id));
  return row;
}

/** Those of these templates without linked products. */
export async function listUnusedTemplateIds(db: Db, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const linked = db.select({ id: use.id }).from(use).where(links);
  const rows = await db
    .select({ id: template.id })
    .from(template)
    .where(and(inArray(template.id, [...ids]), notExists(linked)));
  return rows.map((row) => row.id);
}

/** An option in a picker. */
export interface OptionName {
  readonly id: number;
  readonly name: string;
  readonly template: string;
  readonly templateId: number;
}

/** Options by name or id. */
export async function findOptionNames(
  db: Db,
  ask: { readonly q: string } | { readonly ids: readonly number[] },
  limit: number,
): Promise<readonly OptionName[]> {
  const where =
    "ids" in ask
      ? inArray(customizationOptions.id, [...ask.ids])
      : and(
          ...searchWords(ask.q).map(
            (word) => sql`(${customizationOptions.name} || ' ' || ${template.name}) ilike ${`%${escapeLike(word)}%`}`,
          ),
        );
  return db
    .select({ id: customizationOptions.id, name: customizationOptions.name, template: template.name, templateId: template.id })
    .from(customizationOptions)
    .innerJoin(template, eq(template.id, customizationOptions.templateId))
    .where(where)
    .orderBy(asc(sortText(template.name)), asc(customizationOptions.position), asc(customizationOptions.id))
    .limit(limit);
}

/** Templates by name or id. */
export async function findTemplateNames(
  db: Db,
  ask: { readonly q: string } | { readonly ids: readonly number[] },
  limit: number,
): Promise<readonly { readonly id: number; readonly name: string; readonly optionCount: number }[]> {
  const where =
    "ids" in ask
      ? inArray(template.id, [...ask.ids])
      : and(...searchWords(ask.q).map((word) => sql`(${template.name} || ' ' || ${template.title}) ilike ${`%${escapeLike(word)}%`}`));
  return db
    .select({ id: template.id, name: template.name, optionCount })
    .from(template)
    .where(where)
    .orderBy(asc(sortText(template.name)))
    .limit(limit);
}

export interface TemplateProductRow {
  readonly id: number;
  readonly name: string;
  readonly price: Cents;
  /** " / kg" for a product sold by weight, else "". */
  readonly per: string;
  readonly isHidden: boolean;
  readonly state: TemplateUseState;
}

/** Products for applying a template, filtered by the URL. `ids` cover all pages. */
export async function listTemplateProducts(
  db: Db,
  templateId: number,
  query: TemplateProductsQuery,
): Promise<{ readonly rows: readonly TemplateProductRow[]; readonly total: number }> {
  const where = await productsMatching(db, templateId, query);
  const way = query.sort.startsWith("-") ? desc : asc;
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      price: products.priceCents,
      weightUnit: products.weightUnit,
      isHidden: products.isHidden,
      state: stateOf(templateId),
    })
    .from(products)
    .where(where)
    .orderBy(way(query.sort.endsWith("price") ? products.priceCents : sortText(products.name)), asc(products.id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const [found] = await db.select({ total: count() }).from(products).where(where);
  return { rows: rows.map(({ weightUnit, ...row }) => ({ ...row, per: perUnit(weightUnit) })), total: found?.total ?? 0 };
}

/** Ids of all products that match the page's address. */
export async function listMatchingProductIds(db: Db, templateId: number, query: TemplateProductsQuery): Promise<readonly number[]> {
  const where = await productsMatching(db, templateId, query);
  return (await db.select({ id: products.id }).from(products).where(where).orderBy(asc(products.id))).map((row) => row.id);
}

async function productsMatching(db: Db, templateId: number, { q, category, state }: TemplateProductsQuery): Promise<SQL | undefined> {
  const within = category === "" ? [] : descendantIds(await listCategoryRows(db), Number(category));
  return and(
    isNull(products.deletedAt),
    await hasWords(db, q),
    category === ""
      ? undefined
      : exists(
          db
            .select({ id: productCategories.productId })
            .from(productCategories)
            .where(and(eq(productCategories.productId, products.id), inArray(productCategories.categoryId, [...within]))),
        ),
    inState(templateId, state),
  );
}

function inState(templateId: number, state: TemplateProductsQuery["state"]): SQL | undefined {
  if (state === "") return undefined;
  return state === "used" ? sql`${stateOf(templateId)} in ('linked', 'own')` : sql`${stateOf(templateId)} = ${state}`;
}

function stateOf(templateId: number): SQL<TemplateUseState> {
  return sql<TemplateUseState>`coalesce((select case when ${use.copiedFrom} = ${templateId} then 'copy' when ${use.overrides} <> '{}' then 'own' else 'linked' end
    from ${use} where ${use.productId} = ${products.id} and (${use.templateId} = ${templateId} or ${use.copiedFrom} = ${templateId}) order by ${use.templateId} nulls last limit 1), 'none')`;
}
