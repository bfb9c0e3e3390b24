import { Link, useSearchParams } from "react-router";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { addressWith } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { statusesOf } from "#app/orders/domain/order.ts";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { ORDER_FILTERS, ORDER_SEARCH_HINT, orderColumns, orderFacts } from "#app/orders/ui/staff/board/order-columns.tsx";
import { measureFilters } from "#app/orders/ui/staff/board/measure-filters.ts";
import { nameMeasures } from "#app/orders/data/measure-names.server.ts";
import { OrderTabs } from "#app/orders/ui/staff/board/order-tabs.tsx";
import type { Route } from "./+types/rejected";
import { listFilterOf, readOrderFacts, readOrderPage, readOrderQuery } from "./order-lists.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Rejected · Orders" }];

/** The rejected list: refused before acceptance, or cancelled; `?status=` narrows it to one of the two. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readOrderQuery(request);
  const { db, facts, counts, zone } = await readOrderFacts(context);
  const status = statusesOf("rejected").find((known) => known === query.status) ?? null;
  const found = await readOrderPage(
    db,
    { list: "rejected", ...(status === null ? {} : { status }), ...listFilterOf(query, zone, facts.now) },
    facts,
  );
  return { names: await nameMeasures(db, query), query, status, found, counts, zone, now: facts.now };
}

const VIEWS = [
  { status: "", label: "Both" },
  { status: "rejected", label: "Rejected" },
  { status: "cancelled", label: "Cancelled" },
] as const;

export default function RejectedOrders({ loaderData }: Route.ComponentProps) {
  const { query, names, status, found, counts, zone } = loaderData;
  const [search] = useSearchParams();
  useLiveData();
  const now = useNow(loaderData.now, 60_000);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="text-2xl">Rejected and cancelled</h1>
      <OrderTabs current="rejected" counts={counts} />
      <nav aria-label="Show">
        <ul className="flex gap-2">
          {VIEWS.map((view) => (
            <li key={view.label}>
              <Link
                to={addressWith(search, { status: view.status })}
                aria-current={view.status === (status ?? "") ? "true" : undefined}
                className="inline-flex min-h-11 items-center rounded border lg:min-h-9 border-hairline px-3 font-semibold text-ink-2 hover:border-ink aria-[current=true]:border-primary aria-[current=true]:bg-primary-tint aria-[current=true]:text-primary"
              >
                {view.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ListPage
        query={query}
        rows={found.orders}
        total={found.total}
        isTotalCapped={found.isTotalCapped}
        columns={orderColumns({ now, zone, withReason: true })}
        factsOf={orderFacts}
        filters={[...ORDER_FILTERS, ...measureFilters(query, names)]}
        nouns="rejected or cancelled orders"
        searchHint={ORDER_SEARCH_HINT}
        empty={
          <EmptyState
            action={
              <ButtonLink to="/admin/orders" look="outline" size="desk" className="min-h-11">
                To the new orders
              </ButtonLink>
            }
          >
            No order was rejected or cancelled. Good.
          </EmptyState>
        }
      />
    </div>
  );
}
