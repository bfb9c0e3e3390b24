import {
  AlertTriangleIcon,
  BellIcon,
  CheckIcon,
  ClockIcon,
  CreditCardIcon,
  MailWarningIcon,
  PackageIcon,
  StarIcon,
  UtensilsIcon,
  type LucideIcon,
} from "lucide-react";
import { Link } from "react-router";
import type { AttentionFigures } from "#app/orders/domain/figures/figures.ts";
import { pluralForm } from "#texts/plural.ts";

/** Open tasks, most urgent first. */
const NEEDS: readonly {
  readonly figure: keyof AttentionFigures;
  readonly one: string;
  readonly many: string;
  readonly to: string;
  readonly icon: LucideIcon;
  readonly look: string;
}[] = [
  {
    figure: "waiting",
    one: "order waits for your answer",
    many: "orders wait for your answer",
    to: "/admin/orders",
    icon: BellIcon,
    look: "border-beet bg-beet-tint",
  },
  {
    figure: "paymentProblems",
    one: "payment problem",
    many: "payment problems",
    to: "/admin/orders/problems",
    icon: CreditCardIcon,
    look: "border-beet bg-beet-tint",
  },
  {
    figure: "late",
    one: "order is late",
    many: "orders are late",
    to: "/admin/orders?status=all&with=late",
    icon: ClockIcon,
    look: "border-saffron bg-saffron-tint",
  },
  {
    figure: "failedMails",
    one: "email was not sent",
    many: "emails were not sent",
    to: "/admin/orders/outbox?status=failed",
    icon: MailWarningIcon,
    look: "border-saffron bg-saffron-tint",
  },
  {
    figure: "soldOut",
    one: "product is sold out",
    many: "products are sold out",
    to: "/admin/product?state=sold-out",
    icon: UtensilsIcon,
    look: "border-hairline bg-canvas",
  },
  {
    figure: "lowStock",
    one: "product is low in stock",
    many: "products are low in stock",
    to: "/admin/product?state=low",
    icon: PackageIcon,
    look: "border-hairline bg-canvas",
  },
  {
    figure: "reviews",
    one: "review to moderate",
    many: "reviews to moderate",
    to: "/admin/reviews?status=pending",
    icon: StarIcon,
    look: "border-hairline bg-canvas",
  },
];

/** Open tasks with links. */
export function Attention({ attention }: { readonly attention: AttentionFigures }) {
  const due = NEEDS.map((need) => ({ ...need, count: attention[need.figure] })).filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="attention-title">
      <h2 id="attention-title" className="rule mb-3 flex items-center gap-2 pb-1 text-lg">
        {due.length === 0 ? null : <AlertTriangleIcon aria-hidden className="size-5" />} Needs attention
      </h2>
      {due.length === 0 ? (
        <p className="flex items-center gap-2 py-2 text-base">
          <CheckIcon aria-hidden className="size-5 text-leaf" /> Nothing. All orders are answered and on time.
        </p>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {due.map((need) => (
            <li key={need.one}>
              <Link
                to={need.to}
                className={`flex min-h-14 items-center gap-3 rounded border p-3 text-base font-semibold hover:border-ink ${need.look}`}
              >
                <need.icon aria-hidden className="size-5 shrink-0" />
                <span>
                  <span className="figures font-display text-xl">{need.count}</span> {pluralForm(need.count, need.one, need.many)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
