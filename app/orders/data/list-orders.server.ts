import { and, eq, gte, inArray, lt, notInArray, sql, type SQL } from "drizzle-orm";
import { clockSpans } from "#app/orders/domain/figures/clock-spans.ts";
import { isByNumber } from "#app/orders/domain/order-list.schema.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import { COUNT_CAP } from "#app/platform/db/count-up-to.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import { CALLED_OFF, timeFilter, countedBy, isToldByLines, SOLD, type MeasuresAsked } from "./figures/order-measures.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { readOrderSearch } from "./order-search.server.ts";
import { NEWEST_FIRST, OLDEST_FIRST, UNPLACED } from "./orders.server.ts";
import { readInTurn } from "./slow-reads.server.ts";
import { orderItems, orders } from "./tables.ts";

/** The three order lists and the finer ones of the board. */
type OrderList = "new" | "accepted" | "rejected" | "sold" | "all";

export interface OrderFilter {
  readonly list: OrderList;
  /** Only orders of the list with these ids. */
  readonly ids?: readonly string[];
  readonly status?: OrderStatus;
  readonly fulfillment?: Fulfillment;
  /** Placed in this range, end exclusive; null: no bound. */
  readonly placed?: { readonly from: Date | null; readonly to: Date | null };
  /** The measure of a dashboard number. */
  readonly counted?: MeasuresAsked;
  /** For files; the lists behind reports never include test orders. */
  readonly isWithoutTests?: boolean;
  /** Any part of number, name, phone or email; one or two letters search the latest orders only. */
  readonly q?: string;
  /** Oldest first; left out = the list's default order. */
  readonly isOldestFirst?: boolean;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

export interface OrderPage {
  readonly orders: readonly OrderRow[];
  /** Exact up to 1000; for common dishes, up to the end of the page. */
  readonly total: number;
  readonly isTotalCapped: boolean;
  readonly page: number;
  readonly perPage: number;
}

/** Scan limits for a page of orders filtered by lines; rarer ones are found through the lines. */
const WALKED_FOR_EACH = 60;
const MOST_WALKED = 12_000;

/** Up to this many orders of an hour are collected; with more, scanning all orders finds a page sooner. */
const MOST_GATHERED = 10_000;
/** The days of a year, with some margin. */
const MOST_SPANS = 400;

const LIST_STATUSES: Readonly<Record<Exclude<OrderList, "all">, readonly OrderStatus[]>> = {
  new: ["received"],
  accepted: ["accepted", "preparing", "ready", "out_for_delivery", "completed"],
  rejected: CALLED_OFF,
  sold: SOLD,
};

/** One page of a list: new orders oldest first, others newest first. */
export async function listOrders(db: Db, filter: OrderFilter): Promise<OrderPage> {
  const { page, perPage } = filter;
  const { ids, total, isTotalCapped } = await findOrderIds(db, filter);
  return { orders: await readOrders(db, ids), total, isTotalCapped, page, perPage };
}

/** The same as ids. Full rows of thousands of orders would need tens of megabytes; `readOrders` reads some of them. */
export function findOrderIds(db: Db, filter: OrderFilter): Promise<FoundIds> {
  const { counted } = filter;
  return counted !== undefined && isByNumber(counted) ? readInTurn(() => findIds(db, filter)) : findIds(db, filter);
}

interface FoundIds extends Pick<OrderPage, "total" | "isTotalCapped"> {
  readonly ids: readonly string[];
}

async function findIds(db: Db, filter: OrderFilter): Promise<FoundIds> {
  const { page, perPage } = filter;
  const search = await readOrderSearch(db, filter.q);
  const order = sql.join((filter.isOldestFirst ?? filter.list === "new") ? OLDEST_FIRST : NEWEST_FIRST, sql`, `);
  const simple = simpleCondition(filter);
  const walked = search === undefined ? await walkedIds(db, simple, order, filter) : undefined;
  if (walked !== undefined) return { ids: walked, total: page * perPage, isTotalCapped: true };
  const counted = filter.counted === undefined ? undefined : countedBy(filter.counted);
  const where = and(simple, counted, search?.where);
  const source = search?.source ?? (await ordersOfHours(db, filter)) ?? sql`${orders}`;
  const find = search === undefined && counted === undefined ? listedIds(where, order, filter) : searchedIds(source, where, order, filter);
  const [found] = await db.execute<{ ids: string[]; total: number }>(find, "objects");
  const total = found?.total ?? 0;
  return { ids: found?.ids ?? [], total: Math.min(total, COUNT_CAP), isTotalCapped: total > COUNT_CAP };
}

/** Conditions on the order's own columns, by an index. */
function simpleCondition(filter: OrderFilter): SQL | undefined {
  const { fulfillment, placed } = filter;
  const isOfFigures = filter.list === "sold" || (filter.counted !== undefined && isByNumber(filter.counted));
  return and(
    listCondition(filter),
    isOfFigures || filter.isWithoutTests === true ? eq(orders.isTest, false) : undefined,
    filter.ids === undefined ? undefined : inArray(orders.id, [...filter.ids]),
    fulfillment === undefined ? undefined : eq(orders.fulfillment, fulfillment),
    placed?.from == null ? undefined : gte(orders.placedAt, placed.from),
    placed?.to == null ? undefined : lt(orders.placedAt, placed.to),
  );
}

/**
 * Finds a page of orders with a common dish or option by scanning the latest orders; the total stays open. Counting them would read
 * hundreds of thousands of lines. Undefined if rare or the page is not full.
 */
async function walkedIds(db: Db, simple: SQL | undefined, order: SQL, filter: OrderFilter): Promise<readonly string[] | undefined> {
  const { counted, page, perPage } = filter;
  const last = page * perPage;
  const walked = last * WALKED_FOR_EACH;
  if (counted === undefined || !isToldByLines(counted) || walked > MOST_WALKED) return undefined;
  const lines = counted.product === "" ? sql`true` : eq(orderItems.productId, Number(counted.product));
  const [many] = await db.execute<{ lines: boolean }>(
    sql`select exists (select from ${orderItems} where ${lines} offset ${walked})
      and exists (select from ${orders} where ${simple} order by ${order} offset ${walked}) as lines`,
    "objects",
  );
  if (many?.lines !== true) return undefined;
  const [found] = await db.execute<{ ids: string[] }>(
    sql`select array(
        select ${orders.id} from (select * from ${orders} where ${simple} order by ${order} limit ${walked} offset 0) ${orders}
        where ${countedBy(counted, true)} order by ${order} limit ${last + 1}
      ) as ids`,
    "objects",
  );
  const ids = found?.ids ?? [];
  return ids.length > last ? ids.slice(last - perPage, last) : undefined;
}

/**
 * Orders of an hour or weekday, by index per day, as the query's "orders"; undefined if too many or not filtered. A scan rarely finds
 * orders of a quiet hour.
 */
async function ordersOfHours(db: Db, { counted, placed }: OrderFilter): Promise<SQL | undefined> {
  if (counted === undefined || (counted.hour === "" && counted.weekday === "") || placed?.from == null) return undefined;
  const spans = clockSpans({ from: placed.from, to: placed.to ?? counted.now }, timeFilter(counted), counted.zone, MOST_SPANS);
  if (spans === undefined) return undefined;
  const instants = (list: readonly Date[]) => sql`${sql.param(list.map((at) => at.toISOString()))}::timestamptz[]`;
  const days = sql`unnest(${instants(spans.map(({ startsAt }) => startsAt))}, ${instants(spans.map(({ endsAt }) => endsAt))}) span(starts_at, ends_at)`;
  const within = sql`placed_at >= span.starts_at and placed_at < span.ends_at offset 0`;
  const [met] = await db.execute<{ many: boolean }>(
    sql`select exists (select from ${days} cross join lateral (select from ${orders} where ${within}) placed offset ${MOST_GATHERED}) as many`,
    "objects",
  );
  return met?.many === false
    ? sql`(select orders.* from ${days} cross join lateral (select * from ${orders} where ${within}) orders) ${orders}`
    : undefined;
}

/** Page ids and count, each by its best index; "offset" makes the planner use the actual values. */
function listedIds(where: SQL | undefined, order: SQL, { page, perPage }: OrderFilter): SQL {
  return sql`select array(select ${orders.id} from ${orders} where ${where} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}) as ids,
    (select count(*)::int from (select from ${orders} where ${where} limit ${COUNT_CAP + 1}) counted) as total`;
}

/** The same for filters evaluated order by order: evaluates each counted order once, and takes the page from them. */
function searchedIds(source: SQL, where: SQL | undefined, order: SQL, { page, perPage }: OrderFilter): SQL {
  const last = page * perPage;
  return sql`select found.ids[${last - perPage + 1}::int : ${last}::int] as ids, cardinality(found.ids) as total from (
      select array(select ${orders.id} from ${source} where ${where} order by ${order} limit ${Math.max(COUNT_CAP + 1, last)}) as ids offset 0
    ) found`;
}

/** These orders, sorted as their ids. */
export async function readOrders(db: Db, ids: readonly string[]): Promise<readonly OrderRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(orders)
    .where(sql`${orders.id} = any(${sql.param([...ids])}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Names and weights of the lines of these orders that are sold by weight, by order. */
export async function listWeights(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ orderId: orderItems.orderId, name: orderItems.name, weight: orderItems.weight })
    .from(orderItems)
    .where(sql`${orderItems.orderId} = any(${sql.param([...ids])}::uuid[]) and ${orderItems.weight} is not null`)
    .orderBy(orderItems.position);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

function listCondition({ list, status }: OrderFilter): SQL | undefined {
  if (status !== undefined && !UNPLACED.includes(status)) return eq(orders.status, status);
  return list === "all" ? notInArray(orders.status, [...UNPLACED]) : inArray(orders.status, [...LIST_STATUSES[list]]);
}
