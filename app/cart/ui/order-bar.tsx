import { useEffect, useRef, useState, type ComponentType } from "react";
import { useLocation } from "react-router";
import { useEdgeHeight } from "#app/kit/hooks/use-edge-height.ts";
import { useCartChange } from "./cart-events.ts";
import type { ViewOrderProps } from "./view-order.tsx";

/** Pages with a main button of their own for the same thing. */
const ELSEWHERE = /^\/(?:cart|checkout|payment-complete)\b/;

/**
 * "View order · 3 · $41.20" at the lower edge of every menu page below the width of the added panel: what was just put in, and the way on. A
 * product's page has its own bar there, so that this one only joins it once something was added. Fetched with the first item of a cart.
 */
export function OrderBar({ badge }: { readonly badge: number | null }) {
  const { pathname } = useLocation();
  const [added, setAdded] = useState({ text: "", path: "", count: 0 });
  const [ViewOrder, setViewOrder] = useState<ComponentType<ViewOrderProps> | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEdgeHeight(bar, "--dock");
  useCartChange((change) => {
    const line = change.added;
    if (line != null) setAdded(({ count }) => ({ text: `${line.quantity} × ${line.name} added`, path: pathname, count: count + 1 }));
  });
  useEffect(() => {
    if (!badge) return;
    import("./view-order.tsx").then(
      (loaded) => setViewOrder(() => loaded.ViewOrder),
      (error: unknown) => {
        // No connection; the badge says it too, and its next change asks again. Anything else is a bug.
        if (!(error instanceof TypeError)) throw error;
      },
    );
  }, [badge]);
  const text = added.path === pathname ? added.text : "";
  const isProduct = pathname.startsWith("/products/");
  const isShown = !ELSEWHERE.test(pathname) && (text !== "" || !isProduct);
  return (
    <div ref={bar} className="sticky bottom-[var(--bars,0px)] z-30 lg:hidden print:hidden">
      <p role="status" className="sr-only">
        {/* The same dish once more is news, too. */}
        <span key={added.count}>{text}</span>
      </p>
      {ViewOrder !== null && badge && isShown ? <ViewOrder badge={badge} added={text} isBelowAdd={isProduct} /> : null}
    </div>
  );
}
