import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { ChefHatIcon } from "lucide-react";
import { redirect } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { listStationsDone } from "#app/orders/data/counter/stations.server.ts";
import { KITCHEN } from "#app/orders/domain/counter/kitchen-stations.ts";
import { kitchenQuery } from "#app/orders/domain/counter/kitchen.schema.ts";
import { KitchenView, type KitchenFacts } from "#app/orders/ui/staff/kitchen/kitchen-view.tsx";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { readStations } from "#app/orders/workflows/counter/read-stations.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { kitchenStations, type Settings } from "#app/store/domain/settings.ts";
import { handlePageForm } from "./kitchen-form.server.ts";
import { MAX_PER_PAGE } from "#app/values/limits.ts";
import { statusesOf, type OrderStatus } from "#app/orders/domain/order.ts";
import type { OrderListQuery } from "#app/orders/domain/order-list.schema.ts";
import { addMinutes, businessDay, instantOf } from "#app/values/time.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { hasConnection } from "#app/kit/lost-connection.ts";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { AllDayStrip } from "#app/orders/ui/staff/board/all-day-strip.tsx";
import { BOARD_COLUMNS, OrderBoard } from "#app/orders/ui/staff/board/order-board.tsx";
import { ORDER_FILTERS, ORDER_SEARCH_HINT, orderActs, orderColumns, orderFacts } from "#app/orders/ui/staff/board/order-columns.tsx";
import { OrdersHeader, type OrderCounts, type OrderTab } from "#app/orders/ui/staff/board/order-tabs.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { sendOrderForm } from "#app/orders/ui/staff/forms/send-order-form.ts";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { ListTable } from "#app/kit/list/list-table.tsx";
import type { Route } from "./+types/accepted";
import { isNarrowed, orderFilterOf, readOrderQuery, readOrderFacts, readOrderPage, ticketShop } from "./order-lists.server.ts";
import { staffOrders } from "./staff-order.server.ts";
import { withoutAddress } from "#app/orders/domain/changes/order-change.ts";
import { handlesOrders } from "#app/orders/domain/changes/order-permissions.ts";
import { KITCHEN_SCREEN } from "#app/staff/domain/permissions.ts";
import { listOrders } from "#app/orders/data/list-orders.server.ts";

/** How long a handed-over ticket can be taken back. */
const RECALL_MINUTES = 30;

/** Only the row view has a file; the board has none. */
const fileOf = (rows: unknown) => (rows === null ? null : "/admin/orders/accepted.csv");

const TITLES: Readonly<Partial<Record<OrderTab, string>>> = { "in-progress": "In progress", ready: "Ready", done: "Done" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData === undefined ? "Orders" : `${TITLES[loaderData.tab] ?? "Accepted"} · Orders` },
];

/**
 * The accepted orders as a board, with today's completed orders collapsed below it. `?status=ready` shows that column alone;
 * `?status=completed` or a search shows rows.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, facts, counts, zone } = await readOrderFacts(context);
  const isAlone = !handlesOrders(facts.user);
  const { view, station } = readPageQuery(request, kitchenQuery);
  if (isAlone && view !== "kitchen") throw redirect(KITCHEN_SCREEN);
  // No list or search for users who have only the kitchen screen.
  const query = readOrderQuery(isAlone ? new Request(new URL(KITCHEN_SCREEN, url)) : request, zone, facts.now);
  const status = statusesOf("accepted").find((known) => known === query.status) ?? null;
  const openTab: OrderTab = status === "ready" || status === "out_for_delivery" ? "ready" : "in-progress";
  const tab: OrderTab = status === "completed" ? "done" : openTab;
  const common = { query, tab, counts, now: facts.now, kitchen: null };
  if (tab === "done" || isNarrowed(query)) {
    return {
      ...common,
      rows: await readOrderPage({ url, context }, orderFilterOf("accepted", query, zone, facts.now), facts),
      board: null,
      asked: status,
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
  if (view === "kitchen") {
    const recent = done.filter((order) => order.completedAt !== null && order.completedAt >= addMinutes(facts.now, -RECALL_MINUTES));
    const orders = await staffOrders(db, [...open, ...recent], facts);
    const board = isAlone ? orders.map(kitchenOrder) : orders;
    const kitchen = { ...(await readKitchen(db, facts.settings, board, station)), isAlone };
    return { ...common, counts: isAlone ? NO_COUNTS : counts, asked: status, rows: null, board, doneToday: [], kitchen };
  }
  return { ...common, asked: status, rows: null, board: await staffOrders(db, open, facts), doneToday: await staffOrders(db, done, facts) };
}

const NO_COUNTS: OrderCounts = { received: 0, inProgress: 0, ready: 0, problems: 0 };

/**
 * The fields that the kitchen needs: no contact, address, amount, payment or personal data. Names of weights are reduced, because they
 * include prices. Changes are reduced, because those stored by earlier releases name the address.
 */
