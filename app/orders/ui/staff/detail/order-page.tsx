import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { CustomerNote } from "#app/orders/ui/staff/customers/customer-link.tsx";
import { AllergyMark } from "#app/orders/ui/allergy-mark.tsx";
import { ChevronLeftIcon, ChevronRightIcon, DownloadIcon, PrinterIcon } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useFetcher, useSearchParams } from "react-router";
import { formatMoney } from "#app/values/money.ts";
import { formatDue } from "#app/orders/domain/counter/order-pace.ts";
import { reasonLabel } from "#app/orders/domain/order.ts";
import { focusPage, giveFocus } from "#app/kit/focus/focus-target.ts";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { useOrderForm, type OrderForm } from "#app/orders/ui/staff/forms/use-order-form.ts";
import { Button, ButtonLink, buttonClass } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { LeaveQuestion } from "#app/kit/forms/leave-question.tsx";
import { AcceptForm } from "#app/orders/ui/staff/forms/accept-form.tsx";
import { CancelForm } from "#app/orders/ui/staff/forms/cancel-form.tsx";
import { DelayForm } from "#app/orders/ui/staff/forms/delay-form.tsx";
import { useHeldRejection } from "#app/orders/ui/staff/forms/use-held-rejection.ts";
import { HeldRejection } from "#app/orders/ui/staff/forms/held-rejection.tsx";
import { EditItemsForm } from "#app/orders/ui/staff/forms/edit-items-form.tsx";
import { HandoverCash } from "#app/orders/ui/staff/forms/cash-given-field.tsx";
import { isOwed } from "#app/orders/domain/handover-payment.ts";
import { OrderFields } from "#app/orders/ui/staff/forms/order-fields.tsx";
import { OrderFacts, OrderPayment } from "./order-panels.tsx";
import { PricedLines } from "./priced-lines.tsx";
import { AnswerNotice, PaymentProblem } from "#app/orders/ui/staff/order-notices.tsx";
import { LinkedOrders } from "#app/orders/ui/staff/linked-orders.tsx";
import { canChange, stepBackLabel, stepsAnyway, stepsForward } from "#app/orders/ui/staff/board/next-steps.ts";
import { StepsAnyway } from "#app/orders/ui/staff/board/steps-anyway.tsx";
import { OrderStory } from "./order-story.tsx";
import { OrderTotals } from "./order-totals.tsx";
import { FulfillmentTag, StatusWord } from "#app/orders/ui/staff/order-words.tsx";
import type { OrderFormAnswer } from "#app/orders/ui/staff/staff-order.ts";
import type { StaffOrderDetail } from "./staff-order-detail.ts";
import { MessageForm, NoteForm } from "#app/orders/ui/staff/forms/note-form.tsx";
import { RefundForm } from "#app/orders/ui/staff/forms/refund-form.tsx";
import { WeighForm } from "#app/orders/ui/staff/forms/weigh-form.tsx";
import { RejectForm } from "#app/orders/ui/staff/forms/reject-form.tsx";

interface OrderPageProps {
  readonly order: StaffOrderDetail;
  readonly now: Date;
  readonly hasPrinters?: boolean;
  /** The result of the editor's last change; "" = none. */
  readonly changed?: string;
  /** The editor of the order; null: not open. It warns before its input is lost; `unsent`: the warning about another unsent text, "" = none. */
  readonly editor?: ((unsent: string) => ReactNode) | null;
  /** A notice about a pending payment link. */
  readonly children?: ReactNode;
}

const UNSENT = "The text that you wrote under Timeline is not sent yet.";

/** Replaces the number of an order that has none yet. */
export const UNPAID = "Unpaid order";

