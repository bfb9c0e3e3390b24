import { Link } from "react-router";
import { statusesOf } from "#app/orders/domain/order.ts";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { filterParams, filterWords } from "#app/orders/ui/staff/board/order-filter.ts";
import { FilterNotice, OrderFilterForm } from "#app/orders/ui/staff/board/order-filter-form.tsx";
import { OrderTable } from "#app/orders/ui/staff/board/order-table.tsx";
import { OrderTabs } from "#app/orders/ui/staff/board/order-tabs.tsx";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { Pager } from "#app/kit/pager.tsx";
import type { Route } from "./+types/rejected";
import { listFilterOf, readOrderQuery, readOrderFacts, readOrderPage } from "./order-lists.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Rejected · Orders" }];

/** The rejected list: refused before acceptance, or cancelled; `?status=` narrows it to one of the two. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readOrderQuery(request);
  const { db, facts, counts, zone } = await readOrderFacts(context);
  const status = statusesOf("rejected").find((known) => known === query.status) ?? null;
  const narrowed = { ...(status === null ? {} : { status }), ...listFilterOf(query.filter, zone) };
  const found = await readOrderPage(db, { list: "rejected", ...narrowed, page: query.page }, facts);
  return { filter: query.filter, status, found, counts, zone, now: facts.now };
}

const FILTERS = [
  { status: null, label: "Both" },
  { status: "rejected", label: "Rejected" },
  { status: "cancelled", label: "Cancelled" },
] as const;

export default function RejectedOrders({ loaderData }: Route.ComponentProps) {
  const { filter, status, found, counts, zone } = loaderData;
  const words = filterWords(filter);
  useLiveData();
  const now = useNow(loaderData.now, 60_000);
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Rejected and cancelled</h1>
        <OrderFilterForm filter={filter} keep={status === null ? {} : { status }} areDaysOpen />
      </header>
      <OrderTabs current="rejected" counts={counts} />
      <nav aria-label="Show">
        <ul className="flex gap-2">
          {FILTERS.map((each) => (
            <li key={each.label}>
              <Link
                to={`?${new URLSearchParams({ ...(each.status === null ? {} : { status: each.status }), ...filterParams(filter) }).toString()}`}
                aria-current={each.status === status ? "true" : undefined}
                className="inline-flex min-h-11 items-center rounded border lg:min-h-9 border-hairline px-3 font-semibold text-ink-2 hover:border-ink aria-[current=true]:border-primary aria-[current=true]:bg-primary-tint aria-[current=true]:text-primary"
              >
                {each.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <FilterNotice filter={filter} clearTo={status === null ? "?" : `?status=${status}`} />
      {found.orders.length === 0 ? (
        <p className="border-y border-hairline py-10 text-center">
          {words === "" ? "No order was rejected or cancelled. Good." : `No rejected or cancelled order fits: ${words}.`}
        </p>
      ) : (
        <OrderTable orders={found.orders} now={now} zone={zone} withReason />
      )}
      <Pager {...found} noun="orders" />
    </div>
  );
}
