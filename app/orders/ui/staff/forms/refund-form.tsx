import { useState } from "react";
import { MAX_REASON_LENGTH } from "#app/values/limits.ts";
import { formatUsd, parseDollars } from "#app/values/money.ts";
import type { OrderForm } from "./use-order-form.ts";
import { Button } from "#app/kit/button.tsx";
import { OrderFields } from "./order-fields.tsx";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { RefundAmount, RefundChoice } from "./refund-fields.tsx";

type What = "all" | "items" | "amount";

/** Money back: all that is left, some lines, or an amount. The button names what will leave the account. */
export function RefundForm({ order, form }: { readonly order: StaffOrderDetail; readonly form: OrderForm }) {
  const [what, setWhat] = useState<What | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  if (!order.events.includes("refund") || order.money.refundable === 0) return null;
  const { refundable } = order.money;
  const amount = what === null ? null : amountOf(what, order, chosen, typed);
  const isPossible = amount !== null && amount > 0 && amount <= refundable;
  const isBusy = form.busyWith !== null;
  return (
    <form.fetcher.Form method="post" className="grid gap-3">
      <OrderFields order={order} intent="refund" />
      <fieldset className="grid gap-1">
        <legend className="sr-only">What to refund</legend>
        <RefundChoice
          name="what"
          value="all"
          chosen={what}
          onChoose={setWhat}
          label={`All that is left (${formatUsd(refundable)}), tip included`}
        />
        <RefundChoice name="what" value="items" chosen={what} onChoose={setWhat} label="Some items, with their tax" />
        {what === "items" ? (
          <div className="ml-8 grid gap-1">
            {order.lines.map((line) => {
              const back = order.money.lines.find((each) => each.id === line.id)?.refund ?? null;
              return (
                <label key={line.id} className={`flex min-h-11 items-center gap-2 lg:min-h-9 ${back === null ? "text-muted" : ""}`}>
                  <input
                    type="checkbox"
                    name="item"
                    value={line.id}
                    disabled={back === null || back === 0}
                    checked={chosen.includes(line.id)}
                    onChange={(event) => setChosen(event.target.checked ? [...chosen, line.id] : chosen.filter((id) => id !== line.id))}
                    className="size-5 accent-primary"
                  />
                  <span className="grow wrap-anywhere">
                    {line.quantity} × {line.name}
                  </span>
                  <span className="figures">{back === null ? "refunded" : formatUsd(back)}</span>
                </label>
              );
            })}
          </div>
        ) : null}
        <RefundChoice name="what" value="amount" chosen={what} onChoose={setWhat} label="An amount" />
        {what === "amount" ? <RefundAmount typed={typed} onType={setTyped} most={refundable} /> : null}
      </fieldset>
      <label className="grid gap-1 font-semibold">
        <span>
          Reason <span className="font-normal text-ink-2">(for your own records)</span>
        </span>
        <input name="text" type="text" maxLength={MAX_REASON_LENGTH} autoComplete="off" className="control min-h-11" />
      </label>
      <p className="text-ink-2">This cannot be taken back. The customer gets a mail.</p>
      <Button type="submit" look="danger" disabled={isBusy || !isPossible}>
        {form.busyWith === "refund"
          ? "Refunding…"
          : isPossible
            ? `Refund ${formatUsd(amount)} to the card`
            : amount !== null && amount > refundable
              ? `At most ${formatUsd(refundable)}`
              : "Refund"}
      </Button>
    </form.fetcher.Form>
  );
}

function amountOf(what: What, order: StaffOrderDetail, chosen: readonly string[], typed: string): number | null {
  if (what === "all") return order.money.refundable;
  if (what === "items")
    return order.money.lines.filter((line) => chosen.includes(line.id)).reduce((sum, line) => sum + (line.refund ?? 0), 0);
  const parsed = parseDollars(typed);
  return parsed.ok ? parsed.value : null;
}
