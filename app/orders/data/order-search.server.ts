import { and, ilike, or, sql, type SQL } from "drizzle-orm";
import { orders, orderSearchText } from "./tables.ts";

/** An index of three letters each knows nothing of fewer: those are looked for among so many of the latest orders. */
const MIN_INDEXED_LENGTH = 3;
const LATEST = 20_000;

/** What is typed into the search of orders: any part of number, name, e-mail or telephone; undefined = nothing. */
export function searchedBy(q: string | undefined): SQL | undefined {
  const text = q?.trim() ?? "";
  if (text === "") return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  // Only what looks like a telephone number is sought there: the digits of "paul7" would find strangers.
  const digits = /^[\d\s()+./-]+$/.test(text) ? text.replace(/\D/g, "") : "";
  const isPhone = digits.length >= MIN_INDEXED_LENGTH;
  const has = or(
    ilike(orders.number, pattern),
    ilike(orders.customerName, pattern),
    ilike(orders.customerEmail, pattern),
    isPhone ? sql`regexp_replace(${orders.customerPhone}, '\\D', '', 'g') like ${`%${digits}%`}` : undefined,
  );
  if (text.length < MIN_INDEXED_LENGTH) {
    const first = sql`(select o.placed_at from ${orders} o order by o.placed_at desc nulls last offset ${LATEST} limit 1)`;
    return and(has, sql`${orders.placedAt} >= coalesce(${first}, '-infinity'::timestamptz)`);
  }
  // All of them in one text have an index; which of them it was is looked at in the few that are found there.
  const line = orderSearchText(orders);
  return and(has, or(sql`${line} like lower(${pattern})`, isPhone ? sql`${line} like ${`%${digits}%`}` : undefined));
}
