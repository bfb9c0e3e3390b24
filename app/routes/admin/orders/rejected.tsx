import { Link } from "react-router";
import { statusesOf } from "#app/domain/order.ts";
import { useNow } from "#app/ui/hooks/use-now.ts";
import { OrderTable } from "#app/ui/orders/order-table.tsx";
import { OrderTabs } from "#app/ui/orders/order-tabs.tsx";
import { useLiveData } from "#app/ui/shell/order-feed.tsx";
import { Pager } from "#app/ui/tables/pager.tsx";
import { SearchForm } from "#app/ui/tables/search-form.tsx";
import type { Route } from "./+types/rejected";
import { parseOrderQuery, readOrderFacts, readOrderPage } from "./order-lists.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Rejected · Orders" }];

/** The rejected list (specification section 2): refused before acceptance, or cancelled; `?status=` narrows it to one of the two. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseOrderQuery(new URL(request.url).searchParams);
  const { db, facts, counts, zone } = await readOrderFacts(context);
  const status = query.status !== null && query.status !== "all" && statusesOf("rejected").includes(query.status) ? query.status : null;
  const found = await readOrderPage(db, { list: "rejected", ...(status === null ? {} : { status }), q: query.q, page: query.page }, facts);
  return { q: query.q, status, found, counts, zone, now: facts.now };
}

const FILTERS = [
  { status: null, label: "Both", to: "?" },
  { status: "rejected", label: "Rejected", to: "?status=rejected" },
  { status: "cancelled", label: "Cancelled", to: "?status=cancelled" },
] as const;

export default function RejectedOrders({ loaderData }: Route.ComponentProps) {
  const { q, status, found, counts, zone } = loaderData;
  useLiveData();
  const now = useNow(loaderData.now, 60_000);
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Rejected and cancelled</h1>
        <SearchForm
          q={q}
          placeholder="Number, name or phone"
          keep={status === null ? {} : { status }}
          clearTo={status === null ? "?" : `?status=${status}`}
        />
      </header>
      <OrderTabs current="rejected" counts={counts} />
      <nav aria-label="Show">
        <ul className="flex gap-2">
          {FILTERS.map((filter) => (
            <li key={filter.label}>
              <Link
                to={filter.to}
                aria-current={filter.status === status ? "true" : undefined}
                className="inline-flex min-h-9 items-center rounded border border-hairline px-3 font-semibold text-ink-2 hover:border-ink aria-[current=true]:border-primary aria-[current=true]:bg-primary-tint aria-[current=true]:text-primary"
              >
                {filter.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {found.orders.length === 0 ? (
        <p className="border-y border-hairline py-10 text-center">
          {q === "" ? "No order was rejected or cancelled. Good." : `No rejected or cancelled order fits “${q}”.`}
        </p>
      ) : (
        <OrderTable orders={found.orders} now={now} zone={zone} withReason />
      )}
      <Pager {...found} noun="orders" />
    </div>
  );
}
