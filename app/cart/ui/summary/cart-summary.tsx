import * as texts from "#texts/cart/summary.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { ClockIcon } from "lucide-react";
import { isTimeProblem, type CartProblem } from "#app/cart/domain/cart.ts";
import { formatMoney, type Cents } from "#app/values/money.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import type { CartView } from "#app/cart/ui/cart-view.ts";
import { CouponBox } from "./coupon-box.tsx";
import { NextSteps } from "./next-steps.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { Totals, WhyThisTotal } from "./totals.tsx";

interface CartSummaryProps {
  readonly cart: CartView;
  /** The earliest ready time; null if no time is available. */
  readonly soonest: string | null;
  readonly said: string | null;
  /** Problems of the cart as a whole. */
  readonly problems: readonly CartProblem[];
}

/** The summary next to the lines: codes, costs and checkout link (on phones also a bottom bar). */
export function CartSummary({ cart, soonest, said, problems }: CartSummaryProps) {
  const { priced } = cart;
  const isDelivery = cart.fulfillment === "delivery";
  return (
    <section aria-labelledby="summary-title" className="lg:sticky lg:top-24">
      <div className="ticket grid gap-5 px-4 pt-5 pb-6 sm:px-6">
        <h2 id="summary-title" className="rule pb-2 text-xl">
          {texts.summary}
        </h2>
        <p className="flex items-center gap-2 text-ink-2">
          <ClockIcon aria-hidden className="size-5 shrink-0" />
          <span>
            {wayText(isDelivery, soonest)}
            {choicesLeft(cart)}
          </span>
        </p>
        <CouponBox cartId={cart.id} priced={priced} said={said} from="cart" />
        <NextSteps priced={priced} />
        <div className="cut pt-4">
          <Totals totals={priced} isDelivery={isDelivery} hasTip={cart.tipPresets !== null} />
          <WhyThisTotal totals={priced} isDelivery={isDelivery} tipBase={priced.tipBase} />
        </div>
        {problems.map((problem) => (
          <ProblemNote key={problem.code} blocks={problem.blocks && !(cart.hasLaterTime && isTimeProblem(problem))}>
            {problem.message}
          </ProblemNote>
        ))}
        <div className="hidden lg:grid">
          <ButtonLink to="/checkout" reloadDocument size="large">
            <CheckoutWords total={priced.finalTotal} />
          </ButtonLink>
        </div>
      </div>
      <div className="fixed inset-x-0 bottom-(--edge) z-30 border-t border-hairline bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] lg:hidden">
        <ButtonLink to="/checkout" reloadDocument size="large" className="w-full flex-wrap">
          <CheckoutWords total={priced.finalTotal} />
        </ButtonLink>
      </div>
    </section>
  );
}

function wayText(isDelivery: boolean, soonest: string | null): string {
  if (soonest === null) return isDelivery ? texts.delivery : texts.pickup;
  return isDelivery ? texts.deliveryAt(soonest) : texts.pickupAt(soonest);
}

/** " You choose place, time and tip at the checkout."; "" where the shop offers no such choice. */
function choicesLeft({ canDeliver, canSchedule, tipPresets }: CartView): string {
  const hasTip = tipPresets !== null;
  return canDeliver || canSchedule || hasTip ? ` ${texts.youChoose(canDeliver, canSchedule, hasTip)}` : "";
}

/** One text node, because flex separates the parts of a button. */
function CheckoutWords({ total }: { readonly total: Cents }) {
  const format = useMoneyFormat();
  return <span className="figures">{texts.checkout(formatMoney(total, format))}</span>;
}
