import * as texts from "#texts/cart/view-order.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { CheckIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { formatMoney, type Cents } from "#app/values/money.ts";
import { buttonClass } from "#app/kit/button.tsx";
import { useCartChange } from "#app/cart/ui/cart-events.ts";
import { itemsTotalOf, readCart } from "#app/cart/ui/read-cart.ts";

export interface ViewOrderProps {
  readonly badge: number;
  /** The name of the added item; "" if nothing was added on this page. */
  readonly added: string;
  /** A product page already has its filled button above. */
  readonly isBelowAdd: boolean;
}

/**
 * The order's item count and the price of its items as on the menu: before added tax, delivery and tip. The amount is fetched on mount,
 * when the count differs, and when the page becomes visible. Until then the previous amount stays.
 */
export function ViewOrder({ badge, added, isBelowAdd }: ViewOrderProps) {
  const format = useMoneyFormat();
  const [known, setKnown] = useState<{ readonly badge: number; readonly itemsTotal: Cents } | null>(null);
  useCartChange((change) => {
    if (change.badge !== null && change.itemsTotal !== undefined) setKnown({ badge: change.badge, itemsTotal: change.itemsTotal });
  });
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const ask = async () => {
      const cart = await readCart(signal);
      if (cart !== null && !signal.aborted) setKnown({ badge, itemsTotal: itemsTotalOf(cart, format.currency) });
    };
    const onVisible = () => {
      if (document.visibilityState === "visible") void ask();
    };
    if (known?.badge !== badge) void ask();
    window.addEventListener("pageshow", onVisible, { signal });
    document.addEventListener("visibilitychange", onVisible, { signal });
    return () => abort.abort();
  }, [badge, known, format.currency]);
  if (known?.badge !== badge) return null;
  return (
    <section
      aria-label={texts.yourOrder}
      className="border-t border-hairline bg-surface px-4 pt-2 pb-[max(8px,env(safe-area-inset-bottom))]"
    >
      {added === "" ? null : (
        <p aria-hidden className="mb-1.5 flex items-center gap-2 text-sm font-semibold text-leaf">
          <CheckIcon className="size-4 shrink-0" />
          <span className="line-clamp-2 wrap-anywhere">{added}</span>
        </p>
      )}
      <Link to="/cart" className={buttonClass({ look: isBelowAdd ? "outline" : "filled", className: "figures w-full" })}>
        {texts.viewOrder(badge, formatMoney(known.itemsTotal, format))}
      </Link>
    </section>
  );
}
