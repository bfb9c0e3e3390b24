import type { Db } from "#app/platform/db/database.server.ts";
import {
  categories,
  customizationOptions,
  customizationTemplates,
  productCategories,
  productCustomizations,
  products,
} from "#app/catalogue/data/tables.ts";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import type { CustomizationOverrides } from "#app/catalogue/domain/customization/customization.ts";

/*
 * Catalogue rows for tests, which specify only the fields under test. Each function returns the new id.
 */

export async function insertCategory(db: Db, values: Partial<typeof categories.$inferInsert> = {}): Promise<number> {
  const [row] = await db
    .insert(categories)
    .values({ name: "Category", ...values })
    .returning({ id: categories.id });
  return row!.id;
}

/** A product at $10.00 on sale. */
export async function insertProduct(
  db: Db,
  values: Partial<typeof products.$inferInsert> = {},
  inCategories: readonly (number | { readonly id: number; readonly position: number })[] = [],
): Promise<number> {
  const [row] = await db
    .insert(products)
    .values({ name: "Product", priceCents: 1000, ...values })
    .returning({ id: products.id });
  const productId = row!.id;
  for (const entry of inCategories) {
    const place = typeof entry === "number" ? { id: entry, position: 0 } : entry;
    await db.insert(productCategories).values({ productId, categoryId: place.id, position: place.position });
  }
  return productId;
}

/** A template with options; returns its id and the options' ids in order. */
export async function insertTemplate(
  db: Db,
  values: Partial<typeof customizationTemplates.$inferInsert>,
  options: readonly Partial<typeof customizationOptions.$inferInsert>[],
): Promise<{ readonly id: number; readonly optionIds: readonly number[] }> {
  const [row] = await db
    .insert(customizationTemplates)
    .values({ name: "Template", title: "Template", kind: "single", ...values })
    .returning({ id: customizationTemplates.id });
  const templateId = row!.id;
  const optionIds: number[] = [];
  for (const [position, option] of options.entries()) {
    const [made] = await db
      .insert(customizationOptions)
      .values({ name: `Option ${position}`, position, ...option, templateId })
      .returning({ id: customizationOptions.id });
    optionIds.push(made!.id);
  }
  return { id: templateId, optionIds };
}

export async function linkTemplate(
  db: Db,
  productId: number,
  templateId: number,
  overrides: CustomizationOverrides = {},
  position = 0,
): Promise<void> {
  await db.insert(productCustomizations).values({ productId, templateId, overrides, position });
}

/** Creates a variant of these options; returns its id. */
export async function insertVariant(
  db: Db,
  productId: number,
  optionIds: readonly number[],
  values: Partial<typeof productVariants.$inferInsert> = {},
): Promise<number> {
  const [row] = await db
    .insert(productVariants)
    .values({ productId, optionIds: optionIds.toSorted((a, b) => a - b), ...values })
    .returning({ id: productVariants.id });
  return row!.id;
}

/** A product at $10.00 with a required choice of size, each with a stock (null: not counted). */
export async function insertSizedProduct(
  db: Db,
  stock: Readonly<Record<string, number | null>>,
  values: Partial<typeof products.$inferInsert> = {},
) {
  const names = Object.keys(stock);
  const { id: templateId, optionIds } = await insertTemplate(
    db,
    { title: "Size", name: "Size", minSelect: 1, maxSelect: 1 },
    names.map((name) => ({ name })),
  );
  const productId = await insertProduct(db, values);
  await linkTemplate(db, productId, templateId);
  const variantIds: number[] = [];
  for (const [index, name] of names.entries())
    variantIds.push(await insertVariant(db, productId, [optionIds[index] ?? 0], { stock: stock[name] ?? null }));
  const choose = (name: string) => [{ templateId, optionId: optionIds[names.indexOf(name)] ?? 0, quantity: 1, text: null }];
  return { productId, templateId, optionIds, variantIds, choose };
}
