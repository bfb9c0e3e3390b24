import { asc, eq, inArray } from "drizzle-orm";
import { applyOverrides, type CustomizationOption, type CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { groupOfCopy, withCopiedReferences } from "#app/catalogue/domain/customization/customization-copy.ts";
import { isSoldOutAt } from "#app/catalogue/domain/product.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { rememberedById } from "#app/platform/db/remembered.server.ts";
import { customizationOptions, customizationTemplates, productCustomizations } from "#app/catalogue/data/tables.ts";

const templateColumns = {
  id: customizationTemplates.id,
  name: customizationTemplates.name,
  title: customizationTemplates.title,
  help: customizationTemplates.help,
  kind: customizationTemplates.kind,
  minSelect: customizationTemplates.minSelect,
  maxSelect: customizationTemplates.maxSelect,
  maxPerOption: customizationTemplates.maxPerOption,
  freeCount: customizationTemplates.freeCount,
  showWhenOptionIds: customizationTemplates.showWhenOptionIds,
  maxLength: customizationTemplates.maxLength,
  kitchenLabel: customizationTemplates.kitchenLabel,
};

const optionColumns = {
  id: customizationOptions.id,
  name: customizationOptions.name,
  kitchenName: customizationOptions.kitchenName,
  priceDelta: customizationOptions.priceDeltaCents,
  priceByOption: customizationOptions.priceByOption,
  isDefault: customizationOptions.isDefault,
  defaultQuantity: customizationOptions.defaultQuantity,
  countsTowardFree: customizationOptions.countsTowardFree,
  allergens: customizationOptions.allergens,
  dietaryTags: customizationOptions.dietaryTags,
  calories: customizationOptions.calories,
  isSoldOut: customizationOptions.isSoldOut,
  soldOutUntil: customizationOptions.soldOutUntil,
  hidden: customizationOptions.isHidden,
};

/** A template with its options as they are stored. */
type StoredTemplate = Omit<CustomizationTemplate, "options"> & { readonly options: readonly StoredOption[] };
type StoredOption = Omit<CustomizationOption, "soldOut"> & { readonly isSoldOut: boolean; readonly soldOutUntil: Date | null };

/** Templates by id with their options in order. Two queries, whatever the number; unknown ids are absent. */
export async function loadTemplates(db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, CustomizationTemplate>> {
  const stored = await rememberedById(db, "template", ids, (missing) => readTemplates(db, missing));
  return new Map(
    [...stored].map(([id, template]) => [
      id,
      {
        ...template,
        options: template.options.map(({ isSoldOut, soldOutUntil, ...option }) => ({
          ...option,
          soldOut: isSoldOutAt({ isSoldOut, soldOutUntil }, now),
        })),
      },
    ]),
  );
}

async function readTemplates(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, StoredTemplate>> {
  const templates = await db
    .select(templateColumns)
    .from(customizationTemplates)
    .where(inArray(customizationTemplates.id, [...ids]));
  const rows = await db
    .select({ templateId: customizationOptions.templateId, option: optionColumns })
    .from(customizationOptions)
    .where(inArray(customizationOptions.templateId, [...ids]))
    .orderBy(asc(customizationOptions.templateId), asc(customizationOptions.position), asc(customizationOptions.id));
  const options = Map.groupBy(rows, (row) => row.templateId);
  return new Map(
    templates.map((template) => [template.id, { ...template, options: (options.get(template.id) ?? []).map((row) => row.option) }]),
  );
}

/**
 * The customization groups of products, each product's overrides applied, in the order of the links; detached copies stand among them like
 * any other. Products without groups are absent. Three queries, whatever the number.
 */
export async function loadGroupsByProduct(
  db: Db,
  productIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, readonly CustomizationTemplate[]>> {
  const linksOf = await rememberedById(db, "groups of product", productIds, (missing) => readLinks(db, missing));
  const templates = await loadTemplates(
    db,
    [...linksOf.values()].flat().flatMap((link) => link.templateId ?? []),
    now,
  );
  return new Map(
    [...linksOf].map(([productId, own]) => {
      const groups = own.flatMap(({ templateId, copy, overrides }) => {
        const group = copy === null ? templates.get(templateId ?? 0) : groupOfCopy(copy, now);
        return group === undefined ? [] : [applyOverrides(group, overrides)];
      });
      return [
        productId,
        withCopiedReferences(
          groups,
          own.flatMap((link) => link.copy ?? []),
        ),
      ];
    }),
  );
}

async function readLinks(db: Db, productIds: readonly number[]) {
  const links = await db
    .select({
      productId: productCustomizations.productId,
      templateId: productCustomizations.templateId,
      overrides: productCustomizations.overrides,
      copy: productCustomizations.body,
    })
    .from(productCustomizations)
    .leftJoin(customizationTemplates, eq(customizationTemplates.id, productCustomizations.templateId))
    .where(inArray(productCustomizations.productId, [...productIds]))
    .orderBy(
      asc(productCustomizations.productId),
      asc(productCustomizations.position),
      asc(customizationTemplates.position),
      asc(productCustomizations.id),
    );
  return Map.groupBy(links, (link) => link.productId);
}
