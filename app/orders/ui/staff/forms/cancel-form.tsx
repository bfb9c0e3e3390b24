import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useState, type SubmitEvent } from "react";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { parseMoney } from "#app/values/money/money-input.ts";
import { defaultRefund } from "#app/orders/domain/changes/order-refunds.ts";
import { CANCEL_REASONS } from "#app/orders/domain/order.ts";
import type { OrderForm } from "./use-order-form.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { Button } from "#app/kit/button.tsx";
import { OrderFields } from "./order-fields.tsx";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { RefundAmount, RefundChoice, refundProblem, RestockField } from "./refund-fields.tsx";
import { ReasonFields, reasonProblem, type ReasonProblem } from "./reject-form.tsx";

type Refund = "full" | "none" | "amount";

/** Cancels an accepted order: reason and refund amount, both named on the button. */
export function CancelForm({ order, form }: { readonly order: StaffOrderDetail; readonly form: OrderForm }) {
  const format = useMoneyFormat();
  const [refund, setRefund] = useState<Refund>("full");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<ReasonProblem | null>(null);
  const [isSent, setSent] = useState(false);
  const isHydrated = useIsClient();
  const { refundable } = order.money;
  const parsed = parseMoney(typed, format);
  const amount = { full: refundable, none: 0, amount: parsed.ok ? parsed.value : null }[refund];
  const isPossible = amount !== null && amount <= refundable;
  const amountProblem = refundProblem(amount, refundable, isSent && !isPossible, format);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const missing = reasonProblem(event.currentTarget);
    setProblem(missing);
    setSent(!isPossible);
    if (missing !== null || !isPossible) event.preventDefault();
    if (missing === null && !isPossible) event.currentTarget.querySelector<HTMLElement>("[name=amount]")?.focus();
  };
  if (!order.events.includes("cancel")) return null;
  const mayKeepMoney = order.events.includes("cancel_in_part");
  return (
    <form.fetcher.Form method="post" noValidate={isHydrated} onSubmit={submit} className="grid gap-3">
      <OrderFields order={order} intent="cancel" />
      <ReasonFields
        orderId={`${order.id}-cancel`}
        reasons={CANCEL_REASONS}
        problem={problem}
        onReason={(reason) => setRefund(mayKeepMoney ? defaultRefund(reason) : "full")}
      />
      {refundable === 0 ? null : (
        <fieldset className="grid gap-1">
          <legend className="font-semibold">Money back</legend>
          {(
            [
              ["full", `Everything, ${formatMoney(refundable, format)}`],
              ["none", "Nothing"],
              ["amount", "An amount"],
            ] as const
          )
            .filter(([value]) => mayKeepMoney || value === "full")
            .map(([value, label]) => (
              <RefundChoice key={value} name="refund" value={value} chosen={refund} label={label} onChoose={setRefund} />
            ))}
          {refund === "amount" ? <RefundAmount typed={typed} onType={setTyped} most={refundable} problem={amountProblem} /> : null}
        </fieldset>
      )}
      {order.holdsStock ? <RestockField isChecked /> : null}
      {order.paidBy === null ? null : (
        <p className="border-l-2 border-ink pl-3 font-semibold">
          {formatMoney(order.finalTotal, format)} was taken in the shop. Pay it back by hand.
        </p>
      )}
      <Button type="submit" look="danger" disabled={form.busyWith !== null}>
        {form.busyWith === "cancel" ? "Cancelling…" : buttonWords(order.number, isPossible ? amount : null, format)}
      </Button>
    </form.fetcher.Form>
  );
}

/** The button's action; null without a valid amount. */
function buttonWords(number: string, amount: Cents | null, format: MoneyFormat): string {
  if (amount === null) return `Cancel ${number}`;
  return amount === 0 ? `Cancel ${number}, refund nothing` : `Cancel ${number} and refund ${formatMoney(amount, format)}`;
}
