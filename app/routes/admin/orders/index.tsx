import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { Link } from "react-router";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { hasConnection } from "#app/kit/lost-connection.ts";
import { Pager } from "#app/kit/pager.tsx";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { ListNotice, useListNotice } from "#app/orders/ui/staff/board/list-notice.tsx";
import { LiveControls } from "#app/orders/ui/staff/board/live-controls.tsx";
import { ALL_ORDERS_FILTERS, ORDER_SEARCH_HINT, orderActs, orderColumns, orderFacts } from "#app/orders/ui/staff/board/order-columns.tsx";
import { OrdersHeader } from "#app/orders/ui/staff/board/order-tabs.tsx";
import { StuckTickets } from "#app/orders/ui/staff/board/stuck-tickets.tsx";
import { WaitingLinks } from "#app/orders/ui/staff/board/waiting-links.tsx";
import { OrderTicket } from "#app/orders/ui/staff/board/order-ticket.tsx";
import { PushSwitch } from "#app/orders/ui/staff/push/push-switch.tsx";
import { sendOrderForm } from "#app/orders/ui/staff/forms/send-order-form.ts";
import { measureFilters } from "#app/orders/ui/staff/board/measure-filters.ts";
import { listStuckTickets } from "#app/orders/data/counter/tickets.server.ts";
import { TRIES_UNTIL_ALARM } from "#app/orders/workflows/counter/print-tickets.server.ts";
import { nameMeasures } from "#app/orders/data/figures/measure-names.server.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { MAX_PER_PAGE } from "#app/values/limits.ts";
import type { Route } from "./+types/index";
import { handlePageForm } from "./kitchen-form.server.ts";
import { handleLiveForm, readLiveState } from "./live-form.server.ts";
import { readWaitingLinks } from "./payment-link-view.server.ts";
import { isNarrowed, orderFilterOf, readOrderFacts, readOrderPage, readOrderQuery, sinceSentence } from "./order-lists.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData === undefined || loaderData.counts.received === 0 ? "Orders" : `(${loaderData.counts.received}) Orders` },
];

/** New orders as tickets; with `?status=all` or a search, all orders as rows. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, facts, counts, zone } = await readOrderFacts(context);
  const query = readOrderQuery(request, zone, facts.now);
  const isSearch = query.status !== "" || isNarrowed(query);
  const [found, live, names, stuck, links] = await Promise.all([
    isSearch
      ? readOrderPage({ url, context }, orderFilterOf("all", query, zone, facts.now), facts)
      : readOrderPage({ url, context }, { list: "new", page: query.page, perPage: MAX_PER_PAGE }, facts),
    readLiveState(db, facts.settings, facts.now, query.sellout),
    nameMeasures(db, query),
    listStuckTickets(db, TRIES_UNTIL_ALARM),
    isSearch ? [] : readWaitingLinks(db, facts.settings, facts.now),
  ]);
  return { names, stuck, links, query, isSearch, since: sinceSentence(url, query, facts.settings), found, live, counts, now: facts.now };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  if (form.get("intent") === "live") return handleLiveForm(form, context);
  return handlePageForm(form, context);
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendOrderForm(args);
}

/** Also after an error: a conflict means that the page is outdated. */
export const shouldRevalidate = hasConnection;

export default function Orders({ loaderData }: Route.ComponentProps) {
  const format = useMoneyFormat();
  const { query, isSearch, since, stuck, links, names, found, live, counts } = loaderData;
  useLiveData();
  const now = useNow(loaderData.now, 1000);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <OrdersHeader
        title={isSearch ? "All orders" : "New orders"}
        current={isSearch ? "all" : "new"}
        counts={counts}
        file={isSearch ? "/admin/orders/all.csv" : null}
      />
      {since === null ? null : <p>{since}</p>}
      <ListPage
        query={query}
        rows={found.orders}
        total={found.total}
        isTotalCapped={found.isTotalCapped}
        columns={orderColumns({ now }, format)}
        factsOf={orderFacts}
        filters={[...ALL_ORDERS_FILTERS, ...measureFilters(query, names, useShopClock().region)]}
        acts={orderActs("all")}
        nouns="orders"
        searchHint={ORDER_SEARCH_HINT}
        empty={
          <EmptyState
            action={
              <ButtonLink to="/" look="outline" size="desk" className="min-h-11">
                Open the shop
              </ButtonLink>
            }
          >
            There are no orders yet. Place one in the shop to see how it goes: it appears here by itself.
          </EmptyState>
        }
        whole={
          isSearch ? undefined : (
            <div className="grid gap-4">
              <StuckTickets tickets={stuck} />
              <LiveControls live={live} now={now} />
              <WaitingLinks links={links} />
              <NewOrders orders={found.orders} now={now} />
              <Pager {...found} noun="orders" />
              <section aria-label="This device" className="border-t border-hairline pt-4">
                <PushSwitch />
              </section>
            </div>
          )
        }
      />
    </div>
  );
}

interface NewOrdersProps {
  readonly orders: readonly StaffOrder[];
  readonly now: Date;
}

function NewOrders({ orders, now }: NewOrdersProps) {
  const { told, tell } = useListNotice(orders);
  const isLater = (order: StaffOrder) => order.cookFrom !== null && order.cookFrom > now;
  const groups = [
    { title: "Now", orders: orders.filter((order) => !isLater(order)) },
    { title: "For later", orders: orders.filter(isLater) },
  ];
  return (
    <>
      <ListNotice told={told} orders={orders} />
      {orders.length === 0 ? <NoNewOrders /> : null}
      {groups.map((group) =>
        group.orders.length === 0 ? null : (
          <section key={group.title} aria-label={group.title}>
            <h2
              className={`rule mb-4 pb-1 text-lg ${groups.every((each) => each.orders.length > 0) || group.title === "For later" ? "" : "sr-only"}`}
            >
              {group.title}
            </h2>
            <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-x-4 items-start gap-y-6">
              {group.orders.map((order) => (
                <OrderTicket key={order.id} order={order} now={now} onAnswer={tell} />
              ))}
            </div>
          </section>
        ),
      )}
    </>
  );
}

function NoNewOrders() {
  return (
    <div className="border-y border-hairline py-12 text-center">
      <p className="font-display text-xl font-semibold">No new orders</p>
      <p className="mt-1 text-ink-2">They appear here by themselves, and the bell rings.</p>
      <p className="mt-4">
        <Link
          to="/admin/orders/accepted"
          className="inline-flex min-h-11 items-center font-semibold text-primary lg:min-h-8 underline underline-offset-2"
        >
          To the orders in progress
        </Link>
      </p>
    </div>
  );
}
