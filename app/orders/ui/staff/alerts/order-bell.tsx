import { BellIcon } from "lucide-react";
import { Link } from "react-router";

interface OrderBellProps {
  /** New orders; null: this role may not see orders. */
  readonly count: number | null;
  readonly hasNewOrder: boolean;
}

/** The red bell with the number of new orders; links to them. */
export function OrderBell({ count, hasNewOrder }: OrderBellProps) {
  return (
    <Link
      to="/admin/orders"
      aria-label={count === null ? "New orders" : `New orders: ${count}`}
      className={`inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded px-2 font-semibold text-beet hover:bg-beet-tint in-data-dark:text-ink ${hasNewOrder ? "motion-safe:animate-pulse" : ""}`}
    >
      <BellIcon aria-hidden className={`size-6 ${count === null || count === 0 ? "" : "fill-beet"}`} />
      {count === null ? null : (
        <span
          aria-hidden
          className={`figures grid h-6 min-w-6 place-items-center rounded-full px-1.5 text-sm ${count > 0 ? "bg-beet text-white" : "bg-canvas text-ink-2"}`}
        >
          {count > 99 ? "99+" : count}
        </span>
      )}
    </Link>
  );
}
