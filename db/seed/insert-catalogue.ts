import { eq } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import {
  categories,
  customizationOptions,
  customizationTemplates,
  productCategories,
  productCustomizations,
  productMedia,
  products,
} from "#app/catalogue/data/tables.ts";
import type { CustomizationOverrides } from "#app/catalogue/domain/customization/customization.ts";
import { addMinutes } from "#app/values/time.ts";
import { sanitizeHtml } from "#app/platform/sanitize-html.server.ts";
import { SEED_CATEGORIES } from "./categories.ts";
import { SEED_TEMPLATES } from "./customizations.ts";
import { SEED_PRODUCTS } from "./menu.ts";
import type { SeedCategory, SeedLink, SeedProduct } from "./menu-types.ts";
import type { SeedIds } from "./promotions.ts";

const MINUTES_PER_DAY = 1440;
/** The menu is older than the month of orders. */
const MENU_AGE_DAYS = 75;

/** Throws for a missing key: an error in the demo data. */
function requireId(ids: ReadonlyMap<string, number>, key: string, what: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`the demo shop has no ${what} "${key}"`);
  return id;
}

/** Inserts categories, templates and products with their pictures (media ids by product key). Must run in a transaction. */
export async function insertCatalogue(tx: Db, mediaIds: ReadonlyMap<string, number>, now: Date): Promise<SeedIds> {
  const categoryIds = await insertCategories(tx, mediaIds);
  const templateIds = new Map<string, number>();
  const optionIds = new Map<string, number>();
  await insertTemplates(tx, templateIds, optionIds);
  const productIds = await insertProducts(tx, now);
  await tx.insert(productCategories).values(
    SEED_PRODUCTS.flatMap((product, position) =>
      product.in.map((key) => ({
        productId: requireId(productIds, product.key, "product"),
        categoryId: requireId(categoryIds, key, "category"),
        position,
      })),
    ),
  );
  const pictures = SEED_PRODUCTS.flatMap((product) => {
    const mediaId = mediaIds.get(product.key);
    return mediaId === undefined ? [] : [{ productId: requireId(productIds, product.key, "product"), mediaId }];
  });
  if (pictures.length > 0) await tx.insert(productMedia).values(pictures);
  await tx.insert(productCustomizations).values(
    SEED_PRODUCTS.flatMap((product) =>
      (product.groups ?? []).map((group, position) => {
        const link: SeedLink = typeof group === "string" ? { template: group } : group;
        return {
          productId: requireId(productIds, product.key, "product"),
          templateId: requireId(templateIds, link.template, "template"),
          position,
          overrides: overridesOf(link, optionIds),
        };
      }),
    ),
  );
  return { category: (key) => requireId(categoryIds, key, "category"), product: (key) => requireId(productIds, key, "product") };
}

async function insertCategories(tx: Db, mediaIds: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const insertLevel = async (
    level: readonly { readonly category: SeedCategory; readonly parentId: number | null; readonly position: number }[],
  ): Promise<void> => {
    if (level.length === 0) return;
    const rows = await tx
      .insert(categories)
      .values(
        level.map(({ category, parentId, position }) => ({
          parentId,
          position,
          name: category.name,
          description: category.description,
          hue: category.hue,
          mediaId: mediaIds.get(category.pictureOf) ?? null,
        })),
      )
      .returning({ id: categories.id });
    const below = level.flatMap(({ category }, index) => {
      const parentId = rows[index]?.id ?? null;
      if (parentId !== null) ids.set(category.key, parentId);
      return (category.children ?? []).map((child, position) => ({ category: child, parentId, position }));
    });
    await insertLevel(below);
  };
  await insertLevel(SEED_CATEGORIES.map((category, position) => ({ category, parentId: null, position })));
  return ids;
}

