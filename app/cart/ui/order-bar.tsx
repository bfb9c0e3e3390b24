import { CheckIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { formatUsd, type Cents } from "#app/values/money.ts";
import { buttonClass } from "#app/kit/button.tsx";
import { useEdgeHeight } from "#app/kit/hooks/use-edge-height.ts";
import { useCartChange } from "./cart-events.ts";

/** Pages with a main button of their own for the same thing. */
const ELSEWHERE = /^\/(?:cart|checkout|payment-complete)\b/;

/**
 * "View order · 3 · $41.20" at the lower edge of every menu page below the width of the added panel: what was just put in, and the way on. A
 * product's page has its own bar there, so that this one only joins it once something was added.
 */
export function OrderBar({ badge }: { readonly badge: number | null }) {
  const { pathname } = useLocation();
  const [known, setKnown] = useState<{ readonly badge: number; readonly total: Cents } | null>(null);
  const [added, setAdded] = useState<{ readonly text: string; readonly path: string } | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEdgeHeight(bar, "--dock");
  useCartChange((change) => {
    if (change.badge !== null && change.total !== undefined) setKnown({ badge: change.badge, total: change.total });
    if (change.added != null) setAdded({ text: `${change.added.quantity} × ${change.added.name} added`, path: pathname });
  });
  const isKnown = badge !== null && known?.badge === badge;
  useEffect(() => {
    if (badge === null || badge === 0 || isKnown) return;
    const abort = new AbortController();
    const ask = async () => {
      // A failed read is no news: the icon above shows the count all the same.
      const response = await fetch("/api/cart", { cache: "no-store", signal: abort.signal }).catch(() => null);
      if (response?.ok !== true) return;
      const cart = (await response.json()) as { readonly final_total: number };
      if (!abort.signal.aborted) setKnown({ badge, total: Math.round(cart.final_total * 100) });
    };
    void ask();
    return () => abort.abort();
  }, [badge, isKnown]);
  const isHere = added?.path === pathname;
  const isShown = isKnown && badge > 0 && !ELSEWHERE.test(pathname) && (isHere || !pathname.startsWith("/products/"));
  return (
    <div ref={bar} className="sticky bottom-[var(--bars,0px)] z-30 lg:hidden print:hidden">
      <p role="status" className="sr-only">
        {isHere ? added.text : ""}
      </p>
      {isShown ? (
        <div className="border-t border-hairline bg-surface px-4 pt-2 pb-[max(8px,env(safe-area-inset-bottom))]">
          {isHere ? (
            <p aria-hidden className="mb-1.5 flex items-center gap-2 text-sm font-semibold text-leaf">
              <CheckIcon className="size-4 shrink-0" />
              <span className="truncate">{added.text}</span>
            </p>
          ) : null}
          <Link to="/cart" className={buttonClass({ className: "figures w-full" })}>
            View order · {badge} · {formatUsd(known.total)}
          </Link>
        </div>
      ) : null}
    </div>
  );
}
