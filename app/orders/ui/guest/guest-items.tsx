import { formatUsd } from "#app/values/money.ts";
import { OptionList } from "#app/cart/ui/option-list.tsx";
import { Totals, WhyThisTotal } from "#app/cart/ui/totals.tsx";
import type { GuestOrder } from "./guest-order.ts";

/** What was ordered and what it cost, as charged. */
export function GuestItems({ order }: { readonly order: GuestOrder }) {
  const isDelivery = order.fulfillment === "delivery";
  return (
    <>
      <ul className="grid gap-3">
        {order.items.map((item) => (
          <li key={item.id}>
            <div className="flex items-baseline gap-2">
              <span className="figures shrink-0 font-semibold">{item.quantity} ×</span>
              <span className="font-semibold">{item.name}</span>
              <span aria-hidden className="leader" />
              <span className="figures">{formatUsd(item.lineTotal)}</span>
            </div>
            <OptionList selected={item.options} />
            {item.note === "" ? null : <p className="mt-1 text-sm text-ink-2 italic">Note: {item.note}</p>}
            {item.isFreeItem ? <p className="mt-1 text-sm text-ink-2">Added for you, free of charge.</p> : null}
          </li>
        ))}
      </ul>
      <div className="cut mt-4 pt-4">
        <Totals totals={order.totals} isDelivery={isDelivery} hasTip={order.totals.tip > 0} />
        <WhyThisTotal totals={order.totals} isDelivery={isDelivery} tipBase={null} />
      </div>
    </>
  );
}
