import { Link } from "react-router";
import { MAX_PER_PAGE } from "#app/domain/limits.ts";
import { statusesOf, type OrderStatus } from "#app/domain/order.ts";
import { addMinutes, businessDay, instantOf } from "#app/domain/time.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/domain/limits.ts";
import { hasConnection } from "#app/ui/hooks/lost-connection.ts";
import { useNow } from "#app/ui/hooks/use-now.ts";
import { AllDayStrip } from "#app/ui/orders/all-day-strip.tsx";
import { BOARD_COLUMNS, OrderBoard } from "#app/ui/orders/order-board.tsx";
import { OrderTable } from "#app/ui/orders/order-table.tsx";
import { OrderTabs, type OrderTab } from "#app/ui/orders/order-tabs.tsx";
import { Fold } from "#app/ui/primitives/fold.tsx";
import { sendOrderForm } from "#app/ui/orders/send-order-form.ts";
import { useLiveData } from "#app/ui/shell/order-feed.tsx";
import { Pager } from "#app/ui/tables/pager.tsx";
import { SearchForm } from "#app/ui/tables/search-form.tsx";
import type { Route } from "./+types/accepted";
import { handleOrderForm } from "./order-form.server.ts";
import { parseOrderQuery, readOrderFacts, readOrderPage } from "./order-lists.server.ts";
import { orderViews } from "./order-view.server.ts";
import { listOrders } from "#app/data/orders.server.ts";

const TITLES: Readonly<Partial<Record<OrderTab, string>>> = { "in-progress": "In progress", ready: "Ready", done: "Done" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData === undefined ? "Orders" : `${TITLES[loaderData.tab] ?? "Accepted"} · Orders` },
];

/**
 * The accepted list (specification section 2) as a board, what is done today folded below it. `?status=ready` shows that column alone,
 * `?status=completed` or a search the rows of the list.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseOrderQuery(new URL(request.url).searchParams);
  const { db, facts, counts, zone } = await readOrderFacts(context);
  const asked = query.status === "all" || query.status === null || !statusesOf("accepted").includes(query.status) ? null : query.status;
  const tab: OrderTab = asked === "completed" ? "done" : asked === "ready" || asked === "out_for_delivery" ? "ready" : "in-progress";
  const common = { query, tab, counts, zone, now: facts.now };
  if (tab === "done" || query.q !== "") {
    const status = asked === null ? {} : { status: asked };
    return {
      ...common,
      rows: await readOrderPage(db, { list: "accepted", ...status, q: query.q, page: query.page }, facts),
      board: null,
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
  return { ...common, rows: null, board: await orderViews(db, open, facts), doneToday: await orderViews(db, done, facts) };
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
  const { query, tab, counts, zone, rows, board, doneToday } = loaderData;
  useLiveData();
  const now = useNow(loaderData.now, 10_000);
  const columns = tab === "ready" ? BOARD_COLUMNS.filter((column) => column.title === "Ready") : BOARD_COLUMNS;
  const keep: Record<string, string> = tab === "done" ? { status: "completed" } : {};
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{TITLES[tab]}</h1>
        <SearchForm q={query.q} placeholder="Number, name or phone" keep={keep} clearTo={tab === "done" ? "?status=completed" : "?"} />
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
          {rows.orders.length === 0 ? <Nothing q={query.q} /> : <OrderTable orders={rows.orders} now={now} zone={zone} />}
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

function Nothing({ q }: { readonly q: string }) {
  return (
    <div className="border-y border-hairline py-10 text-center">
      <p>{q === "" ? "No order has been completed yet." : `No accepted order fits “${q}”.`}</p>
      {q === "" ? null : (
        <p className="mt-2">
          <Link
            to={`/admin/orders?status=all&q=${encodeURIComponent(q)}`}
            className="inline-flex min-h-8 items-center font-semibold text-primary underline underline-offset-2"
          >
            Look in all orders
          </Link>
        </p>
      )}
    </div>
  );
}
