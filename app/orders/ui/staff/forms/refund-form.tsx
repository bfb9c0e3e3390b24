import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useState, type KeyboardEvent, type SubmitEvent } from "react";
import { MAX_REASON_LENGTH } from "#app/values/limits.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { parseMoney } from "#app/values/money/money-input.ts";
import { quantityRefund, type ItemQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import type { StaffOrderLine } from "#app/orders/ui/staff/staff-order.ts";
import type { OrderForm } from "./use-order-form.ts";
import { Button } from "#app/kit/button.tsx";
import { OrderFields } from "./order-fields.tsx";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { RefundAmount, RefundChoice, RefundLine, refundProblem, RestockField } from "./refund-fields.tsx";

type What = "all" | "items" | "amount";

/** Refund: the rest, lines, or an amount. The button shows the amount. */
export function RefundForm({ order, form }: { readonly order: StaffOrderDetail; readonly form: OrderForm }) {
  const format = useMoneyFormat();
  const [what, setWhat] = useState<What | null>(null);
  const [chosen, setChosen] = useState<ItemQuantities>({});
  const [typed, setTyped] = useState("");
  /** It was submitted without a refundable choice. */
  const [isSent, setSent] = useState(false);
  const { refundable } = order.money;
  const amount = what === null ? null : amountOf(what, order, chosen, typed, format);
  const isPossible = amount !== null && amount > 0 && amount <= refundable;
  const isBusy = form.busyWith !== null;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    setSent(!isPossible);
    if (isPossible) return;
    event.preventDefault();
    // The missing input: the amount, quantities, or the choice.
    const fields = event.currentTarget;
    const missing = fields.querySelector<HTMLElement>("[name=amount], fieldset select") ?? fields.querySelector<HTMLElement>("[name=what]");
    missing?.focus();
  };
  const missing = what === null ? "Choose what to refund." : "Choose how many of which items to refund.";
  const label = isPossible ? `Refund ${formatMoney(amount, format)} to the card` : "Refund";
  return (
    <form.fetcher.Form method="post" onSubmit={submit} onKeyDown={isPossible ? focusButton : undefined} className="grid gap-3">
      <OrderFields order={order} intent="refund" />
      <fieldset className="grid gap-1">
        <legend className="sr-only">What to refund</legend>
        <RefundChoice
          name="what"
          value="all"
          chosen={what}
          onChoose={setWhat}
          label={`Full remaining amount (${formatMoney(refundable, format)}), tip included`}
        />
        <RefundChoice name="what" value="items" chosen={what} onChoose={setWhat} label="Selected items (with tax)" />
        {what === "items" ? (
          <ul className="grid gap-1 sm:ml-8">
            {order.lines.map((line) => (
              <RefundLine
                key={line.id}
                line={line}
                chosen={chosen[line.id] ?? 0}
                back={backOf(order, line, chosen[line.id] ?? 0)}
                most={backOf(order, line, line.quantity - line.refundedQuantity)}
                onChoose={(quantity) => setChosen({ ...chosen, [line.id]: quantity })}
              />
            ))}
          </ul>
        ) : null}
        <RefundChoice name="what" value="amount" chosen={what} onChoose={setWhat} label="An amount" />
        {what === "amount" ? (
          <RefundAmount typed={typed} onType={setTyped} most={refundable} problem={refundProblem(amount, refundable, isSent, format)} />
        ) : null}
        <p role="alert" className="text-sm font-semibold text-beet empty:hidden">
          {!isSent || isPossible || what === "amount" ? null : missing}
        </p>
      </fieldset>
      {order.holdsStock && (what === "items" || what === "all") ? <RestockField isChecked={false} /> : null}
      <label className="grid gap-1 font-semibold">
        <span>
          Reason <span className="font-normal text-ink-2">(for your own records)</span>
        </span>
        <input name="text" type="text" maxLength={MAX_REASON_LENGTH} autoComplete="off" className="control min-h-11" />
      </label>
      <p className="text-ink-2">This cannot be undone. The customer is notified.</p>
      <Button type="submit" look="danger" disabled={isBusy}>
        {form.busyWith === "refund" ? "Refunding…" : label}
      </Button>
    </form.fetcher.Form>
  );
}

/** A refund cannot be undone, so Enter in a field only moves to the button with the amount. Holding the key down does not click it. */
function focusButton(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter") return;
  const button = event.currentTarget.querySelector<HTMLElement>("[type=submit]");
  if (event.target === button && !event.repeat) return;
  event.preventDefault();
  button?.focus();
}

/** The refund of this many more units of a line. */
function backOf({ money }: StaffOrderDetail, line: StaffOrderLine, quantity: number): Cents {
  const { paid = 0, refunded = 0 } = money.lines.find((each) => each.id === line.id) ?? {};
  return quantityRefund(paid, line.quantity, line.refundedQuantity, quantity, refunded);
}

function amountOf(what: What, order: StaffOrderDetail, chosen: ItemQuantities, typed: string, format: MoneyFormat): number | null {
  if (what === "all") return order.money.refundable;
  if (what === "items") return order.lines.reduce((sum, line) => sum + backOf(order, line, chosen[line.id] ?? 0), 0);
  const parsed = parseMoney(typed, format);
  return parsed.ok ? parsed.value : null;
}
