import * as texts from "#texts/promotions/coupons.ts";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import { listNextSteps } from "#app/cart/domain/next-steps.ts";

/** Ways to save more; nothing if empty. */
export function NextSteps({ priced }: { readonly priced: PricedCart }) {
  const steps = listNextSteps(priced);
  if (steps.length === 0) return null;
  return (
    <ul aria-label={texts.withinReach} className="grid gap-2 text-sm">
      {steps.map(({ title, text }) => (
        <li key={`${title} ${text}`} className="border-l-4 border-leaf pl-3">
          <span className="block font-semibold">{title}</span>
          <span className="figures text-ink-2">{text}</span>
        </li>
      ))}
    </ul>
  );
}
