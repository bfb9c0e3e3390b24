import { listOrders, type OrderFilter, countOpenOrders } from "#app/data/orders.server.ts";
import { readSettings } from "#app/data/site-settings.server.ts";
import { ADMIN_ROWS_PER_PAGE, MAX_PAGE_NUMBER, MAX_SEARCH_LENGTH } from "#app/domain/limits.ts";
import { ORDER_STATUSES, type OrderStatus } from "#app/domain/order.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import type { OrderCounts } from "#app/ui/orders/order-tabs.tsx";
import { redirect } from "react-router";
import type { Route } from "./+types/index";
import { orderViews, type ViewFacts } from "./order-view.server.ts";

export interface OrderQuery {
  readonly q: string;
  readonly status: OrderStatus | "all" | null;
  readonly page: number;
}

/** What an address asks for; what is not known counts as not said, so that old links still open. */
export function parseOrderQuery(search: URLSearchParams): OrderQuery {
  const status = search.get("status");
  const page = Number(search.get("page") ?? "1");
  return {
    q: (search.get("q") ?? "")
      .replace(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, MAX_SEARCH_LENGTH),
    status: status === "all" ? "all" : (ORDER_STATUSES.find((known) => known === status) ?? null),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE_NUMBER ? page : 1,
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
