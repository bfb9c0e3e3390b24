import { BellIcon } from "lucide-react";
import { Link } from "react-router";

/** The red bell with the count of new orders; opens the orders. */
export function OrderBell({ count, hasNewOrder }: { readonly count: number; readonly hasNewOrder: boolean }) {
  return (
    <Link
      to="/admin/orders"
      aria-label={`New orders: ${count}`}
      className={`inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded px-2 font-semibold text-beet hover:bg-beet-tint ${hasNewOrder ? "motion-safe:animate-pulse" : ""}`}
    >
      <BellIcon aria-hidden className={`size-6 ${count > 0 ? "fill-beet" : ""}`} />
      <span
        aria-hidden
        className={`figures grid h-6 min-w-6 place-items-center rounded-full px-1.5 text-sm ${count > 0 ? "bg-beet text-white" : "bg-canvas text-ink-2"}`}
      >
        {count > 99 ? "99+" : count}
      </span>
    </Link>
  );
}
