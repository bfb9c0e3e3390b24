import type { OrderStatus } from "#app/orders/domain/order.ts";
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
  { title: "Preparing", statuses: ["preparing"], empty: "Nothing on the stove." },
  { title: "Ready", statuses: ["ready", "out_for_delivery"], empty: "Nothing waits to be picked up." },
];

interface OrderBoardProps {
  readonly orders: readonly StaffOrder[];
  readonly columns: readonly BoardColumn[];
  readonly now: Date;
  readonly zone: string;
}

/** The orders in work by step, the next promise on top; one column below the other on a phone. */
export function OrderBoard({ orders, columns, now, zone }: OrderBoardProps) {
  const { told, tell } = useListNotice();
  return (
    <>
      <ListNotice told={told} orders={orders} />
      <div className={`grid items-start gap-x-4 gap-y-6 ${columns.length === 1 ? "" : "md:grid-cols-3"}`}>
        {columns.map((column) => {
          const inColumn = orders.filter((order) => column.statuses.includes(order.status)).toSorted((a, b) => dueTime(a) - dueTime(b));
          return (
            <section key={column.title} aria-label={column.title} className="min-w-0">
              <h2 className="rule mb-3 flex items-baseline justify-between pb-1 text-lg">
                {column.title} <span className="figures text-base text-ink-2">{inColumn.length}</span>
              </h2>
              {inColumn.length === 0 ? <p className="py-4 text-ink-2">{column.empty}</p> : null}
              <div
                className={columns.length === 1 ? "grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] items-start gap-4" : ""}
              >
                {inColumn.map((order) => (
                  <BoardCard key={order.id} order={order} now={now} zone={zone} onAnswer={tell} />
                ))}
              </div>
            </section>
          );
        })}
      </div>
    </>
  );
}

function dueTime(order: StaffOrder): number {
  return (order.promisedAt ?? order.placedAt).getTime();
}
