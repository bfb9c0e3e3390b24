import { Link } from "react-router";
import { MAX_PER_PAGE } from "#app/values/limits.ts";
import { statusesOf, type OrderStatus } from "#app/orders/domain/order.ts";
import { addMinutes, businessDay, instantOf } from "#app/values/time.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { hasConnection } from "#app/kit/lost-connection.ts";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { AllDayStrip } from "#app/orders/ui/staff/board/all-day-strip.tsx";
import { BOARD_COLUMNS, OrderBoard } from "#app/orders/ui/staff/board/order-board.tsx";
import { filterParams, filterWords, type OrderFilterView } from "#app/orders/ui/staff/board/order-filter.ts";
import { FilterNotice, OrderFilterForm } from "#app/orders/ui/staff/board/order-filter-form.tsx";
import { OrderTable } from "#app/orders/ui/staff/board/order-table.tsx";
import { OrderTabs, type OrderTab } from "#app/orders/ui/staff/board/order-tabs.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { sendOrderForm } from "#app/orders/ui/staff/forms/send-order-form.ts";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { Pager } from "#app/kit/pager.tsx";
import type { Route } from "./+types/accepted";
import { handleOrderForm } from "./order-form.server.ts";
import { listFilterOf, readOrderQuery, readOrderFacts, readOrderPage } from "./order-lists.server.ts";
import { staffOrders } from "./staff-order.server.ts";
import { listOrders } from "#app/orders/data/orders.server.ts";

const TITLES: Readonly<Partial<Record<OrderTab, string>>> = { "in-progress": "In progress", ready: "Ready", done: "Done" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData === undefined ? "Orders" : `${TITLES[loaderData.tab] ?? "Accepted"} · Orders` },
];

/**
 * The accepted list as a board, what is done today folded below it. `?status=ready` shows that column alone,
 * `?status=completed` or a search the rows of the list.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readOrderQuery(request);
  const { db, facts, counts, zone } = await readOrderFacts(context);
  const asked = statusesOf("accepted").find((known) => known === query.status) ?? null;
  const tab: OrderTab = asked === "completed" ? "done" : asked === "ready" || asked === "out_for_delivery" ? "ready" : "in-progress";
  const common = { query, tab, counts, zone, now: facts.now };
  if (tab === "done" || filterWords(query.filter) !== "") {
    const status = asked === null ? {} : { status: asked };
    return {
      ...common,
      rows: await readOrderPage(db, { list: "accepted", ...status, ...listFilterOf(query.filter, zone), page: query.page }, facts),
      board: null,
      asked,
      doneToday: [],
    };
  }
  const byStatus = (status: OrderStatus) => listOrders(db, { list: "accepted", status, page: 1, perPage: MAX_PER_PAGE });
  const [accepted, preparing, ready, out, completed] = await Promise.all(
    (["accepted", "preparing", "ready", "out_for_delivery", "completed"] as const).map(byStatus),
  );
  const today = instantOf(businessDay(facts.now, zone), BUSINESS_DAY_STARTS_AT_MINUTES, zone);
  const open = [accepted, preparing, ready, out].flatMap((found) => found?.orders ?? []);
  const done = (completed?.orders ?? []).filter((order) => order.completedAt !== null && order.completedAt >= today);
  return { ...common, asked, rows: null, board: await staffOrders(db, open, facts), doneToday: await staffOrders(db, done, facts) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleOrderForm(await request.formData(), context);
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendOrderForm(args);
}

/** Also after a refusal: a conflict means that the page is old. */
export const shouldRevalidate = hasConnection;

export default function AcceptedOrders({ loaderData }: Route.ComponentProps) {
  const { query, tab, asked, counts, zone, rows, board, doneToday } = loaderData;
  useLiveData();
  const now = useNow(loaderData.now, 10_000);
  const columns = tab === "ready" ? BOARD_COLUMNS.filter((column) => column.title === "Ready") : BOARD_COLUMNS;
  const keep: Record<string, string> = asked === null ? {} : { status: asked };
  const clearTo = asked === null ? "?" : `?status=${asked}`;
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{rows !== null && asked === null ? "Accepted" : TITLES[tab]}</h1>
        <OrderFilterForm filter={query.filter} keep={keep} areDaysOpen={rows !== null} />
      </header>
      <OrderTabs current={tab} counts={counts} />
      {board === null ? null : (
        <>
          {tab === "in-progress" ? (
            <AllDayStrip lines={board.filter((order) => isToMake(order, now)).flatMap((order) => order.lines)} />
          ) : null}
          <OrderBoard orders={board} columns={columns} now={now} zone={zone} />
          {tab === "in-progress" && doneToday.length > 0 ? (
            <Fold title={`Done today: ${doneToday.length}`} look="title" className="border-t border-hairline pt-2">
              <OrderTable orders={doneToday} now={now} zone={zone} />
            </Fold>
          ) : null}
        </>
      )}
      {rows === null ? null : (
        <>
          <FilterNotice filter={query.filter} clearTo={clearTo} />
          {rows.orders.length === 0 ? <Nothing filter={query.filter} /> : <OrderTable orders={rows.orders} now={now} zone={zone} />}
          <Pager {...rows} noun="orders" />
        </>
      )}
    </div>
  );
}

/** Orders for much later would only blur what the kitchen must make now. */
function isToMake(order: { readonly status: OrderStatus; readonly cookFrom: Date | null }, now: Date): boolean {
  return (
    order.status === "preparing" || (order.status === "accepted" && (order.cookFrom === null || order.cookFrom <= addMinutes(now, 30)))
  );
}

function Nothing({ filter }: { readonly filter: OrderFilterView }) {
  const words = filterWords(filter);
  return (
    <div className="border-y border-hairline py-10 text-center">
      <p>{words === "" ? "No order has been completed yet." : `No accepted order fits: ${words}.`}</p>
      {words === "" ? null : (
        <p className="mt-2">
          <Link
            to={`/admin/orders?${new URLSearchParams({ status: "all", ...filterParams(filter) }).toString()}`}
            className="inline-flex min-h-11 items-center font-semibold text-primary lg:min-h-8 underline underline-offset-2"
          >
            Look in all orders
          </Link>
        </p>
      )}
    </div>
  );
}