/** The complete order: items, actions, payment and history. */
export function OrderPage({ order, now, hasPrinters = false, changed = "", editor = null, children = null }: OrderPageProps) {
  const form = useOrderForm(order.id);
  const [texts, setTexts] = useState({ note: "", message: "" });
  const isUnsent = `${texts.note}${texts.message}`.trim() !== "" && form.busyWith === null;
  const [before, setBefore] = useState({ changed, answer: form.answer });
  // A change by the editor is newer than a response that this page already had.
  if (before.changed !== changed) setBefore({ changed, answer: form.answer });
  const done = form.answer?.kind === "done" && form.answer !== before.answer ? form.answer.message : changed;
  const wasCancelled = form.answer?.kind === "done" && form.answer.event === "cancel" && order.status === "abandoned";
  useEffect(() => {
    // The link's panel, which had the focus, has been removed.
    if (wasCancelled) focusPage();
  }, [wasCancelled]);
  const last = order.story.findLast((entry) => entry.mailId === null);
  const isFresh = last !== undefined && now.getTime() - last.at.getTime() < 60_000;
  return (
    <div className="grid gap-4">
      <nav aria-label="Breadcrumb" className="flex flex-wrap items-center justify-between gap-2">
        <Link to={listOf(order.status)} className="inline-flex min-h-11 items-center text-primary lg:min-h-8 underline underline-offset-2">
          Orders
        </Link>
        <span className="flex gap-2">
          <Neighbour id={order.previousId} label="Previous order" rel="prev" />
          <Neighbour id={order.nextId} label="Next order" rel="next" />
        </span>
      </nav>
      <OrderHeader order={order} now={now} hasPrinters={hasPrinters} />
      {isFresh ? (
        <p className="text-ink-2">
          {last.what} · {last.who}, <span className="figures">{Math.max(0, Math.round((now.getTime() - last.at.getTime()) / 1000))} s</span>{" "}
          ago
        </p>
      ) : null}
      <p role="status" className={done === "" ? "sr-only" : "rounded border border-leaf bg-leaf-tint px-3 py-2 text-base font-semibold"}>
        {done}
      </p>
      <div className="ticket p-4 empty:hidden sm:p-6">
        {editor?.(isUnsent ? UNSENT : "")}
        {children}
      </div>
      {editor === null ? <LeaveQuestion isDirty={isUnsent} text={UNSENT} /> : null}
      <LinkedOrders order={order} />
      <PaymentProblem order={order} />
      {order.reason === null ? null : (
        <p className="rounded border border-hairline bg-canvas p-3">
          <strong>{reasonLabel(order.reason.code)}.</strong> {order.reason.text}
        </p>
      )}
      {/* On a phone actions come first; on a desktop they are next to the items. */}
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 lg:col-start-2">
          <OrderActions order={order} form={form} now={now} />
        </div>
        <OrderContents order={order} form={form} now={now} texts={texts} onTexts={setTexts} />
        <CustomerAndPayment order={order} now={now} />
      </div>
    </div>
  );
}

function OrderHeader({ order, now, hasPrinters }: Required<Omit<OrderPageProps, "children" | "changed" | "editor">>) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-3xl">{order.number === "" ? UNPAID : order.number}</h1>
      <FulfillmentTag fulfillment={order.fulfillment} />
      <span className="text-base font-semibold">
        <StatusWord status={order.status} />
      </span>
      {order.promisedAt !== null && (order.status === "accepted" || order.status === "preparing") ? (
        <span className="figures text-ink-2">{formatDue(order.promisedAt, now)}</span>
      ) : null}
      {order.number === "" ? null : <Papers orderId={order.id} hasPrinters={hasPrinters} />}
    </header>
  );
}

/** On a phone in one row, so that Accept is visible below it. */
const PAPER = "min-h-11 max-sm:px-2 max-sm:[&>svg]:hidden lg:min-h-10";

