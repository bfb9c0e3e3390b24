import { asc, eq, inArray } from "drizzle-orm";
import { applyOverrides, type CustomizationOption, type CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { groupOfCopy, withCopiedReferences } from "#app/catalogue/domain/customization/customization-copy.ts";
import { isSoldOutAt } from "#app/catalogue/domain/product.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { customizationOptions, customizationTemplates, productCustomizations } from "./tables.ts";

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
  templateId: customizationOptions.templateId,
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

/** Templates by id with their options in order. Two queries, whatever the number; unknown ids are absent. */
export async function loadTemplates(db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, CustomizationTemplate>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const templates = await db.select(templateColumns).from(customizationTemplates).where(inArray(customizationTemplates.id, wanted));
  const rows = await db
    .select(optionColumns)
    .from(customizationOptions)
    .where(inArray(customizationOptions.templateId, wanted))
    .orderBy(asc(customizationOptions.templateId), asc(customizationOptions.position), asc(customizationOptions.id));
  const options = new Map<number, CustomizationOption[]>(templates.map((template) => [template.id, []]));
  for (const { templateId, isSoldOut, soldOutUntil, ...option } of rows) {
    options.get(templateId)?.push({ ...option, soldOut: isSoldOutAt({ isSoldOut, soldOutUntil }, now) });
  }
  return new Map(templates.map((template) => [template.id, { ...template, options: options.get(template.id) ?? [] }]));
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
  if (productIds.length === 0) return new Map();
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
  const templates = await loadTemplates(
    db,
    links.flatMap((link) => link.templateId ?? []),
    now,
  );
  return new Map(
    [...Map.groupBy(links, (link) => link.productId)].map(([productId, own]) => {
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
