import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { isForNow } from "#app/orders/domain/counter/kitchen-stations.ts";
import { formatMoment } from "#app/orders/ui/staff/order-words.tsx";
import { BoardCard } from "./board-card.tsx";
import { ListNotice, useListNotice } from "./list-notice.tsx";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

export interface BoardColumn {
  readonly title: string;
  readonly statuses: readonly OrderStatus[];
  readonly empty: string;
}

export const BOARD_COLUMNS: readonly BoardColumn[] = [
  { title: "Accepted", statuses: ["accepted"], empty: "Nothing waits to be started." },
  { title: "Preparing", statuses: ["preparing"], empty: "Nothing is being prepared." },
  { title: "Ready", statuses: ["ready", "out_for_delivery"], empty: "Nothing waits to be picked up." },
];

interface OrderBoardProps {
  readonly orders: readonly StaffOrder[];
  readonly columns: readonly BoardColumn[];
  readonly now: Date;
}

/** Orders in progress by step, next promise first; stacked on a phone. Empty columns and orders for later collapse to a line. */
export function OrderBoard({ orders, columns, now }: OrderBoardProps) {
  const clock = useShopClock();
  const { told, tell } = useListNotice(orders);
  const later = orders.filter((order) => order.status === "accepted" && !isForNow(order, now)).toSorted((a, b) => dueTime(a) - dueTime(b));
  const filled = columns.map((column) => ({
    ...column,
    orders: orders
      .filter((order) => column.statuses.includes(order.status) && !later.includes(order))
      .toSorted((a, b) => dueTime(a) - dueTime(b)),
  }));
  const shown = filled.filter((column) => column.orders.length > 0);
  const empty = filled.filter((column) => column.orders.length === 0);
  const isEmpty = shown.length === 0 && later.length === 0;
  const cards = (list: readonly StaffOrder[]) => list.map((order) => <BoardCard key={order.id} order={order} now={now} onAnswer={tell} />);
  return (
    <>
      <ListNotice told={told} orders={orders} />
      <div className={`grid items-start gap-x-4 gap-y-6 ${ACROSS[shown.length] ?? ""}`}>
        {shown.map((column) => (
          <section key={column.title} aria-label={column.title} className="min-w-0">
            <h2 className="rule mb-3 flex items-baseline justify-between pb-1 text-lg">
              {column.title} <span className="figures text-base text-ink-2">{column.orders.length}</span>
            </h2>
            <div className={shown.length === 3 ? "" : "grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] items-start gap-x-4"}>
              {cards(column.orders)}
            </div>
          </section>
        ))}
      </div>
      {isEmpty ? (
        <EmptyState
          action={
            <ButtonLink to="/admin/orders" look="outline" size="desk" className="min-h-11">
              To the new orders
            </ButtonLink>
          }
        >
          {columns.length === 1 ? empty[0]?.empty : "No order is in progress. Accepted orders are shown here until they are handed over."}
        </EmptyState>
      ) : null}
      {isEmpty || empty.length === 0 ? null : (
        <p className="border-t border-hairline pt-2 text-ink-2">{empty.map((column) => column.empty).join(" ")}</p>
      )}
      {later.length === 0 ? null : (
        <Fold
          title={`For later: ${later.length}. Next start ${later[0]?.cookFrom == null ? "" : formatMoment(later[0].cookFrom, now, clock)}`}
          look="title"
          className="border-t border-hairline pt-2"
        >
          <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] items-start gap-x-4">{cards(later)}</div>
        </Fold>
      )}
    </>
  );
}

/** Side by side on tablets, depending on the number of columns. */
const ACROSS: Readonly<Record<number, string>> = { 2: "md:grid-cols-2", 3: "md:grid-cols-3" };

function dueTime(order: StaffOrder): number {
  return (order.promisedAt ?? order.placedAt).getTime();
}
