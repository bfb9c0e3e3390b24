import { useState } from "react";
import { formatUsd, parseDollars } from "#app/domain/money.ts";
import { defaultRefund } from "#app/domain/order-refunds.ts";
import { CANCEL_REASONS } from "#app/domain/order.ts";
import type { OrderForm } from "#app/ui/hooks/use-order-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { OrderFields } from "./hidden-fields.tsx";
import type { OrderDetailView } from "./order-detail-view.ts";
import { ReasonFields } from "./reject-form.tsx";

type Refund = "full" | "none" | "amount";

/** Ends an accepted order: why, and how much goes back (T15). The button says both. */
export function CancelForm({ order, form }: { readonly order: OrderDetailView; readonly form: OrderForm }) {
  const [refund, setRefund] = useState<Refund>("full");
  const [typed, setTyped] = useState("");
  if (!order.events.includes("cancel")) return null;
  const { refundable } = order.money;
  const parsed = parseDollars(typed);
  const amount = refund === "full" ? refundable : refund === "none" ? 0 : parsed.ok ? parsed.value : null;
  const isPossible = amount !== null && amount <= refundable;
  return (
    <form.fetcher.Form method="post" className="grid gap-3">
      <OrderFields order={order} intent="cancel" />
      <ReasonFields orderId={`${order.id}-cancel`} reasons={CANCEL_REASONS} onReason={(reason) => setRefund(defaultRefund(reason))} />
      {refundable === 0 ? null : (
        <fieldset className="grid gap-1">
          <legend className="font-semibold">Money back</legend>
          {(
            [
              ["full", `Everything, ${formatUsd(refundable)}`],
              ["none", "Nothing"],
              ["amount", "An amount"],
            ] as const
          ).map(([value, label]) => (
            <label key={value} className="flex min-h-9 items-center gap-3">
              <input
                type="radio"
                name="refund"
                value={value}
                checked={refund === value}
                onChange={() => setRefund(value)}
                className="size-5 accent-primary"
              />
              {label}
            </label>
          ))}
          {refund === "amount" ? (
            <label className="ml-8">
              <span className="sr-only">Amount in dollars</span>
              <input
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                className="figures min-h-10 w-32 rounded border border-field bg-surface px-3 text-base hover:border-ink"
              />
            </label>
          ) : null}
        </fieldset>
      )}
      <Button type="submit" look="danger" disabled={form.busyWith !== null || !isPossible}>
        {form.busyWith === "cancel"
          ? "Cancelling…"
          : amount === null || amount === 0 || !isPossible
            ? `Cancel ${order.number}, refund nothing`
            : `Cancel ${order.number} and refund ${formatUsd(amount)}`}
      </Button>
    </form.fetcher.Form>
  );
}
