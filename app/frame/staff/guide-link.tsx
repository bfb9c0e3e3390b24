import { BookOpenIcon } from "lucide-react";
import { Link, useLocation } from "react-router";

/** The guide page (docs/guide/) for each part of the staff area, by path prefix; the first match counts. */
const EXPLAINED: readonly (readonly [below: string, page: string])[] = [
  ["/admin/orders/problems", "refunds-and-payment-problems"],
  ["/admin/orders/account", "staff-and-security"],
  ["/admin/orders", "a-busy-evening"],
  ["/admin/customers", "a-busy-evening"],
  ["/admin/product/import", "import"],
  ["/admin/product", "menu"],
  ["/admin/category", "menu"],
  ["/admin/menu-builder", "menu"],
  ["/admin/footer-menu-builder", "menu"],
  ["/admin/customization-templates", "menu"],
  ["/admin/promotions", "promotions"],
  ["/admin/coupon-sets", "promotions"],
  ["/admin/users", "staff-and-security"],
  ["/admin/api-tokens", "staff-and-security"],
  ["/admin/webhooks", "staff-and-security"],
  ["/admin/history", "staff-and-security"],
];

/** Links to the guide page about the current page. */
export function GuideLink() {
  const { pathname } = useLocation();
  const page = EXPLAINED.find(([below]) => pathname.startsWith(below))?.[1] ?? "open-your-shop";
  return (
    <Link
      to={`/admin/orders/guide?page=${page}`}
      className="inline-flex min-h-8 items-center gap-1.5 underline underline-offset-2 hover:text-ink max-lg:min-h-11"
    >
      <BookOpenIcon aria-hidden className="size-4" /> How this works
    </Link>
  );
}
