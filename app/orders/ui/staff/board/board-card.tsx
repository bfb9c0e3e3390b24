import { LinkedOrders } from "#app/orders/ui/staff/linked-orders.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { CustomerName, CustomerNote } from "#app/orders/ui/staff/customers/customer-link.tsx";
import { HandIcon, PhoneIcon, PrinterIcon } from "lucide-react";
import { Link } from "react-router";
import { formatDue, promiseUrgency } from "#app/orders/domain/counter/order-pace.ts";
import { useOrderForm } from "#app/orders/ui/staff/forms/use-order-form.ts";
import { Button } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { DelayForm } from "#app/orders/ui/staff/forms/delay-form.tsx";
import { HandoverCash } from "#app/orders/ui/staff/forms/cash-given-field.tsx";
import { OrderFields } from "#app/orders/ui/staff/forms/order-fields.tsx";
import { AllergyMark } from "#app/orders/ui/allergy-mark.tsx";
import { KitchenLines } from "#app/orders/ui/staff/kitchen-lines.tsx";
import { AnswerNotice, PaymentProblem } from "#app/orders/ui/staff/order-notices.tsx";
import { isOwed } from "#app/orders/domain/handover-payment.ts";
import { isCalledOff, stepBackLabel, stepsForward } from "./next-steps.ts";
import { StepsAnyway } from "./steps-anyway.tsx";
import { paymentWords } from "#app/orders/domain/payment-words.ts";
import { FulfillmentTag, Moment, StatusWord, TestTag, UrgencyTag } from "#app/orders/ui/staff/order-words.tsx";
import type { OrderFormAnswer, StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

interface BoardCardProps {
  readonly order: StaffOrder;
  readonly now: Date;
  readonly onAnswer: (order: StaffOrder, answer: OrderFormAnswer) => void;
}

/** An order in progress: due time, items, and a button for the next step. */
export function BoardCard({ order, now, onAnswer }: BoardCardProps) {
  const format = useMoneyFormat();
  const form = useOrderForm(order.id, (answer) => onAnswer(order, answer));
  return (
    <article
      aria-labelledby={`order-${order.id}`}
      className={`ticket mb-4 p-3 ${urgencyOf(order, now) === "late" ? "outline-2 outline-saffron" : ""}`}
    >
      <CardHeader order={order} now={now} />
      <p className="mt-1 flex flex-wrap gap-x-2 text-ink-2">
        <span className="wrap-anywhere">
          <CustomerName order={order} />
          {order.promisedAt === null ? "" : " ·"}
        </span>
        {order.promisedAt === null ? null : (
          <span>
            for <Moment at={order.promisedAt} now={now} />
          </span>
        )}
        {isOwed(order) ? <strong className="text-ink">· {paymentWords(order, format)}</strong> : null}
        <TestTag order={order} />
      </p>
      <Delivery order={order} />
      {order.arrivedAt === null ? null : (
        <p className="mt-2 flex items-center gap-2 rounded bg-harbour-tint px-2 py-1 font-semibold text-harbour">
          <HandIcon aria-hidden className="size-4" /> The customer is here
        </p>
      )}
      <PaymentProblem order={order} />
      <AllergyMark note={order.allergyNote} />
      <div className="cut mt-2 pt-2">
        <KitchenLines lines={order.lines} />
      </div>
      <LinkedOrders order={order} isPlain />
      {order.instructions === "" ? null : (
        <p className="mt-2 border-l-4 border-saffron pl-2 font-semibold wrap-anywhere">{order.instructions}</p>
      )}
      <CustomerNote order={order} className="mt-2" />
      <AnswerNotice answer={form.answer} isListed />
      {isCalledOff(order) ? (
        <p className="mt-2 rounded bg-beet-tint px-2 py-1.5 font-semibold text-beet">
          Refunded in full: not to be made.{" "}
          <Link to={`/admin/orders/${order.id}`} className="inline-flex min-h-11 items-center underline underline-offset-2 lg:min-h-6">
            Cancel {order.number}
          </Link>
        </p>
      ) : null}
      <Steps order={order} form={form} />
      <More order={order} form={form} />
    </article>
  );
}

function isInKitchen({ status }: BoardCardProps["order"]): boolean {
  return status === "accepted" || status === "preparing";
}

function urgencyOf(order: BoardCardProps["order"], now: Date) {
  return isInKitchen(order) ? promiseUrgency(order.promisedAt, now) : "calm";
}

function CardHeader({ order, now }: Pick<BoardCardProps, "order" | "now">) {
  const isWaiting = isInKitchen(order);
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <h3 id={`order-${order.id}`} className="text-xl">
        <Link
          to={`/admin/orders/${order.id}`}
          className="-my-2 inline-flex min-h-11 items-center underline decoration-hairline underline-offset-4 hover:decoration-ink lg:my-0 lg:min-h-6"
        >
          {order.number}
        </Link>
      </h3>
      <FulfillmentTag fulfillment={order.fulfillment} />
      <span className="ml-auto">
        {order.promisedAt !== null && isWaiting ? (
          <UrgencyTag urgency={urgencyOf(order, now)}>{formatDue(order.promisedAt, now)}</UrgencyTag>
        ) : null}
        {order.promisedAt === null || isWaiting ? null : <StatusWord status={order.status} />}
      </span>
    </header>
  );
}

