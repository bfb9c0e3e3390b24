import { Money } from "#app/kit/money.tsx";
import { Link } from "react-router";
import { Pager } from "#app/kit/pager.tsx";
import type { CustomerOrder } from "#app/orders/domain/customers/customer-order.ts";
import { Moment, StatusWord } from "#app/orders/ui/staff/order-words.tsx";

interface CustomerOrdersProps {
  readonly orders: {
    readonly rows: readonly CustomerOrder[];
    readonly total: number;
  };
  readonly query: { readonly page: number; readonly per_page: number };
  readonly now: Date;
}

/** A customer's orders, newest first. */
export function CustomerOrders({ orders, query, now }: CustomerOrdersProps) {
  return (
    <section aria-labelledby="customer-orders" className="mt-8 max-w-3xl">
      <h2 id="customer-orders" className="rule pb-1 text-lg">
        Orders
      </h2>
      <ol className="divide-y divide-hairline border-b border-hairline">
        {orders.rows.map(({ id, number, placedAt, status, finalTotal, currency }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 py-1">
            <Link
              to={`/admin/orders/${id}`}
              className="inline-flex min-h-11 min-w-16 items-center font-semibold text-primary underline underline-offset-2 lg:min-h-8"
            >
              {number}
            </Link>
            {placedAt === null ? null : <Moment at={placedAt} now={now} />}
            <StatusWord status={status} />
            <span className="figures ml-auto">
              <Money cents={finalTotal} currency={currency} />
            </span>
          </li>
        ))}
      </ol>
      {orders.total === 0 ? <p className="text-ink-2">No orders.</p> : null}
      <Pager page={query.page} perPage={query.per_page} total={orders.total} noun="orders" />
    </section>
  );
}
