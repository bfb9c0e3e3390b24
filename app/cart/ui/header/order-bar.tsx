import * as texts from "#texts/cart/header.ts";
import { useEffect, useRef, useState, type ComponentType } from "react";
import { useLocation } from "react-router";
import { useEdgeHeight } from "#app/kit/hooks/use-edge-height.ts";
import { useCartChange } from "#app/cart/ui/cart-events.ts";
import type { ViewOrderProps } from "./view-order.tsx";

/** Pages that have their own main button for the order. */
const ELSEWHERE = /^\/(?:cart|checkout|pay-order|payment-complete)\b/;

/** "View order · 3 · $41.20" at the bottom of menu pages on small screens. On a product page only after adding. Loaded with the first item. */
export function OrderBar({ badge }: { readonly badge: number | null }) {
  const { pathname } = useLocation();
  const [added, setAdded] = useState({ text: "", path: "", count: 0 });
  const [ViewOrder, setViewOrder] = useState<ComponentType<ViewOrderProps> | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEdgeHeight(bar, "--dock");
  useCartChange((change) => {
    const line = change.added;
    if (line != null) setAdded(({ count }) => ({ text: texts.added(`${line.quantity} × ${line.name}`), path: pathname, count: count + 1 }));
  });
  useEffect(() => {
    if (!badge) return;
    import("./view-order.tsx").then(
      (loaded) => setViewOrder(() => loaded.ViewOrder),
      (error: unknown) => {
        // A TypeError means offline, which the badge shows; its next change fetches again. Other errors are bugs.
        if (!(error instanceof TypeError)) throw error;
      },
    );
  }, [badge]);
  const text = added.path === pathname ? added.text : "";
  const isProduct = pathname.startsWith("/products/");
  const isShown = !ELSEWHERE.test(pathname) && (text !== "" || !isProduct);
  return (
    <>
      {/* Outside the bar: wide screens do not render it, and screen readers announce only rendered content. */}
      <p role="status" className="sr-only print:hidden">
        {/* The key announces the same dish again when it is added again. */}
        <span key={added.count}>{text}</span>
      </p>
      <div ref={bar} className="sticky bottom-[var(--bars,0px)] z-30 lg:hidden print:hidden">
        {ViewOrder !== null && badge && isShown ? <ViewOrder badge={badge} added={text} isBelowAdd={isProduct} /> : null}
      </div>
    </>
  );
}