function Delivery({ order: { address, customer } }: Pick<BoardCardProps, "order">) {
  if (address === null) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-ink-2">
      <span className="wrap-anywhere">
        {[address.street, address.unit, address.city, address.postalCode].filter((part) => part !== "").join(", ")}
      </span>
      {customer.phone === "" ? null : (
        <a
          href={`tel:${customer.phone}`}
          className="figures inline-flex min-h-11 items-center text-primary underline underline-offset-2 lg:min-h-6"
        >
          {customer.phone}
        </a>
      )}
    </p>
  );
}

interface ActsProps {
  readonly order: StaffOrder;
  readonly form: ReturnType<typeof useOrderForm>;
}

/** The next step as the wide button, with other steps and undo below it. */
function Steps({ order, form }: ActsProps) {
  const [next, ...others] = stepsForward(order);
  const back = stepBackLabel(order);
  const isBusy = form.busyWith !== null || order.isSettling;
  return (
    <form.fetcher.Form method="post" className="mt-3 grid gap-2">
      <OrderFields order={order} />
      {isOwed(order) && next?.event === "complete" ? (
        <HandoverCash orderId={order.id} total={order.finalTotal} currency={order.currency} />
      ) : null}
      {next === undefined ? null : (
        <Button type="submit" name="intent" value={next.event} size="large" data-act="step" disabled={isBusy}>
          {form.busyWith === next.event ? "One moment…" : next.label}
          <span className="sr-only">, {order.number}</span>
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        {others.map((step) => (
          <Button key={step.event} type="submit" name="intent" value={step.event} look="outline" className="grow px-3" disabled={isBusy}>
            {step.label}
            <span className="sr-only">, {order.number}</span>
          </Button>
        ))}
        {back === null ? null : (
          <Button type="submit" name="intent" value="undo" look="outline" className="grow px-3" disabled={isBusy}>
            ↩ {back}
            <span className="sr-only">, {order.number}</span>
          </Button>
        )}
      </div>
      <StepsAnyway order={order} isDisabled={isBusy} />
    </form.fetcher.Form>
  );
}

/** Less frequent actions: another time, a call, the printed ticket. */
function More({ order, form }: ActsProps) {
  return (
    <Fold
      title={
        <>
          More<span className="sr-only">, {order.number}</span>
        </>
      }
      className="mt-1"
    >
      <div className="grid gap-3 pb-1">
        <DelayForm order={order} form={form} />
        <p className="flex flex-wrap gap-x-4">
          {order.customer.phone === "" || order.address !== null ? null : (
            <a
              href={`tel:${order.customer.phone}`}
              className="figures inline-flex min-h-11 items-center gap-1.5 text-primary underline underline-offset-2"
            >
              <PhoneIcon aria-hidden className="size-4" /> {order.customer.phone}
            </a>
          )}
          <a
            href={`/admin/orders/${order.id}?print=ticket`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 text-primary underline underline-offset-2"
          >
            <PrinterIcon aria-hidden className="size-4" /> Print ticket
          </a>
        </p>
      </div>
    </Fold>
  );
}
