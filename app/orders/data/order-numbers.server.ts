import { and, desc, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { orders, orderSearchText } from "./tables.ts";

/** Numbers restart daily: searches this many latest orders with the number. */
const MOST_SAME = 2000;
/** The search index needs three characters (trigrams). */
const MIN_NUMBER_LENGTH = 3;

/** An order's name and currency for the history. */
export interface NamedOrder {
  /** null: no number yet. */
  readonly number: string | null;
  readonly currency: string;
}

/** Numbers and currencies of orders, by id. */
export async function findNamedOrders(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, NamedOrder>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.id, number: orders.number, currency: orders.currency })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return new Map(rows.map(({ id, ...order }) => [id, order]));
}

/** Orders with this number on any day, as printed ("A-017") or without the prefix ("017"); latest first. */
export async function findOrdersNumbered(db: Db, number: string): Promise<readonly string[]> {
  const text = number.replace(/^#/, "").toLowerCase();
  if (text.length < MIN_NUMBER_LENGTH || !/^(?:[a-z]+-)?\d+$/.test(text)) return [];
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        // The number comes first in the search text, followed by a space, so the index skips phone numbers with the same digits.
        sql`${orderSearchText(orders)} like ${/^\d/.test(text) ? `%-${text} %` : `${text} %`}`,
        sql`(lower(${orders.number}) = ${text} or lower(${orders.number}) like ${`%-${text}`})`,
      ),
    )
    .orderBy(desc(orders.placedAt))
    .limit(MOST_SAME);
  return rows.map(({ id }) => id);
}