function kitchenOrder(order: StaffOrder): StaffOrder {
  const nobody = { customer: { name: "", phone: "", email: "" }, address: null, knownCustomer: null, reason: null };
  const lines = order.lines.map((line) => ({ ...line, options: line.options.map((option) => ({ ...option, name: option.kitchenName })) }));
  const changes = withoutAddress(order.changes);
  return { ...order, ...nobody, lines, changes, paymentProblem: null, paidBy: null, finalTotal: 0, captured: 0, refunded: 0 };
}

/** Which station makes which lines, and what each has finished. */
async function readKitchen(
  db: Db,
  settings: Settings,
  orders: readonly StaffOrder[],
  station: string,
): Promise<Omit<KitchenFacts, "isAlone">> {
  const ids = orders.flatMap((order) => order.lines).map((line) => line.productId);
  const [stationOf, done] = await Promise.all([
    readStations(db, ids),
    listStationsDone(
      db,
      orders.map((order) => order.id),
    ),
  ]);
  const stations = kitchenStations(settings.KITCHEN_STATIONS);
  const isKnown = stations.length > 0 && (stations.includes(station) || station === KITCHEN);
  return { stations, station: isKnown ? station : "", stationOf, done: Object.fromEntries(done), shop: ticketShop(settings) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return handlePageForm(await request.formData(), context);
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendOrderForm(args);
}

/** Also after an error: a conflict means that the page is outdated. */
export const shouldRevalidate = hasConnection;

export default function AcceptedOrders({ loaderData }: Route.ComponentProps) {
  const format = useMoneyFormat();
  const { query, tab, asked, counts, rows, board, doneToday, kitchen } = loaderData;
  useLiveData();
  const now = useNow(loaderData.now, 10_000);
  if (kitchen !== null) return <KitchenView {...kitchen} orders={board ?? []} now={now} />;
  const columns = tab === "ready" ? BOARD_COLUMNS.filter((column) => column.title === "Ready") : BOARD_COLUMNS;
  const listed = { columns: orderColumns({ now }, format), factsOf: orderFacts };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <OrdersHeader
        title={rows !== null && asked === null ? "Accepted" : (TITLES[tab] ?? "Orders")}
        current={tab}
        counts={counts}
        file={fileOf(rows)}
      />
      <ListPage
        {...listed}
        query={query}
        rows={rows?.orders ?? []}
        total={rows?.total ?? board?.length ?? 0}
        isTotalCapped={rows?.isTotalCapped ?? false}
        filters={ORDER_FILTERS}
        acts={orderActs("accepted")}
        nouns="accepted orders"
        searchHint={ORDER_SEARCH_HINT}
        empty={<NoneCompleted />}
        elsewhere={{ to: `/admin/orders?${allOrders(query)}`, label: "Search all orders" }}
        whole={
          board === null ? undefined : (
            <div className="grid gap-4">
              {tab === "in-progress" ? (
                <ButtonLink to="/admin/orders/accepted?view=kitchen" look="outline" size="desk" className="min-h-11 justify-self-start">
                  <ChefHatIcon aria-hidden className="size-5" /> Kitchen screen
                </ButtonLink>
              ) : null}
              {tab === "in-progress" ? (
                <AllDayStrip lines={board.filter((order) => isToMake(order, now)).flatMap((order) => order.lines)} />
              ) : null}
              <OrderBoard orders={board} columns={columns} now={now} />
              {tab === "in-progress" && doneToday.length > 0 ? (
                <Fold title={`Done today: ${doneToday.length}`} look="title" className="border-t border-hairline pt-2">
                  <ListTable {...listed} label="Done today" query={query} rows={doneToday} selection={undefined} />
                </Fold>
              ) : null}
            </div>
          )
        }
      />
    </div>
  );
}

function NoneCompleted() {
  return (
    <EmptyState
      action={
        <ButtonLink to="/admin/orders/accepted" look="outline" size="desk" className="min-h-11">
          To the orders in progress
        </ButtonLink>
      }
    >
      No order has been completed yet. Completed orders are listed here.
    </EmptyState>
  );
}

/** The same search over all orders, whatever their status. */
function allOrders({ q, from, to, fulfillment }: OrderListQuery): string {
  return new URLSearchParams(Object.entries({ status: "all", q, from, to, fulfillment }).filter(([, value]) => value !== "")).toString();
}

/** Orders for much later are left out, so that the kitchen sees what it must make now. */
function isToMake(order: { readonly status: OrderStatus; readonly cookFrom: Date | null }, now: Date): boolean {
  return (
    order.status === "preparing" || (order.status === "accepted" && (order.cookFrom === null || order.cookFrom <= addMinutes(now, 30)))
  );
}
