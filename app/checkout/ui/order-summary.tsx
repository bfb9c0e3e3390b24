import { Link } from "react-router";
import { formatUsd } from "#app/values/money.ts";
import type { CartView } from "#app/cart/ui/cart-view.ts";
import { NextSteps } from "#app/cart/ui/next-steps.tsx";
import { OptionList } from "#app/cart/ui/option-list.tsx";
import { Totals, WhyThisTotal } from "#app/cart/ui/totals.tsx";

/** What is being paid for: beside the form on wide screens, folded under its total on phones. */
export function OrderSummary({ cart }: { readonly cart: CartView }) {
  return (
    <>
      <details className="ticket mb-8 lg:hidden">
        <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 px-4">
          <span className="font-semibold text-primary underline underline-offset-2">Your order</span>
          <span className="figures font-display text-xl font-bold">{formatUsd(cart.priced.finalTotal)}</span>
        </summary>
        <div className="cut px-4 pt-4 pb-5">
          <Content cart={cart} />
        </div>
      </details>
      <aside aria-label="Your order" className="ticket sticky top-24 hidden px-6 pt-5 pb-6 lg:block">
        <h2 className="rule pb-2 text-xl">Your order</h2>
        <div className="mt-4">
          <Content cart={cart} />
        </div>
      </aside>
    </>
  );
}

function Content({ cart }: { readonly cart: CartView }) {
  const { priced } = cart;
  const isDelivery = cart.fulfillment === "delivery";
  return (
    <>
      <ul className="grid gap-3">
        {priced.lines.map((line) => (
          <li key={line.id}>
            <div className="flex items-baseline gap-2">
              <span className="figures shrink-0 font-semibold">{line.quantity} ×</span>
              <span className="font-semibold">{line.name}</span>
              <span aria-hidden className="leader" />
              <span className="figures">{formatUsd(line.lineTotal)}</span>
            </div>
            <OptionList selected={line.selected} />
            {line.note === "" ? null : <p className="mt-1 text-sm text-ink-2 italic">Note: {line.note}</p>}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link to="/cart" className="inline-flex min-h-11 items-center text-sm text-ink-2 underline underline-offset-2">
          Change the order or add a code
        </Link>
      </p>
      <NextSteps priced={priced} withCodes />
      <div className="cut mt-3 pt-4">
        <Totals totals={priced} isDelivery={isDelivery} hasTip={cart.tipPresets !== null} />
        <WhyThisTotal totals={priced} isDelivery={isDelivery} tipBase={priced.tipBase} />
      </div>
    </>
  );
}
