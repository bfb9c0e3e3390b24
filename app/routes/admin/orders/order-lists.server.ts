import { listOrders, type OrderFilter, countOpenOrders } from "#app/orders/data/orders.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { ADMIN_ROWS_PER_PAGE, BUSINESS_DAY_STARTS_AT_MINUTES, MAX_PAGE_NUMBER, MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { ORDER_STATUSES, type OrderStatus } from "#app/orders/domain/order.ts";
import { addDays, instantOf, isLocalDate, type LocalDate } from "#app/values/time.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import type { OrderFilterView } from "#app/orders/ui/staff/board/order-filter.ts";
import type { OrderCounts } from "#app/orders/ui/staff/board/order-tabs.tsx";
import { redirect } from "react-router";
import type { Route } from "./+types/index";
import { orderViews, type ViewFacts } from "./staff-order.server.ts";

export interface OrderQuery {
  /** "sold" = all but rejected and cancelled ones. */
  readonly status: OrderStatus | "all" | "sold" | null;
  readonly page: number;
  readonly filter: OrderFilterView;
}

/** What an address asks for; what is not known counts as not said, so that old links still open. */
export function parseOrderQuery(search: URLSearchParams): OrderQuery {
  const status = search.get("status");
  const page = Number(search.get("page") ?? "1");
  const fulfillment = search.get("fulfillment");
  return {
    status: status === "all" || status === "sold" ? status : (ORDER_STATUSES.find((known) => known === status) ?? null),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE_NUMBER ? page : 1,
    filter: {
      q: (search.get("q") ?? "")
        .replace(/\p{Cc}/gu, " ")
        .trim()
        .slice(0, MAX_SEARCH_LENGTH),
      ...parseDays(search.get("from"), search.get("to")),
      fulfillment: fulfillment === "pickup" || fulfillment === "delivery" ? fulfillment : null,
      isSold: status === "sold",
    },
  };
}

/** Two days in whichever order they were typed. */
function parseDays(fromText: string | null, toText: string | null): Pick<OrderFilterView, "from" | "to"> {
  const from = fromText !== null && isLocalDate(fromText) ? fromText : null;
  const to = toText !== null && isLocalDate(toText) ? toText : null;
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
}

/** What the list query takes from the filter: business days become instants in the shop's zone. */
export function listFilterOf(
  { q, from, to, fulfillment }: OrderFilterView,
  zone: string,
): Pick<OrderFilter, "q" | "placed" | "fulfillment"> {
  const start = (day: LocalDate) => instantOf(day, BUSINESS_DAY_STARTS_AT_MINUTES, zone);
  return {
    q,
    placed: { from: from === null ? null : start(from), to: to === null ? null : start(addDays(to, 1)) },
    ...(fulfillment === null ? {} : { fulfillment }),
  };
}

/** What every order page needs first: who asks, the settings, the clock, and how many orders stand where. */
export async function readOrderFacts(context: Route.LoaderArgs["context"]) {
  const { db, now } = context.get(servicesContext);
  const user = context.get(staffContext);
  if (user === null) throw redirect("/admin/login");
  const [settings, open] = await Promise.all([readSettings(db), countOpenOrders(db)]);
  const inProgress = (open.accepted ?? 0) + (open.preparing ?? 0);
  const counts: OrderCounts = { received: open.received ?? 0, inProgress, ready: (open.ready ?? 0) + (open.out_for_delivery ?? 0) };
  const facts: ViewFacts = { settings, now: now(), user, inKitchen: inProgress };
  return { db, facts, counts, zone: settings.STORE_TIMEZONE };
}

/** One page of a list, as views. */
export async function readOrderPage(
  db: Parameters<typeof listOrders>[0],
  filter: Omit<OrderFilter, "perPage"> & { readonly perPage?: number },
  facts: ViewFacts,
) {
  const found = await listOrders(db, { perPage: ADMIN_ROWS_PER_PAGE, ...filter });
  return {
    orders: await orderViews(db, found.orders, facts),
    total: found.total,
    isTotalCapped: found.isTotalCapped,
    page: found.page,
    perPage: found.perPage,
  };
}
