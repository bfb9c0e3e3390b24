import { regionFormat } from "#app/values/clock/region-format.ts";
import { redirect } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { daysOf } from "#app/kit/list/active-filters.ts";
import { listOrders, type OrderFilter } from "#app/orders/data/list-orders.server.ts";
import { countOpenOrders } from "#app/orders/data/orders.server.ts";
import { countPaymentProblems } from "#app/orders/data/payment-problems.server.ts";
import { ORDER_STATUSES, statusesOf } from "#app/orders/domain/order.ts";
import { isByNumber, ORDER_MEASURES, orderList, type OrderListQuery } from "#app/orders/domain/order-list.schema.ts";
import { dayWords, MAX_REPORT_DAYS } from "#app/orders/domain/figures/report-period.ts";
import type { TicketShop } from "#app/orders/ui/staff/detail/print-ticket.tsx";
import type { OrderCounts } from "#app/orders/ui/staff/board/order-tabs.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { printedLook } from "#app/store/domain/look/look.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { addDays, businessDay, instantOf, type LocalDate } from "#app/values/time.ts";
import type { Route } from "./+types/index";
import { staffOrders, type ViewFacts } from "./staff-order.server.ts";

/** The order lists with their own pages and CSV exports. */
export const STAFF_ORDER_LISTS = ["all", "accepted", "rejected"] as const;
export type StaffOrderList = (typeof STAFF_ORDER_LISTS)[number];

/** Days searched for a dashboard metric without a first day. Most metrics have no index, and reading years of orders would be slow. */
const DAYS_OF_NUMBERS = 31;

/**
 * Parses the list's address and sorts its two days. An address from a dashboard metric gets a first day if it has none, and starts no
 * earlier than a report does.
 */
export function readOrderQuery(request: Request, zone: string, now: Date): OrderListQuery {
  const query = readPageQuery(request, orderList);
  const [from, to] = daysOf(query.from, query.to);
  if (!isByNumber(query)) return { ...query, from, to };
  const today = businessDay(now, zone);
  const last = to === "" || to > today ? today : to;
  const earliest = addDays(last, 1 - MAX_REPORT_DAYS);
  const wanted = from === "" ? addDays(last, 1 - DAYS_OF_NUMBERS) : from;
  const first = wanted < earliest ? earliest : wanted;
  return { ...query, from: first, to };
}

/** The sentence with the first day, if it differs from the address: the list's fields do not show it. Null = as in the address. */
export function sinceSentence({ searchParams }: URL, { from }: OrderListQuery, { LOCALE }: Settings): string | null {
  if (from === "" || [searchParams.get("from"), searchParams.get("to")].includes(from)) return null;
  return `These are the orders since ${dayWords(from, regionFormat(LOCALE))}. For earlier ones choose days, at most ${MAX_REPORT_DAYS} at once.`;
}

/** Whether the address filters the list. */
export function isNarrowed(query: OrderListQuery): boolean {
  return (["q", "from", "to", "fulfillment", ...ORDER_MEASURES] as const).some((name) => query[name] !== "");
}

/** The list query for an address: business days become instants in the shop's time zone. */
export function listFilterOf(query: OrderListQuery, zone: string, now: Date): Omit<OrderFilter, "list"> {
  const { q, from, to, fulfillment, sort, page, per_page: perPage } = query;
  const start = (day: LocalDate) => instantOf(day, BUSINESS_DAY_STARTS_AT_MINUTES, zone);
  return {
    q,
    page,
    perPage,
    isOldestFirst: sort === "placed",
    counted: { ...query, zone, now },
    placed: { from: from === "" ? null : start(from), to: to === "" ? null : start(addDays(to, 1)) },
    ...(fulfillment === "" ? {} : { fulfillment }),
  };
}

/** The filter for one of the three lists: `all` can be narrowed to one status or to sold orders, the others to one status. */
export function orderFilterOf(list: StaffOrderList, query: OrderListQuery, zone: string, now: Date): OrderFilter {
  const status = (list === "all" ? ORDER_STATUSES : statusesOf(list)).find((known) => known === query.status);
  const isSold = list === "all" && query.status === "sold";
  return { list: isSold ? "sold" : list, ...(status === undefined ? {} : { status }), ...listFilterOf(query, zone, now) };
}

/** The data that every order page needs first: the user, the settings, the clock, and the number of orders by status. */
export async function readOrderFacts(context: Route.LoaderArgs["context"]) {
  const { db, now } = context.get(servicesContext);
  const user = context.get(staffContext);
  if (user === null) throw redirect("/admin/login");
  const [settings, open, problems] = await Promise.all([readSettings(db), countOpenOrders(db), countPaymentProblems(db)]);
  const inProgress = (open.accepted ?? 0) + (open.preparing ?? 0);
  const counts: OrderCounts = {
    received: open.received ?? 0,
    inProgress,
    ready: (open.ready ?? 0) + (open.out_for_delivery ?? 0),
    problems,
  };
  const facts: ViewFacts = { settings, now: now(), user, inKitchen: inProgress };
  return { db, facts, counts, zone: settings.STORE_TIMEZONE };
}

/** One page of a list, as views; redirects to the last page if the requested one no longer exists. */
export async function readOrderPage({ url, context }: Pick<Route.LoaderArgs, "url" | "context">, filter: OrderFilter, facts: ViewFacts) {
  const { db } = context.get(servicesContext);
  const { orders, ...found } = await listOrders(db, filter);
  withinPages({ url, context }, { page: filter.page, per_page: filter.perPage }, { rows: orders, total: found.total });
  return { ...found, orders: await staffOrders(db, orders, facts) };
}

/** The shop's details on printed tickets. */
export function ticketShop(settings: Settings): TicketShop {
  return { appName: settings.APP_NAME, look: printedLook(settings) };
}
