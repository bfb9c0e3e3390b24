import { listOrders, type OrderFilter, countOpenOrders } from "#app/orders/data/orders.server.ts";
import { countPaymentProblems } from "#app/orders/data/payment-problems.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { ADMIN_ROWS_PER_PAGE, BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { orderPagesQuery } from "#app/orders/domain/order-list.schema.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import { addDays, instantOf, type LocalDate } from "#app/values/time.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import type { OrderFilterView } from "#app/orders/ui/staff/board/order-filter.ts";
import type { OrderCounts } from "#app/orders/ui/staff/board/order-tabs.tsx";
import { redirect } from "react-router";
import type { Route } from "./+types/index";
import { staffOrders, type ViewFacts } from "./staff-order.server.ts";

export interface OrderQuery {
  /** "sold" = all but rejected and cancelled ones. */
  readonly status: OrderStatus | "all" | "sold" | null;
  readonly page: number;
  readonly filter: OrderFilterView;
}

/** What an address asks for; two days in whichever order they were typed. */
export function readOrderQuery(request: Request): OrderQuery {
  const { status, page, q, fulfillment, from, to } = readPageQuery(request, orderPagesQuery);
  const days = from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
  return { status, page, filter: { q, ...days, fulfillment, isSold: status === "sold" } };
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

/** One page of a list, as views. */
export async function readOrderPage(
  db: Parameters<typeof listOrders>[0],
  filter: Omit<OrderFilter, "perPage"> & { readonly perPage?: number },
  facts: ViewFacts,
) {
  const found = await listOrders(db, { perPage: ADMIN_ROWS_PER_PAGE, ...filter });
  return {
    orders: await staffOrders(db, found.orders, facts),
    total: found.total,
    isTotalCapped: found.isTotalCapped,
    page: found.page,
    perPage: found.perPage,
  };
}
