import { LinkedOrders } from "#app/orders/ui/staff/linked-orders.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { CustomerName, CustomerNote } from "#app/orders/ui/staff/customers/customer-link.tsx";
import { MapPinIcon, PhoneIcon } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { Link } from "react-router";
import { formatMoney, inCurrency } from "#app/values/money.ts";
import { formatDuration, waitingUrgency } from "#app/orders/domain/counter/order-pace.ts";
import { minutesBetween } from "#app/values/time.ts";
import { useOrderForm } from "#app/orders/ui/staff/forms/use-order-form.ts";
import { Fold } from "#app/kit/fold.tsx";
import { AcceptForm } from "#app/orders/ui/staff/forms/accept-form.tsx";
import { CountdownRing } from "./countdown-ring.tsx";
import { EditItemsForm } from "#app/orders/ui/staff/forms/edit-items-form.tsx";
import { useHeldRejection } from "#app/orders/ui/staff/forms/use-held-rejection.ts";
import { HeldRejection } from "#app/orders/ui/staff/forms/held-rejection.tsx";
import { AllergyMark } from "#app/orders/ui/allergy-mark.tsx";
import { KitchenLines } from "#app/orders/ui/staff/kitchen-lines.tsx";
import { AnswerNotice, PaymentProblem } from "#app/orders/ui/staff/order-notices.tsx";
import { paymentWords } from "#app/orders/domain/payment-words.ts";
import { FulfillmentTag, Moment, TestTag, UrgencyTag } from "#app/orders/ui/staff/order-words.tsx";
import type { OrderFormAnswer, StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { RejectForm } from "#app/orders/ui/staff/forms/reject-form.tsx";

interface OrderTicketProps {
  readonly order: StaffOrder;
  readonly now: Date;
  readonly onAnswer: (order: StaffOrder, answer: OrderFormAnswer) => void;
}

/** A new order as a ticket with everything needed to decide. */
export function OrderTicket({ order, now, onAnswer }: OrderTicketProps) {
  const format = inCurrency(useMoneyFormat(), order.currency);
  const form = useOrderForm(order.id, (answer) => onAnswer(order, answer));
  const area = useRef<HTMLElement>(null);
  const rejection = useHeldRejection(order, form, area);
  const isDisabled = form.busyWith !== null || order.isSettling || rejection.held !== null;
  const waited = minutesBetween(order.placedAt, now);
  return (
    <article ref={area} aria-labelledby={`order-${order.id}`} className="ticket mb-2 flex flex-col p-4">
      <header className="flex items-start gap-3">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id={`order-${order.id}`} className="text-2xl">
            <Link
              to={`/admin/orders/${order.id}`}
              className="-my-1.5 inline-flex min-h-11 items-center underline decoration-hairline underline-offset-4 hover:decoration-ink lg:my-0 lg:min-h-6"
            >
              {order.number}
            </Link>
          </h3>
          <p className="flex flex-wrap items-center gap-1.5">
            <FulfillmentTag fulfillment={order.fulfillment} />
            <UrgencyTag urgency={waitingUrgency(order.placedAt, order.cookFrom, now)}>
              {waited < 1 ? "just now" : `waiting ${formatDuration(waited)}`}
            </UrgencyTag>
          </p>
        </div>
        {order.decideBy === null ? null : <CountdownRing from={order.placedAt} until={order.decideBy} now={now} />}
      </header>
      <Customer order={order}>
        {order.requestedFor === null ? (
          "As soon as possible"
        ) : (
          <>
            For <Moment at={order.requestedFor} now={now} />
          </>
        )}
      </Customer>
      <PaymentProblem order={order} />
      <AllergyMark note={order.allergyNote} />
      {/* Accept sticks within this part only, so that it never covers number, customer and allergy. */}
      <div className="flex grow flex-col">
        <div className="cut mt-2 pt-2">
          <KitchenLines lines={order.lines} />
        </div>
        <LinkedOrders order={order} isPlain />
        {order.instructions === "" ? null : (
          <p className="mt-3 border-l-4 border-saffron pl-2 text-base font-semibold wrap-anywhere">{order.instructions}</p>
        )}
        <CustomerNote order={order} className="mt-3 text-base" />
        <p className="cut mt-2 flex items-baseline gap-2 pt-2">
          <span>
            {paymentWords(order, format)} <TestTag order={order} />
          </span>
          <span aria-hidden className="leader" />
          <strong className="figures font-display text-lg">{formatMoney(order.finalTotal, format)}</strong>
        </p>
        <AnswerNotice answer={form.answer} isListed />
        {rejection.held === null ? (
          <Decision order={order} form={form} isDisabled={isDisabled} now={now} onReject={(fields) => rejection.hold(fields)} />
        ) : (
          <div className="mt-auto pt-2">
            <HeldRejection number={order.number} rejection={rejection} />
          </div>
        )}
      </div>
    </article>
  );
}

/** Keeps Accept visible in a long order, on screens that are high enough. */
const STAYS = "sm:[@media(min-height:600px)]:sticky sm:[@media(min-height:600px)]:bottom-(--edge)";

interface DecisionProps {
  readonly order: StaffOrder;
  readonly form: ReturnType<typeof useOrderForm>;
  readonly isDisabled: boolean;
  readonly now: Date;
  readonly onReject: (fields: FormData) => void;
}

function Decision({ order, form, isDisabled, now, onReject }: DecisionProps) {
  if (order.isSettling)
    return <p className="mt-auto rounded bg-canvas p-3 text-sm font-semibold">Waiting for the card provider. This updates by itself.</p>;
  return (
    <>
      {order.events.includes("accept") || order.events.includes("accept_at_pickup") ? (
        <div className={`mt-auto bg-surface pt-2 ${STAYS}`}>
          <AcceptForm order={order} form={form} isDisabled={isDisabled} now={now} />
        </div>
      ) : null}
      <div data-act="reject">
        <Fold
          key={order.version}
          title={
            <>
              Reject or change…<span className="sr-only">, {order.number}</span>
            </>
          }
          look="danger"
          className="mt-2"
        >
          <div className="grid gap-5 border-t border-hairline pt-3">
            <EditItemsForm order={order} form={form} isDisabled={isDisabled} />
            {order.events.includes("reject") ? <RejectForm order={order} isDisabled={isDisabled} onReject={onReject} /> : null}
          </div>
        </Fold>
      </div>
    </>
  );
}

/** The customer and the time. */
function Customer({ order, children }: { readonly order: StaffOrder; readonly children: ReactNode }) {
  const { customer, address } = order;
  return (
    <div className="mt-2 grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 text-base">
        <strong className="font-semibold">{children}</strong>
        <CustomerName order={order} />
        {customer.phone === "" ? null : (
          <a
            href={`tel:${customer.phone}`}
            className="figures inline-flex min-h-11 items-center gap-1 lg:min-h-6 text-primary underline underline-offset-2"
          >
            <PhoneIcon aria-hidden className="size-4" />
            {customer.phone}
          </a>
        )}
      </p>
      {address === null ? null : (
        <p className="flex items-start gap-1 text-sm text-ink-2">
          <MapPinIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">
            {[address.street, address.unit, address.city, address.postalCode].filter((part) => part !== "").join(", ")}
          </span>
        </p>
      )}
    </div>
  );
}