/** Options first without references to other options, then with. */
async function insertTemplates(tx: Db, templateIds: Map<string, number>, optionIds: Map<string, number>): Promise<void> {
  const rows = await tx
    .insert(customizationTemplates)
    .values(
      SEED_TEMPLATES.map((template, position) => ({
        name: template.name,
        title: template.title,
        help: template.help ?? "",
        kind: template.kind,
        minSelect: template.min ?? 0,
        maxSelect: template.max ?? null,
        maxPerOption: template.maxPerOption ?? null,
        freeCount: template.free ?? 0,
        maxLength: template.maxLength ?? null,
        kitchenLabel: template.kitchenLabel ?? null,
        position,
      })),
    )
    .returning({ id: customizationTemplates.id });
  SEED_TEMPLATES.forEach((template, index) => templateIds.set(template.key, rows[index]?.id ?? 0));
  const options = SEED_TEMPLATES.flatMap((template) =>
    (template.options ?? []).map((option, position) => ({ template, option, position })),
  );
  const made = await tx
    .insert(customizationOptions)
    .values(
      options.map(({ template, option, position }) => ({
        templateId: requireId(templateIds, template.key, "template"),
        name: option.name,
        kitchenName: option.kitchenName ?? null,
        priceDeltaCents: option.price ?? 0,
        isDefault: option.isDefault ?? false,
        countsTowardFree: option.notIncluded !== true,
        allergens: [...(option.allergens ?? [])],
        dietaryTags: [...(option.dietary ?? [])],
        calories: option.calories ?? null,
        position,
      })),
    )
    .returning({ id: customizationOptions.id });
  options.forEach(({ template, option }, index) => optionIds.set(`${template.key}/${option.key}`, made[index]?.id ?? 0));
  for (const { template, option } of options) {
    if (option.priceBy === undefined) continue;
    const priceByOption = Object.fromEntries(
      Object.entries(option.priceBy).map(([key, price]) => [String(requireId(optionIds, key, "option")), price]),
    );
    await tx
      .update(customizationOptions)
      .set({ priceByOption })
      .where(eq(customizationOptions.id, requireId(optionIds, `${template.key}/${option.key}`, "option")));
  }
  for (const template of SEED_TEMPLATES) {
    if (template.showWhen === undefined) continue;
    const showWhenOptionIds = template.showWhen.map((key) => requireId(optionIds, key, "option"));
    await tx
      .update(customizationTemplates)
      .set({ showWhenOptionIds })
      .where(eq(customizationTemplates.id, requireId(templateIds, template.key, "template")));
  }
}

async function insertProducts(tx: Db, now: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .insert(products)
    .values(SEED_PRODUCTS.map((product, position) => productRow(product, position, now)))
    .returning({ id: products.id });
  return new Map(SEED_PRODUCTS.map((product, index) => [product.key, rows[index]?.id ?? 0]));
}

function productRow(product: SeedProduct, position: number, now: Date): typeof products.$inferInsert {
  const createdAt = addMinutes(now, -MENU_AGE_DAYS * MINUTES_PER_DAY + position);
  return {
    name: product.name,
    kitchenName: product.kitchenName ?? null,
    summary: product.summary,
    descriptionHtml: sanitizeHtml(product.text.map((paragraph) => `<p>${paragraph}</p>`).join("\n")),
    priceCents: product.price,
    taxClass: product.isUntaxed === true ? "zero" : "standard",
    isSoldOut: product.isSoldOut ?? false,
    stock: product.stock ?? null,
    allergens: [...(product.allergens ?? [])],
    dietaryTags: [...(product.dietary ?? [])],
    tags: [...(product.tags ?? [])],
    calories: product.calories ?? null,
    isPopular: product.isPopular ?? false,
    position,
    createdAt,
    updatedAt: createdAt,
  };
}

function overridesOf(link: SeedLink, optionIds: ReadonlyMap<string, number>): CustomizationOverrides {
  const { template, options, ...terms } = link;
  if (options === undefined) return terms;
  return {
    ...terms,
    options: Object.fromEntries(
      Object.entries(options).map(([key, own]) => [String(requireId(optionIds, `${template}/${key}`, "option")), own]),
    ),
  };
}
