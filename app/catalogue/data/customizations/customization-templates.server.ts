import { asc, eq, inArray } from "drizzle-orm";
import { applyOverrides, type CustomizationOption, type CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { groupOfCopy, withCopiedReferences } from "#app/catalogue/domain/customization/customization-copy.ts";
import { isSoldOutAt } from "#app/catalogue/domain/product.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cachedById } from "#app/platform/db/cached.server.ts";
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

/** A template with its stored options. */
type StoredTemplate = Omit<CustomizationTemplate, "options"> & { readonly options: readonly StoredOption[] };
type StoredOption = Omit<CustomizationOption, "soldOut"> & { readonly isSoldOut: boolean; readonly soldOutUntil: Date | null };

/** Templates by id with sorted options, in two queries. */
export async function loadTemplates(db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, CustomizationTemplate>> {
  const stored = await cachedById(db, "template", ids, (missing) => readTemplates(db, missing));
  return new Map([...stored].map(([id, template]) => [id, templateAt(template, now)]));
}

/** Cached templates without time-dependent marks. */
const templatesOfAnyTime = new WeakMap<StoredTemplate, CustomizationTemplate>();

function templateAt(stored: StoredTemplate, now: Date): CustomizationTemplate {
  const cached = templatesOfAnyTime.get(stored);
  if (cached !== undefined) return cached;
  const template = {
    ...stored,
    options: stored.options.map(({ isSoldOut, soldOutUntil, ...option }) => ({
      ...option,
      soldOut: isSoldOutAt({ isSoldOut, soldOutUntil }, now),
    })),
  };
  if (!waitsForATime(stored)) templatesOfAnyTime.set(stored, template);
  return template;
}

/** Whether an option's sold-out mark has an end time, at which its group changes. */
function waitsForATime({
  options,
}: {
  readonly options: readonly { readonly isSoldOut: boolean; readonly soldOutUntil: unknown }[];
}): boolean {
  return options.some(({ isSoldOut, soldOutUntil }) => isSoldOut && soldOutUntil !== null);
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

/** Cached groups of products without time-dependent marks, by stored data. */
const groupsOfAnyTime = new WeakMap<readonly Link[], readonly CustomizationTemplate[]>();

/** Groups of products with overrides, in order, copies included. Three queries at most; cached groups are the same object. */
export async function loadGroupsByProduct(
  db: Db,
  productIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, readonly CustomizationTemplate[]>> {
  const linksOf = await cachedById(db, "groups of product", productIds, (missing) => readLinks(db, missing));
  const unknown = [...linksOf.values()].filter((own) => !groupsOfAnyTime.has(own));
  const templateIds = unknown.flat().flatMap((link) => link.templateId ?? []);
  const templates = await cachedById(db, "template", templateIds, (missing) => readTemplates(db, missing));
  return new Map([...linksOf].map(([productId, own]) => [productId, groupsOfAnyTime.get(own) ?? groupsAt(own, templates, now)]));
}

function groupsAt(own: readonly Link[], templates: ReadonlyMap<number, StoredTemplate>, now: Date): readonly CustomizationTemplate[] {
  const stored = own.flatMap(({ templateId, copy, overrides }) => {
    const template = copy === null ? templates.get(templateId ?? 0) : undefined;
    if (template !== undefined) return [{ group: templateAt(template, now), overrides, waits: waitsForATime(template) }];
    return copy === null ? [] : [{ group: groupOfCopy(copy, now), overrides, waits: waitsForATime(copy) }];
  });
  const groups = withCopiedReferences(
    stored.map(({ group, overrides }) => applyOverrides(group, overrides)),
    own.flatMap((link) => link.copy ?? []),
  );
  if (!stored.some(({ waits }) => waits)) groupsOfAnyTime.set(own, groups);
  return groups;
}

type Link = Awaited<ReturnType<typeof selectLinks>>[number];

async function readLinks(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, readonly Link[]>> {
  return Map.groupBy(await selectLinks(db, productIds), (link) => link.productId);
}

function selectLinks(db: Db, productIds: readonly number[]) {
  return db
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
}
