import * as texts from "#texts/cart/header.ts";
import { ShoppingBagIcon } from "lucide-react";
import { Link } from "react-router";
import { LazyAddedPanel } from "./lazy-added-panel.tsx";

/** The cart icon with its count (null: unknown). Not in the staff area. */
export function CartLink({ badge }: { readonly badge: number | null }) {
  return (
    <div className="relative">
      <Link
        to="/cart"
        aria-label={badge === null || badge === 0 ? texts.cart : texts.cartHolds(badge)}
        className="relative grid size-[44px] shrink-0 place-items-center rounded hover:bg-canvas"
      >
        <ShoppingBagIcon aria-hidden />
        {badge === null || badge === 0 ? null : (
          <span
            aria-hidden
            className="figures absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-xs leading-none font-semibold text-white"
          >
            {badge > 99 ? "99+" : badge}
          </span>
        )}
      </Link>
      {/* Not a live region: the control that changes the cart announces the change itself. */}
      <span className="sr-only">{badge === null ? "" : badgeText(badge)}</span>
      <LazyAddedPanel />
    </div>
  );
}

function badgeText(items: number): string {
  return items === 0 ? texts.isEmpty : texts.holds(items);
}
