import { and, asc, eq, isNull, lte } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { endCopiesSoldOut, listSoldOutCopies, markCopySoldOut } from "./sold-out-copies.server.ts";
import { customizationOptions, customizationTemplates, products } from "#app/catalogue/data/tables.ts";

export interface SoldOutEntry {
  readonly id: number;
  readonly name: string;
  readonly until: Date | null;
}

/** Currently sold-out products and options, by name. */
export async function listSoldOut(
  db: Db,
): Promise<{ readonly products: readonly SoldOutEntry[]; readonly options: readonly (SoldOutEntry & { readonly group: string })[] }> {
  const [soldProducts, soldOptions, soldCopies] = await Promise.all([
    db
      .select({ id: products.id, name: products.name, until: products.soldOutUntil })
      .from(products)
      .where(and(eq(products.isSoldOut, true), isNull(products.deletedAt)))
      .orderBy(asc(products.name)),
    db
      .select({
        id: customizationOptions.id,
        name: customizationOptions.name,
        until: customizationOptions.soldOutUntil,
        group: customizationTemplates.title,
      })
      .from(customizationOptions)
      .innerJoin(customizationTemplates, eq(customizationTemplates.id, customizationOptions.templateId))
      .where(eq(customizationOptions.isSoldOut, true))
      .orderBy(asc(customizationOptions.name)),
    listSoldOutCopies(db),
  ]);
  return { products: soldProducts, options: [...soldOptions, ...soldCopies] };
}

/** Marks a product or option; `until` null: indefinitely. False if unknown. */
export async function markSoldOut(
  tx: Db,
  what: "product" | "option",
  id: number,
  isSoldOut: boolean,
  until: Date | null,
): Promise<boolean> {
  const values = { isSoldOut, soldOutUntil: isSoldOut ? until : null };
  const rows =
    what === "product"
      ? await tx.update(products).set(values).where(eq(products.id, id)).returning({ id: products.id })
      : await tx.update(customizationOptions).set(values).where(eq(customizationOptions.id, id)).returning({ id: customizationOptions.id });
  return rows.length === 1 || (what === "option" && (await markCopySoldOut(tx, id, isSoldOut, values.soldOutUntil)));
}

/** Clears expired marks, so that lists need no current time. */
export async function endSoldOut(db: Db, now: Date): Promise<void> {
  const open = { isSoldOut: false, soldOutUntil: null };
  await db
    .update(products)
    .set(open)
    .where(and(eq(products.isSoldOut, true), lte(products.soldOutUntil, now)));
  await db
    .update(customizationOptions)
    .set(open)
    .where(and(eq(customizationOptions.isSoldOut, true), lte(customizationOptions.soldOutUntil, now)));
  await endCopiesSoldOut(db, now);
}
