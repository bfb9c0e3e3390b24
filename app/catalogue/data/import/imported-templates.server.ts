import { and, asc, desc, inArray, isNotNull, sql } from "drizzle-orm";
import type { CustomizationOverrides } from "#app/catalogue/domain/customization/customization.ts";
import { requireRow } from "./imported-catalogue.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { customizationOptions, customizationTemplates, productCustomizations } from "#app/catalogue/data/tables.ts";

export interface TemplateOption {
  readonly id: number;
  readonly name: string;
  readonly isHidden: boolean;
  readonly priceDelta: number;
  readonly priceByOption: Readonly<Record<string, number>>;
}

export interface ImportTemplate {
  readonly id: number;
  readonly importKey: string | null;
  readonly title: string;
  readonly freeCount: number;
  /** Unchanged since an import created it: a required choice. */
  readonly isPlainChoice: boolean;
  /** Any number of options, or none. */
  readonly isOptional: boolean;
  readonly options: readonly TemplateOption[];
}

/** Templates by id or import key without overrides, in two queries. */
export async function loadImportTemplates(
  db: Db,
  wanted: { readonly ids: readonly number[]; readonly importKeys: readonly string[] },
): Promise<readonly ImportTemplate[]> {
  const { ids, importKeys } = wanted;
  if (ids.length + importKeys.length === 0) return [];
  const rows = await db
    .select({
      id: customizationTemplates.id,
      importKey: customizationTemplates.importKey,
      title: customizationTemplates.title,
      freeCount: customizationTemplates.freeCount,
      isPlainChoice: sql<boolean>`${customizationTemplates.kind} = 'single' and ${customizationTemplates.minSelect} = 1 and ${customizationTemplates.showWhenOptionIds} = '{}'`,
      isOptional: sql<boolean>`${customizationTemplates.kind} = 'multiple' and ${customizationTemplates.minSelect} = 0 and ${customizationTemplates.maxSelect} is null and ${customizationTemplates.showWhenOptionIds} = '{}'`,
    })
    .from(customizationTemplates)
    .where(
      sql`(${ids.length === 0 ? sql`false` : inArray(customizationTemplates.id, [...ids])} or ${importKeys.length === 0 ? sql`false` : inArray(customizationTemplates.importKey, [...importKeys])})`,
    );
  if (rows.length === 0) return [];
  const options = await db
    .select({
      templateId: customizationOptions.templateId,
      id: customizationOptions.id,
      name: customizationOptions.name,
      isHidden: customizationOptions.isHidden,
      priceDelta: customizationOptions.priceDeltaCents,
      priceByOption: customizationOptions.priceByOption,
    })
    .from(customizationOptions)
    .where(
      inArray(
        customizationOptions.templateId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(customizationOptions.position), asc(customizationOptions.id));
  return rows.map((row) => ({ ...row, options: options.filter((option) => option.templateId === row.id) }));
}

interface NewTemplate {
  readonly importKey: string | null;
  readonly name: string;
  readonly title: string;
  /** Any number of options instead of exactly one. */
  readonly isOptional?: boolean;
  readonly options: readonly (Omit<TemplateOption, "id" | "isHidden"> & { readonly isDefault?: boolean })[];
}

/** A required single choice as an import creates it, or an optional one from a typed menu. */
export async function insertImportTemplate(tx: Db, { isOptional = false, ...template }: NewTemplate): Promise<ImportTemplate> {
  const [row] = await tx
    .insert(customizationTemplates)
    .values({
      importKey: template.importKey,
      name: template.name,
      title: template.title,
      ...(isOptional ? { kind: "multiple", minSelect: 0, maxSelect: null } : { kind: "single", minSelect: 1, maxSelect: 1 }),
    })
    .returning({ id: customizationTemplates.id });
  const { id } = requireRow(row);
  const made = await tx
    .insert(customizationOptions)
    .values(
      template.options.map((option, position) => ({
        templateId: id,
        name: option.name,
        priceDeltaCents: option.priceDelta,
        priceByOption: option.priceByOption,
        // A single option is preselected.
        isDefault: option.isDefault ?? (!isOptional && template.options.length === 1),
        position,
      })),
    )
    .returning({ id: customizationOptions.id, position: customizationOptions.position });
  const ids = new Map(made.map((option) => [option.position, option.id]));
  return {
    id,
    importKey: template.importKey,
    title: template.title,
    freeCount: 0,
    isPlainChoice: !isOptional,
    isOptional,
    options: template.options.map((option, position) => ({ ...option, isHidden: false, id: requireRow(ids.get(position)) })),
  };
}

/** Ids by internal name; of duplicates the oldest. */
export async function findTemplateIds(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .select({ id: customizationTemplates.id, name: customizationTemplates.name })
    .from(customizationTemplates)
    .where(inArray(customizationTemplates.name, [...names]))
    .orderBy(desc(customizationTemplates.id));
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export interface ProductLink {
  readonly templateId: number;
  readonly position: number;
  readonly overrides: CustomizationOverrides;
}

/** Links of products to templates; imports ignore copies. */
export async function listProductLinks(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, readonly ProductLink[]>> {
  const links = new Map<number, ProductLink[]>();
  if (productIds.length === 0) return links;
  const rows = await db
    .select({
      productId: productCustomizations.productId,
      templateId: productCustomizations.templateId,
      position: productCustomizations.position,
      overrides: productCustomizations.overrides,
    })
    .from(productCustomizations)
    .where(inArray(productCustomizations.productId, [...productIds]))
    .orderBy(asc(productCustomizations.position), asc(productCustomizations.id));
  for (const { productId, templateId, ...link } of rows)
    if (templateId !== null) links.set(productId, [...(links.get(productId) ?? []), { ...link, templateId }]);
  return links;
}

/** Replaces the links of these products. */
export async function saveProductLinks(
  tx: Db,
  replacedIds: readonly number[],
  links: readonly (ProductLink & { readonly productId: number })[],
): Promise<void> {
  if (replacedIds.length > 0)
    await tx
      .delete(productCustomizations)
      .where(and(inArray(productCustomizations.productId, [...replacedIds]), isNotNull(productCustomizations.templateId)));
  if (links.length > 0) await tx.insert(productCustomizations).values([...links]);
}
