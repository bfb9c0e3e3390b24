import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { ListViews } from "#app/kit/list/list-views.tsx";
import { statusesOf } from "#app/orders/domain/order.ts";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { ORDER_FILTERS, ORDER_SEARCH_HINT, orderActs, orderColumns, orderFacts } from "#app/orders/ui/staff/board/order-columns.tsx";
import { measureFilters } from "#app/orders/ui/staff/board/measure-filters.ts";
import { nameMeasures } from "#app/orders/data/figures/measure-names.server.ts";
import { OrdersHeader } from "#app/orders/ui/staff/board/order-tabs.tsx";
import type { Route } from "./+types/rejected";
import { orderFilterOf, readOrderFacts, readOrderPage, readOrderQuery, sinceSentence } from "./order-lists.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Rejected · Orders" }];

/** Orders rejected before acceptance, or cancelled; `?status=` narrows the list to one of the two. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, facts, counts, zone } = await readOrderFacts(context);
  const query = readOrderQuery(request, zone, facts.now);
  const status = statusesOf("rejected").find((known) => known === query.status) ?? null;
  const found = await readOrderPage({ url, context }, orderFilterOf("rejected", query, zone, facts.now), facts);
  return {
    names: await nameMeasures(db, query),
    query,
    status,
    since: sinceSentence(url, query, facts.settings),
    found,
    counts,
    now: facts.now,
  };
}

const VIEWS = [
  { value: "", label: "Both" },
  { value: "rejected", label: "Rejected" },
  { value: "cancelled", label: "Cancelled" },
] as const;

export default function RejectedOrders({ loaderData }: Route.ComponentProps) {
  const format = useMoneyFormat();
  const { query, names, status, since, found, counts } = loaderData;
  useLiveData();
  const now = useNow(loaderData.now, 60_000);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <OrdersHeader title="Rejected and cancelled" current="rejected" counts={counts} file="/admin/orders/rejected.csv" />
      <ListViews name="status" current={status ?? ""} views={VIEWS} />
      {since === null ? null : <p>{since}</p>}
      <ListPage
        query={query}
        rows={found.orders}
        total={found.total}
        isTotalCapped={found.isTotalCapped}
        columns={orderColumns({ now, withReason: true }, format)}
        factsOf={orderFacts}
        filters={[...ORDER_FILTERS, ...measureFilters(query, names, useShopClock().region)]}
        acts={orderActs("rejected")}
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