/** Prints and emails of a placed order. */
function Papers({ orderId, hasPrinters }: { readonly orderId: string; readonly hasPrinters: boolean }) {
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow sm:ml-auto">
      {hasPrinters ? <Reprint orderId={orderId} /> : null}
      {(["ticket", "receipt"] as const).map((paper) => (
        <a
          key={paper}
          href={`?print=${paper}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ look: "outline", size: "desk", className: PAPER })}
        >
          <PrinterIcon aria-hidden className="size-4" /> Print {paper}
        </a>
      ))}
      <a href={`/admin/api/orders/${orderId}/receipt`} className={buttonClass({ look: "outline", size: "desk", className: PAPER })}>
        <DownloadIcon aria-hidden className="size-4" /> Receipt (PDF)
      </a>
    </div>
  );
}

interface OrderPartProps extends OrderPageProps {
  readonly form: OrderForm;
}

interface Texts {
  readonly note: string;
  readonly message: string;
}

interface OrderContentsProps extends OrderPartProps {
  /** Typed under Timeline, and not sent yet. */
  readonly texts: Texts;
  readonly onTexts: (change: (texts: Texts) => Texts) => void;
}

function OrderContents({ order, form, now, texts, onTexts }: OrderContentsProps) {
  const [query] = useSearchParams();
  return (
    <div className="grid min-w-0 gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
      <Section title="Items">
        <PricedLines order={order} />
        <WeighForm order={order} form={form} />
        <AllergyMark note={order.allergyNote} />
        {order.instructions === "" ? null : (
          <p className="mt-3 border-l-4 border-saffron pl-2 text-base font-semibold wrap-anywhere">{order.instructions}</p>
        )}
        <CustomerNote order={order} className="mt-3 text-base" />
        <div className="mt-4 ml-auto max-w-80">
          <OrderTotals money={order.money} fulfillment={order.fulfillment} />
        </div>
        {canChange(order) && !query.has("change") ? (
          <ButtonLink look="outline" className="mt-4" to="?change=1">
            Change order…
          </ButtonLink>
        ) : null}
        {/* Below the items, where names and amounts have room. It stays mounted during the provider call, so that it keeps the focus.
            It resets only when the refundable amount changes, so that another user's step does not clear typed text. */}
        {form.busyWith === "refund" || (order.events.includes("refund") && order.money.refundable > 0) ? (
          <Fold key={order.money.refundable} title="Refund…" look="danger" className="mt-2">
            <RefundForm order={order} form={form} />
          </Fold>
        ) : null}
      </Section>
      <Section title="Timeline">
        <OrderStory story={order.story} now={now} />
        <NoteForm order={order} form={form} text={texts.note} onText={(note) => onTexts((before) => ({ ...before, note }))} />
        <MessageForm order={order} form={form} text={texts.message} onText={(message) => onTexts((before) => ({ ...before, message }))} />
      </Section>
    </div>
  );
}

function CustomerAndPayment({ order, now }: Omit<OrderPartProps, "form">) {
  return (
    <div className="grid min-w-0 gap-6 lg:col-start-2">
      <Section title={order.fulfillment === "delivery" ? "Customer and address" : "Customer"}>
        <OrderFacts order={order} now={now} />
      </Section>
      <Section title="Payment">
        <OrderPayment order={order} now={now} />
      </Section>
    </div>
  );
}

/** The next steps, as on the ticket and the board. */
function OrderActions({ order, form, now }: OrderPartProps) {
  const format = useMoneyFormat();
  const area = useRef<HTMLElement>(null);
  const rejection = useHeldRejection(order, form, area);
  const acted = useRef(false);
  // The clicked control is removed with its step, so the focus moves to the next step.
  useAnswer(form.fetcher, () => {
    if (!acted.current) return;
    acted.current = false;
    const next = area.current?.querySelector("button[type=submit][data-act=step], button[data-act=accept]");
    if (!giveFocus(next)) focusPage();
  });
  const isDisabled = form.busyWith !== null || order.isSettling || rejection.held !== null;
  if (order.isSettling)
    return (
      <p className="rounded border border-harbour bg-harbour-tint p-3 font-semibold">
        Waiting for the card provider. This page updates by itself.
      </p>
    );
  const hasSteps = stepsForward(order).length > 0 || stepBackLabel(order) !== null || stepsAnyway(order).length > 0;
  const isAcceptable = order.events.includes("accept") || order.events.includes("accept_at_pickup");
  if (!hasSteps && !isAcceptable && !order.events.includes("reject")) return <AnswerNotice answer={form.answer} />;
  return (
    <section
      ref={area}
      aria-label="Next step"
      className="ticket mb-2 p-4"
      onSubmit={() => {
        acted.current = true;
      }}
    >
      {order.status === "received" ? (
        <p className="mb-2 text-base font-semibold">{formatMoney(order.finalTotal, format)} · take this order?</p>
      ) : null}
      {isAcceptable && rejection.held === null ? <AcceptForm order={order} form={form} isDisabled={isDisabled} now={now} /> : null}
      {hasSteps ? <StepsForm order={order} form={form} isDisabled={isDisabled} /> : null}
      <div className="mt-3 empty:hidden">
        <DelayForm order={order} form={form} />
      </div>
      <AnswerNotice answer={form.answer} />
      {rejection.held === null ? null : <HeldRejection number={order.number} rejection={rejection} />}
      {rejection.held === null && order.events.includes("reject") ? (
        <div data-act="reject">
          <Fold title="Reject or change…" look="danger" className="mt-2">
            <div className="grid gap-4">
              <EditItemsForm order={order} form={form} isDisabled={isDisabled} />
              <RejectForm order={order} isDisabled={isDisabled} onReject={(fields) => rejection.hold(fields)} />
            </div>
          </Fold>
        </div>
      ) : null}
      {order.events.includes("cancel") ? (
        <Fold key={order.money.refundable} title={`Cancel ${order.number}…`} look="danger" className="mt-2">
          <CancelForm order={order} form={form} />
        </Fold>
      ) : null}
    </section>
  );
}

interface StepsFormProps {
  readonly order: StaffOrderDetail;
  readonly form: OrderForm;
  readonly isDisabled: boolean;
}

function StepsForm({ order, form, isDisabled }: StepsFormProps) {
  const back = stepBackLabel(order);
  return (
    <form.fetcher.Form method="post" className="grid gap-2">
      <OrderFields order={order} />
      {isOwed(order) && order.events.includes("complete") ? (
        <HandoverCash orderId={order.id} total={order.finalTotal} currency={order.currency} />
      ) : null}
      {stepsForward(order).map((step, index) => (
        <Button
          key={step.event}
          type="submit"
          name="intent"
          value={step.event}
          look={index === 0 ? "filled" : "outline"}
          size={index === 0 ? "large" : "touch"}
          data-act="step"
          disabled={isDisabled}
        >
          {form.busyWith === step.event ? "One moment…" : step.label}
        </Button>
      ))}
      {back === null ? null : (
        <Button type="submit" name="intent" value="undo" look="outline" disabled={isDisabled}>
          ↩ {back}
        </Button>
      )}
      <StepsAnyway order={order} isDisabled={isDisabled} />
    </form.fetcher.Form>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="rule mb-3 pb-1 text-lg">{title}</h2>
      {children}
    </section>
  );
}

/** Prints another kitchen ticket on every active receipt printer. */
function Reprint({ orderId }: { readonly orderId: string }) {
  const fetcher = useFetcher<OrderFormAnswer>({ key: `reprint:${orderId}` });
  return (
    <fetcher.Form method="post" className="contents">
      <input type="hidden" name="order" value={orderId} />
      <Button
        type="submit"
        name="intent"
        value="reprint"
        look="outline"
        size="desk"
        className="min-h-11 lg:min-h-10"
        disabled={fetcher.state !== "idle"}
      >
        <PrinterIcon aria-hidden className="size-4" /> Kitchen printer
      </Button>
      <span role="status" className="self-center font-semibold empty:hidden">
        {fetcher.data?.message}
      </span>
    </fetcher.Form>
  );
}

function Neighbour({ id, label, rel }: { readonly id: string | null; readonly label: string; readonly rel: "prev" | "next" }) {
  const Icon = rel === "prev" ? ChevronLeftIcon : ChevronRightIcon;
  if (id === null) return null;
  return (
    <Link
      to={`/admin/orders/${id}`}
      rel={rel}
      aria-label={label}
      className={buttonClass({ look: "outline", size: "desk-icon", className: "size-11 lg:size-10" })}
    >
      <Icon aria-hidden className="size-5" />
    </Link>
  );
}

/** The URL of the list with orders of this status. */
function listOf(status: StaffOrderDetail["status"]): string {
  if (status === "received" || status === "awaiting_payment") return "/admin/orders";
  return status === "rejected" || status === "cancelled" ? "/admin/orders/rejected" : "/admin/orders/accepted";
}
