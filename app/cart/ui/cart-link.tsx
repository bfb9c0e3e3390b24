import { ShoppingBagIcon } from "lucide-react";
import { Link, useLocation } from "react-router";
import { LazyAddedPanel } from "./lazy-added-panel.tsx";
import { useCartBadge } from "./cart-events.ts";

/** The cart icon of the top bar with its count: leads to /cart, hidden on every path that starts with /admin. */
export function CartLink() {
  const { pathname } = useLocation();
  const isShown = !pathname.toLowerCase().startsWith("/admin");
  const badge = useCartBadge(isShown);
  if (!isShown) return null;
  return (
    <div className="relative">
      <Link
        to="/cart"
        aria-label={badge === null || badge === 0 ? "Cart" : `Cart, ${itemsText(badge)}`}
        className="relative grid size-11 shrink-0 place-items-center rounded hover:bg-canvas"
      >
        <ShoppingBagIcon aria-hidden className="size-6" />
        {badge === null || badge === 0 ? null : (
          <span
            aria-hidden
            className="figures absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-xs leading-none font-semibold text-white"
          >
            {badge > 99 ? "99+" : badge}
          </span>
        )}
      </Link>
      <span role="status" className="sr-only">
        {badge === null ? "" : badge === 0 ? "The cart is empty." : `${itemsText(badge)} in the cart.`}
      </span>
      <LazyAddedPanel />
    </div>
  );
}

function itemsText(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}
