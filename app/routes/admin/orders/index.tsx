import { Link } from "react-router";
import { MAX_PER_PAGE } from "#app/values/limits.ts";
import { hasConnection } from "#app/kit/lost-connection.ts";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { ListNotice, useListNotice } from "#app/orders/ui/staff/board/list-notice.tsx";
import { filterWords } from "#app/orders/ui/staff/board/order-filter.ts";
import { FilterNotice, OrderFilterForm } from "#app/orders/ui/staff/board/order-filter-form.tsx";
import { LiveControls } from "#app/orders/ui/staff/board/live-controls.tsx";
import { OrderTable } from "#app/orders/ui/staff/board/order-table.tsx";
import { OrderTabs } from "#app/orders/ui/staff/board/order-tabs.tsx";
import { OrderTicket } from "#app/orders/ui/staff/board/order-ticket.tsx";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { sendOrderForm } from "#app/orders/ui/staff/forms/send-order-form.ts";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { Pager } from "#app/kit/pager.tsx";
import type { Route } from "./+types/index";
import { handleLiveForm, readLiveState } from "./live-form.server.ts";
import { handleOrderForm } from "./order-form.server.ts";
import { listFilterOf, readOrderQuery, readOrderFacts, readOrderPage } from "./order-lists.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData === undefined || loaderData.counts.received === 0 ? "Orders" : `(${loaderData.counts.received}) Orders` },
];

/** New orders as tickets; with `?status=all` or a search, every order as a row. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readOrderQuery(request);
  const { db, facts, counts, zone } = await readOrderFacts(context);
  const isSearch = query.status !== null || filterWords(query.filter) !== "";
  const status = query.status === "all" || query.status === "sold" || query.status === null ? {} : { status: query.status };
  const list = query.filter.isSold ? "sold" : "all";
  const [found, live] = await Promise.all([
    isSearch
      ? readOrderPage(db, { list, ...status, ...listFilterOf(query.filter, zone), page: query.page }, facts)
      : readOrderPage(db, { list: "new", page: query.page, perPage: MAX_PER_PAGE }, facts),
    readLiveState(db, facts.settings, facts.now),
  ]);
  return { query, isSearch, found, live, counts, zone, now: facts.now };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  return form.get("intent") === "live" ? handleLiveForm(form, context) : handleOrderForm(form, context);
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendOrderForm(args);
}

/** Also after a refusal: a conflict means that the page is old. */
export const shouldRevalidate = hasConnection;

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { query, isSearch, found, live, counts, zone } = loaderData;
  useLiveData();
  const now = useNow(loaderData.now, 1000);
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{isSearch ? "All orders" : "New orders"}</h1>
        <OrderFilterForm filter={query.filter} keep={{ status: query.status ?? "all" }} areDaysOpen={isSearch} />
      </header>
      <OrderTabs current={isSearch ? "all" : "new"} counts={counts} />
      {isSearch ? (
        <>
          <FilterNotice filter={query.filter} clearTo="/admin/orders?status=all" />
          {found.orders.length === 0 ? (
            <NothingFound words={filterWords(query.filter)} />
          ) : (
            <OrderTable orders={found.orders} now={now} zone={zone} />
          )}
          <Pager {...found} noun="orders" />
        </>
      ) : (
        <>
          <LiveControls live={live} now={now} zone={zone} />
          <NewOrders orders={found.orders} now={now} zone={zone} />
          <Pager {...found} noun="orders" />
        </>
      )}
    </div>
  );
}

interface NewOrdersProps {
  readonly orders: readonly StaffOrder[];
  readonly now: Date;
  readonly zone: string;
}

function NewOrders({ orders, now, zone }: NewOrdersProps) {
  const { told, tell } = useListNotice();
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
            <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-x-4 gap-y-6 has-[details[open]]:items-start">
              {group.orders.map((order) => (
                <OrderTicket key={order.id} order={order} now={now} zone={zone} onAnswer={tell} />
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
      <p className="font-display text-xl font-semibold">No order waits.</p>
      <p className="mt-1 text-ink-2">New ones appear here by themselves, and the bell rings.</p>
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

function NothingFound({ words }: { readonly words: string }) {
  return (
    <div className="border-y border-hairline py-10 text-center">
      <p>{words === "" ? "There are no orders yet. The first one appears here by itself." : `No order fits: ${words}.`}</p>
      {words === "" ? null : (
        <p className="mt-2">
          <Link
            to="/admin/orders?status=all"
            className="inline-flex min-h-11 items-center font-semibold text-primary lg:min-h-8 underline underline-offset-2"
          >
            Show all orders
          </Link>
        </p>
      )}
    </div>
  );
}
