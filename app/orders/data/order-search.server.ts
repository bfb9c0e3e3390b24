import { escapeLike } from "#app/platform/db/escape-like.ts";
import { ilike, or, sql, and, type SQL } from "drizzle-orm";
import { rareParts } from "#app/orders/domain/order-search.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { orders, orderSearchText } from "./tables.ts";

/** A trigram index needs at least this many characters; shorter texts search this many latest orders. */
const MIN_INDEXED_LENGTH = 3;
const LATEST = 5000;
/** Sample size for finding trigrams that nearly all orders contain. */
const COMPARED = 300;

/** The search term for a query. */
export interface OrderSearch {
  readonly where: SQL;
  /** The query's "orders": all, or the latest. */
  readonly source: SQL;
}

/** Any part of number, name, email or phone, or the receipt number; undefined without a search. */
export async function readOrderSearch(db: Db, q: string | undefined): Promise<OrderSearch | undefined> {
  const text = q?.trim() ?? "";
  if (text === "") return undefined;
  const isNumber = /^\d{1,9}$/.test(text);
  const isReceipt = isNumber ? sql`${orders.receiptNumber} = ${Number(text)}` : sql`false`;
  if (text.length < MIN_INDEXED_LENGTH)
    return { where: sql`(${holds(text)} or ${isReceipt})`, source: isNumber ? latestOrders(LATEST, isReceipt) : latestOrders(LATEST) };
  const pattern = like(text);
  // Only phone-like input searches phone numbers: the digits of "paul7" would match other customers.
  const digits = /^[\d\s()+./-]+$/.test(text) ? text.replace(/\D/g, "") : "";
  const isPhone = digits.length >= MIN_INDEXED_LENGTH;
  const has = or(
    ilike(orders.number, pattern),
    ilike(orders.customerName, pattern),
    ilike(orders.customerEmail, pattern),
    isPhone ? sql`regexp_replace(${orders.customerPhone}, '\\D', '', 'g') like ${`%${digits}%`}` : undefined,
  );
  // The combined text is indexed; which field matched is checked on the few hits.
  const line = orderSearchText(orders);
  const parts = (await partsToAskFor(db, text)).map((part) => sql`${line} like ${like(part)}`);
  const found = or(and(...parts), isPhone ? sql`${line} like ${`%${digits}%`}` : undefined);
  return { where: sql`((${has} and ${found}) or ${isReceipt})`, source: sql`${orders}` };
}

/** The search text in lower case as the database folds it, without common trigrams. */
async function partsToAskFor(db: Db, text: string): Promise<readonly string[]> {
  const [row] = await db.execute<{ text: string; lines: string[] }>(
    sql`select lower(${text}::text) as text, array(select ${orderSearchText(orders)} from ${latestOrders(COMPARED)}) as lines`,
    "objects",
  );
  return rareParts(row?.text ?? text, row?.lines ?? []);
}

/** One or two letters always match within one field; separators are never typed. */
function holds(text: string): SQL {
  const line = sql`lower(coalesce(${orders.number}, '') || E'\n' || ${orders.customerName} || E'\n' || ${orders.customerEmail})`;
  return sql`position(lower(${text}::text) in ${line}) > 0`;
}

/** This many latest orders, under the table's own name; `others` are found by an index. */
function latestOrders(count: number, others?: SQL): SQL {
  const latest = (columns: SQL) => sql`(select ${columns} from ${orders} order by ${orders.placedAt} desc nulls last limit ${count})`;
  if (others === undefined) return sql`${latest(sql`*`)} ${orders}`;
  return sql`(select * from ${orders} where ${orders.id} = any(array${latest(sql`${orders.id}`)}) or ${others}) ${orders}`;
}

function like(text: string): string {
  return `%${escapeLike(text)}%`;
}
