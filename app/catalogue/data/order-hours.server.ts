import { and, isNotNull } from "drizzle-orm";
import type { OrderHoursNote } from "#app/catalogue/domain/order-hours-note.ts";
import { orderHoursNote, orderHoursOf, type OrderHours } from "#app/catalogue/domain/order-hours.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { pickupSlots } from "#app/store/domain/pickup-slots.ts";
import { cachedById } from "#app/platform/db/cached.server.ts";
import { isOneOf } from "./is-one-of.ts";
import { categories, productCategories, products } from "./tables.ts";

/** Order hours of these products; missing: always. Two queries if no product has hours. */
export async function loadOrderHours(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, OrderHours>> {
  return cachedById(db, "order hours", productIds, (missing) => readOrderHours(db, missing));
}

async function readOrderHours(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, OrderHours>> {
  const rows = await db.select({ id: categories.id, parentId: categories.parentId, hours: categories.hours }).from(categories);
  const limited = await db
    .select({ id: products.id, hours: products.hours })
    .from(products)
    .where(and(isOneOf(products.id, productIds), isNotNull(products.hours)));
  if (limited.length === 0 && rows.every((row) => row.hours === null)) return new Map();
  const within = await db
    .select({ productId: productCategories.productId, categoryId: productCategories.categoryId })
    .from(productCategories)
    .where(isOneOf(productCategories.productId, productIds));
  const categoriesOf = Map.groupBy(within, (row) => row.productId);
  const found = new Map<number, OrderHours>();
  for (const id of productIds) {
    const own = limited.find((row) => row.id === id)?.hours ?? null;
    const hours = orderHoursOf(
      (categoriesOf.get(id) ?? []).map((row) => row.categoryId),
      rows,
      own,
    );
    if (hours !== null) found.set(id, hours);
  }
  return found;
}

/** For shop pages: hours as text, and whether orders are possible now or later (ignoring slot limits); undefined without hours. */
export async function loadHoursNotes(db: Db, productIds: readonly number[], now: Date): Promise<ReadonlyMap<number, OrderHoursNote>> {
  const hours = await loadOrderHours(db, productIds);
  if (hours.size === 0) return new Map();
  const slots = pickupSlots(await readSettings(db), now);
  const notes = new Map<string, OrderHoursNote>();
  const noteOf = (each: OrderHours): OrderHoursNote => {
    const key = JSON.stringify(each);
    const note = notes.get(key) ?? orderHoursNote(each, slots);
    notes.set(key, note);
    return note;
  };
  return new Map([...hours].map(([id, each]) => [id, noteOf(each)]));
}
