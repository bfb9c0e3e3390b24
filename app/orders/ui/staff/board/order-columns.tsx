import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { BY_TIME, choiceFilter, type ListAct, type ListColumn, type ListFilter, type RowFacts } from "#app/kit/list/list-columns.ts";
import { reasonLabel, statusLabel, statusesOf } from "#app/orders/domain/order.ts";
import { paymentWords } from "#app/orders/domain/payment-words.ts";
import { FulfillmentTag, Moment, StatusWord, TestTag } from "#app/orders/ui/staff/order-words.tsx";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { formatMoney, inCurrency, type MoneyFormat } from "#app/values/money.ts";
import { lineTitle } from "#app/catalogue/domain/customization/line-title.ts";

/** The tickets of the selected orders on 80 mm paper. */
export const TICKETS_PATH = "/admin/orders/tickets";

export const ORDER_SEARCH_HINT = "Number, name or phone";

export function orderFacts({ id, number }: StaffOrder): RowFacts {
  return { id, label: number, to: `/admin/orders/${id}` };
}

const FULFILLMENT_FILTER: ListFilter = choiceFilter("fulfillment", "Type", { pickup: "Pickup", delivery: "Delivery" });

/** Business days, with the same bounds as on the dashboard. */
const DAYS_FILTER: ListFilter = { label: "Placed", from: "from", to: "to", note: "Days end at 4 in the morning." };

export const ORDER_FILTERS: readonly ListFilter[] = [FULFILLMENT_FILTER, DAYS_FILTER];

/** For the list of all orders, where no tab selects the status. */
export const ALL_ORDERS_FILTERS: readonly ListFilter[] = [
  {
    name: "status",
    label: "Status",
    anyValue: "all",
    options: [
      { value: "sold", label: "Without rejected and cancelled ones" },
      ...(["new", "accepted", "rejected"] as const).flatMap(statusesOf).map((value) => ({ value, label: statusLabel(value) })),
    ],
  },
  ...ORDER_FILTERS,
];

/** Actions on selected rows: print tickets, download a file. */
export function orderActs(list: "all" | "accepted" | "rejected"): readonly ListAct[] {
  return [
    ...(list === "rejected" ? [] : [{ intent: "tickets", label: "Print tickets", opens: TICKETS_PATH }]),
    { intent: "csv", label: "Download CSV", opens: `/admin/orders/${list}.csv` },
  ];
}

interface OrderColumnsInput {
  readonly now: Date;
  /** The reason of rejection instead of the usual details. */
  readonly withReason?: boolean;
}

/** Orders as rows of a list. */
export function orderColumns({ now, withReason = false }: OrderColumnsInput, shop: MoneyFormat): readonly ListColumn<StaffOrder>[] {
  return [
    { title: "Order", cell: (order) => <span className="font-display text-base font-bold whitespace-nowrap">{order.number}</span> },
    { title: "Status", cell: (order) => <StatusWord status={order.status} />, card: "below-side" },
    { title: "Placed", cell: (order) => <Moment at={order.placedAt} now={now} />, sort: "placed", orders: BY_TIME, card: "none" },
    { title: "Due", cell: (order) => due(order, now), isMinor: true, card: "none" },
    {
      title: "Customer",
      cell: (order) => <Customer order={order} now={now} hasTag={!withReason} />,
      card: "below",
    },
    {
      title: "Items",
      cell: ({ lines }) => (
        <span title={lines.map((line) => `${line.quantity} × ${lineTitle(line)}`).join(", ")}>
          {lines.reduce((sum, line) => sum + line.quantity, 0)}
        </span>
      ),
      isFigure: true,
      isMinor: true,
      card: "none",
    },
    { title: "Type", cell: (order) => <FulfillmentTag fulfillment={order.fulfillment} />, isMinor: withReason, card: "none" },
    {
      title: withReason ? "Reason" : "Payment",
      cell: (order) => <Ending order={order} withReason={withReason} />,
      ...(withReason ? {} : { card: "none" }),
    },
    {
      title: "Total",
      cell: (order) => <strong className="figures">{formatMoney(order.finalTotal, inCurrency(shop, order.currency))}</strong>,
      isFigure: true,
      card: "side",
    },
  ];
}

/** Name and telephone; on a phone also times and the test mark, because the card has no other place for them. */
function Customer({ order, now, hasTag }: { readonly order: StaffOrder; readonly now: Date; readonly hasTag: boolean }) {
  const { customer, placedAt, requestedFor } = order;
  return (
    <>
      {customer.name} <span className="figures block whitespace-nowrap text-ink-2 max-md:hidden">{customer.phone}</span>
      <span className="text-ink-2 md:hidden">
        · <Moment at={placedAt} now={now} />
        {requestedFor === null ? null : (
          <>
            {" "}
            for <Moment at={requestedFor} now={now} />
          </>
        )}{" "}
        {hasTag ? <TestTag order={order} isShort /> : null}
      </span>
    </>
  );
}

function due({ promisedAt, requestedFor }: StaffOrder, now: Date) {
  const at = promisedAt ?? requestedFor;
  return at === null ? "ASAP" : <Moment at={at} now={now} />;
}

function Ending({ order, withReason }: { readonly order: StaffOrder; readonly withReason: boolean }) {
  const format = useMoneyFormat();
  return (
    <span>
      {withReason && order.reason !== null ? (
        <>
          {reasonLabel(order.reason.code)}
          {order.reason.text === "" ? null : <span className="block text-xs wrap-anywhere text-ink-2">{order.reason.text}</span>}
        </>
      ) : (
        paymentWords(order, inCurrency(format, order.currency))
      )}{" "}
      <TestTag order={order} isShort />
    </span>
  );
}
