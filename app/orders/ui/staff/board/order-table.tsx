import { Link } from "react-router";
import { formatUsd } from "#app/values/money.ts";
import { reasonLabel } from "#app/orders/domain/order.ts";
import { FulfillmentTag, Moment, paymentWords, StatusWord, TestTag } from "#app/orders/ui/staff/order-words.tsx";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

interface OrderTableProps {
  readonly orders: readonly StaffOrder[];
  readonly now: Date;
  readonly zone: string;
  /** Show why an order was refused. */
  readonly withReason?: boolean;
}

/** Orders as rows; on a phone each row becomes a card with the same facts. */
export function OrderTable({ orders, now, zone, withReason = false }: OrderTableProps) {
  // A reason is a sentence: on a tablet it gets the room of what no longer matters once an order has ended.
  const minor = withReason ? "md:hidden lg:table-cell" : "md:table-cell";
  return (
    <table className="block w-full border-collapse text-left md:table">
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr className="rule">
          {["Order", "Placed", "Due", "Customer", "Items", "Type", withReason ? "Reason" : "Payment", "Total"].map((title) => (
            <th
              key={title}
              scope="col"
              className={`px-2 py-2 font-semibold ${title === "Total" ? "text-right" : ""} ${title === "Due" || title === "Items" ? minor : ""}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {orders.map((order) => (
          <tr
            key={order.id}
            className="relative grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 border-b border-hairline py-3 hover:bg-canvas md:table-row md:py-0"
          >
            <th scope="row" className="px-2 font-normal md:py-2">
              <Link
                to={`/admin/orders/${order.id}`}
                className="font-display text-lg font-bold text-ink underline decoration-hairline underline-offset-4 after:absolute after:inset-0 hover:decoration-ink md:text-base"
              >
                {order.number}
              </Link>
              <span className="ml-3 md:ml-0 md:block">
                <StatusWord status={order.status} />
              </span>
            </th>
            <td className="px-2 md:py-2">
              <Moment at={order.placedAt} now={now} zone={zone} />
            </td>
            <td className={`hidden px-2 md:py-2 ${minor}`}>
              {order.promisedAt === null ? (
                order.requestedFor === null ? (
                  "ASAP"
                ) : (
                  <Moment at={order.requestedFor} now={now} zone={zone} />
                )
              ) : (
                <Moment at={order.promisedAt} now={now} zone={zone} />
              )}
            </td>
            <td className="px-2 wrap-anywhere md:py-2">
              {order.customer.name}
              <span className="figures hidden whitespace-nowrap text-ink-2 md:block">{order.customer.phone}</span>
            </td>
            <td
              className={`figures hidden px-2 md:py-2 ${minor}`}
              title={order.lines.map((line) => `${line.quantity} × ${line.name}`).join(", ")}
            >
              {order.lines.reduce((sum, line) => sum + line.quantity, 0)}
            </td>
            <td className="hidden px-2 md:table-cell md:py-2">
              <FulfillmentTag fulfillment={order.fulfillment} />
            </td>
            <td className="col-start-1 px-2 text-ink-2 md:py-2">
              {withReason && order.reason !== null ? (
                <>
                  {reasonLabel(order.reason.code)}
                  {order.reason.text === "" ? null : <span className="block text-xs wrap-anywhere">{order.reason.text}</span>}
                </>
              ) : (
                paymentWords(order)
              )}{" "}
              <TestTag order={order} />
            </td>
            <td className="figures px-2 text-right font-semibold md:py-2">{formatUsd(order.finalTotal)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
