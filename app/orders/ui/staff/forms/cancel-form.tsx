import { useState, type SubmitEvent } from "react";
import { formatUsd, parseDollars, type Cents } from "#app/values/money.ts";
import { defaultRefund } from "#app/orders/domain/changes/order-refunds.ts";
import { CANCEL_REASONS } from "#app/orders/domain/order.ts";
import type { OrderForm } from "./use-order-form.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { Button } from "#app/kit/button.tsx";
import { OrderFields } from "./order-fields.tsx";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { RefundAmount, RefundChoice } from "./refund-fields.tsx";
import { ReasonFields, reasonProblem, type ReasonProblem } from "./reject-form.tsx";

type Refund = "full" | "none" | "amount";

/** Ends an accepted order: why, and how much goes back. The button says both. */
export function CancelForm({ order, form }: { readonly order: StaffOrderDetail; readonly form: OrderForm }) {
  const [refund, setRefund] = useState<Refund>("full");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<ReasonProblem | null>(null);
  const isHydrated = useIsClient();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const missing = reasonProblem(event.currentTarget);
    setProblem(missing);
    if (missing !== null) event.preventDefault();
  };
  if (!order.events.includes("cancel")) return null;
  const { refundable } = order.money;
  const mayKeepMoney = order.events.includes("cancel_in_part");
  const parsed = parseDollars(typed);
  const amount = refund === "full" ? refundable : refund === "none" ? 0 : parsed.ok ? parsed.value : null;
  const isPossible = amount !== null && amount <= refundable;
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
              ["full", `Everything, ${formatUsd(refundable)}`],
              ["none", "Nothing"],
              ["amount", "An amount"],
            ] as const
          )
            .filter(([value]) => mayKeepMoney || value === "full")
            .map(([value, label]) => (
              <RefundChoice key={value} name="refund" value={value} chosen={refund} label={label} onChoose={setRefund} />
            ))}
          {refund === "amount" ? <RefundAmount typed={typed} onType={setTyped} most={refundable} /> : null}
        </fieldset>
      )}
      <Button type="submit" look="danger" disabled={form.busyWith !== null || !isPossible}>
        {form.busyWith === "cancel" ? "Cancelling…" : buttonWords(order.number, amount, refundable)}
      </Button>
    </form.fetcher.Form>
  );
}

/** What pressing will do, or what keeps it from doing it. */
function buttonWords(number: string, amount: Cents | null, refundable: Cents): string {
  if (amount === null) return "Enter the amount to refund";
  if (amount > refundable) return `At most ${formatUsd(refundable)}`;
  return amount === 0 ? `Cancel ${number}, refund nothing` : `Cancel ${number} and refund ${formatUsd(amount)}`;
}
