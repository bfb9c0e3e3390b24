import { Fact } from "#app/orders/ui/staff/fact.tsx";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { Link } from "react-router";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import { ordersSince } from "#app/orders/domain/customer-words.ts";
import { formatMoney } from "#app/values/money.ts";
import type { StaffOrderDetail } from "./staff-order-detail.ts";
import { paymentWords } from "#app/orders/domain/payment-words.ts";
import { Moment, TestTag } from "#app/orders/ui/staff/order-words.tsx";

interface FactsProps {
  readonly order: StaffOrderDetail;
  readonly now: Date;
}

const LINK = "inline-flex min-h-11 items-center text-primary underline underline-offset-2 lg:min-h-6";

/** Customer, destination and times. */
export function OrderFacts({ order, now }: FactsProps) {
  const clock = useShopClock();
  const { customer, address } = order;
  return (
    <dl className="grid grid-cols-[6.5rem_1fr] items-baseline gap-x-3 gap-y-1.5">
      <Fact label="Name">{customer.name}</Fact>
      {customer.phone === "" ? null : (
        <Fact label="Phone">
          <a
            href={`tel:${customer.phone}`}
            className="figures inline-flex min-h-11 items-center text-primary underline underline-offset-2 lg:min-h-6"
          >
            {customer.phone}
          </a>
        </Fact>
      )}
      {customer.email === "" ? null : (
        <Fact label="Email">
          <a
            href={`mailto:${customer.email}`}
            className="inline-flex min-h-11 items-center text-primary underline underline-offset-2 lg:min-h-6"
          >
            {customer.email}
          </a>
        </Fact>
      )}
      <Fact label="Orders">
        <OrdersOfCustomer order={order} now={now} />
      </Fact>
      {address === null ? null : <AddressFact address={address} />}
      <Fact label="Placed">
        <time dateTime={order.placedAt.toISOString()} className="figures">
          {formatInstant(order.placedAt, clock, now)}
        </time>
      </Fact>
      <Fact label="Wanted">{order.requestedFor === null ? "As soon as possible" : <Moment at={order.requestedFor} now={now} />}</Fact>
      {order.promisedAt === null ? null : (
        <Fact label="Promised">
          <Moment at={order.promisedAt} now={now} />
        </Fact>
      )}
      {order.arrivedAt === null ? null : (
        <Fact label="Arrived">
          <Moment at={order.arrivedAt} now={now} />
        </Fact>
      )}
    </dl>
  );
}

function AddressFact({ address }: { readonly address: NonNullable<FactsProps["order"]["address"]> }) {
  return (
    <Fact label="Address">
      {[address.street, address.unit].filter((part) => part !== "").join(", ")}
      <br />
      {[address.city, address.province, address.postalCode].filter((part) => part !== "").join(", ")}
      <br />
      <a
        href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(`${address.street}, ${address.city} ${address.postalCode}`)}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center text-primary underline underline-offset-2 lg:min-h-6"
      >
        Show on a map
      </a>
    </Fact>
  );
}

/** The customer's number of orders, with a link to the customer and the latest other orders. */
function OrdersOfCustomer({ order: { customerOrders, knownCustomer }, now }: FactsProps) {
  const clock = useShopClock();
  const { total, since, latest } = customerOrders;
  if (knownCustomer === null) return "No customer record";
  const { samePhone } = knownCustomer;
  return (
    <>
      <Link to={`/admin/customers/${knownCustomer.id}`} className={LINK}>
        {total === 1 && knownCustomer.position === 1 ? "First order" : ordersSince(total, since, clock)}
      </Link>
      <ul>
        {latest.map(({ id, number, placedAt }) => (
          <li key={id}>
            <Link to={`/admin/orders/${id}`} className={LINK}>
              {number}
            </Link>
            , <Moment at={placedAt} now={now} />
          </li>
        ))}
      </ul>
      {samePhone === null ? null : (
        <p>
          Same phone number as{" "}
          <Link to={`/admin/customers/${samePhone.id}`} className={LINK}>
            {samePhone.name}
          </Link>
          . If this is one person, merge the two records.
        </p>
      )}
    </>
  );
}

/** The payment and its refunds. */
export function OrderPayment({ order, now }: FactsProps) {
  const format = useMoneyFormat();
  const { payment } = order;
  return (
    <dl className="grid grid-cols-[6.5rem_1fr] items-baseline gap-x-3 gap-y-1.5">
      <Fact label="State">
        <strong>{paymentWords(order, format)}</strong>
        <TestTag order={order} />
      </Fact>
      {payment.card === null ? null : <Fact label="Card">{payment.card}</Fact>}
      <Fact label="Total">
        <span className="figures">{formatMoney(order.finalTotal, format)}</span>
      </Fact>
      {order.captured === 0 ? null : (
        <Fact label="Charged">
          <span className="figures">{formatMoney(order.captured, format)}</span>
        </Fact>
      )}
      {payment.refunds.map((refund) => (
        <Fact key={refund.id} label="Refund">
          <span className="figures">{formatMoney(refund.amount, format)}</span> by {refund.who}, <Moment at={refund.at} now={now} />
          {refund.status === "succeeded" ? null : (
            <strong className={refund.status === "failed" ? "text-beet" : ""}>
              {" "}
              ({refund.status === "failed" ? "failed" : "under way"})
            </strong>
          )}
          {refund.reason === "" ? null : <span className="block text-ink-2">{refund.reason}</span>}
        </Fact>
      ))}
      {order.receiptNumber === null ? null : (
        <Fact label="Receipt">
          <span className="figures">{order.receiptNumber}</span>
        </Fact>
      )}
      {payment.intentId === null ? null : (
        <Fact label="Reference">
          <code className="font-mono text-xs wrap-anywhere">{payment.intentId}</code>
        </Fact>
      )}
    </dl>
  );
}
