import { escapeLike } from "#app/platform/db/escape-like.ts";
import { ilike, or, sql, and, type SQL } from "drizzle-orm";
import { rareParts } from "#app/orders/domain/order-search.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { orders, orderSearchText } from "./tables.ts";

/** An index of three letters each knows nothing of fewer: those are looked for among so many of the latest orders. */
const MIN_INDEXED_LENGTH = 3;
const LATEST = 5000;
/** By so many of the latest orders it is told which letters nearly all orders hold. */
const COMPARED = 300;

/** What is typed into the search of orders, as a query asks for it. */
export interface OrderSearch {
  readonly where: SQL;
  /** What the query reads as "orders": all of them, or the latest. */
  readonly source: SQL;
}

/** Any part of number, name, e-mail or telephone; undefined = nothing is searched. */
export async function readOrderSearch(db: Db, q: string | undefined): Promise<OrderSearch | undefined> {
  const text = q?.trim() ?? "";
  if (text === "") return undefined;
  if (text.length < MIN_INDEXED_LENGTH) return { where: holds(text), source: latestOrders(LATEST) };
  const pattern = like(text);
  // Only what looks like a telephone number is sought there: the digits of "paul7" would find strangers.
  const digits = /^[\d\s()+./-]+$/.test(text) ? text.replace(/\D/g, "") : "";
  const isPhone = digits.length >= MIN_INDEXED_LENGTH;
  const has = or(
    ilike(orders.number, pattern),
    ilike(orders.customerName, pattern),
    ilike(orders.customerEmail, pattern),
    isPhone ? sql`regexp_replace(${orders.customerPhone}, '\\D', '', 'g') like ${`%${digits}%`}` : undefined,
  );
  // All of them in one text have an index; which of them it was is looked at in the few that are found there.
  const line = orderSearchText(orders);
  const parts = (await partsToAskFor(db, text)).map((part) => sql`${line} like ${like(part)}`);
  const found = or(and(...parts), isPhone ? sql`${line} like ${`%${digits}%`}` : undefined);
  return { where: sql`${has} and ${found}`, source: sql`${orders}` };
}

/** The searched text in the database's small letters, without what the latest orders have in common. */
async function partsToAskFor(db: Db, text: string): Promise<readonly string[]> {
  const [row] = await db.execute<{ text: string; lines: string[] }>(
    sql`select lower(${text}::text) as text, array(select ${orderSearchText(orders)} from ${latestOrders(COMPARED)}) as lines`,
    "objects",
  );
  return rareParts(row?.text ?? text, row?.lines ?? []);
}

/** One or two letters stand in one of them; what separates them is never typed. */
function holds(text: string): SQL {
  const line = sql`lower(coalesce(${orders.number}, '') || E'\n' || ${orders.customerName} || E'\n' || ${orders.customerEmail})`;
  return sql`position(lower(${text}::text) in ${line}) > 0`;
}

/** So many of the latest orders, under the table's own name. */
function latestOrders(count: number): SQL {
  return sql`(select * from ${orders} order by ${orders.placedAt} desc nulls last limit ${count}) ${orders}`;
}

function like(text: string): string {
  return `%${escapeLike(text)}%`;
}
