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

/** The lists of orders that have pages of their own and can be taken away as files. */
export const STAFF_ORDER_LISTS = ["all", "accepted", "rejected"] as const;
export type StaffOrderList = (typeof STAFF_ORDER_LISTS)[number];

/** Days searched for a dashboard figure without a first day. Most figures have no index, and reading years of orders would be slow. */
const DAYS_OF_NUMBERS = 31;

/** What an address asks for; two days in whichever order they were typed. Of what a number counts the first one also where it is not said, and no further back than a report goes. */
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

/** Since when orders are shown where the address says another day or none, in words: the fields above the list do not tell it. Null = as the address says. */
export function sinceSentence({ searchParams }: URL, { from }: OrderListQuery, { LOCALE }: Settings): string | null {
  if (from === "" || [searchParams.get("from"), searchParams.get("to")].includes(from)) return null;
  return `These are the orders since ${dayWords(from, regionFormat(LOCALE))}. For earlier ones choose days, at most ${MAX_REPORT_DAYS} at once.`;
}

/** Whether the rows of a list are asked for, beyond the list itself. */
export function isNarrowed(query: OrderListQuery): boolean {
  return (["q", "from", "to", "fulfillment", ...ORDER_MEASURES] as const).some((name) => query[name] !== "");
}

/** What the list query takes from the address: business days become instants in the shop's zone. */
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

/** The rows of one of the three lists that the address asks for: of all orders those of one status or only sold ones, of the others one status. */
export function orderFilterOf(list: StaffOrderList, query: OrderListQuery, zone: string, now: Date): OrderFilter {
  const status = (list === "all" ? ORDER_STATUSES : statusesOf(list)).find((known) => known === query.status);
  const isSold = list === "all" && query.status === "sold";
  return { list: isSold ? "sold" : list, ...(status === undefined ? {} : { status }), ...listFilterOf(query, zone, now) };
}

/** What every order page needs first: who asks, the settings, the clock, and how many orders stand where. */
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

/** One page of a list, as views; a redirect to its last one where the page is no more, which is all that moves a page that reads itself again. */
export async function readOrderPage({ url, context }: Pick<Route.LoaderArgs, "url" | "context">, filter: OrderFilter, facts: ViewFacts) {
  const { db } = context.get(servicesContext);
  const { orders, ...found } = await listOrders(db, filter);
  withinPages({ url, context }, { page: filter.page, per_page: filter.perPage }, { rows: orders, total: found.total });
  return { ...found, orders: await staffOrders(db, orders, facts) };
}

/** What printed tickets say of the shop. */
export function ticketShop(settings: Settings): TicketShop {
  return { appName: settings.APP_NAME, look: printedLook(settings) };
}
