import { href, Link } from "react-router";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { formatMoney, inCurrency, type Cents } from "#app/values/money.ts";

/** An order by staff whose customer has not paid its link yet. */
export interface WaitingLink {
  readonly id: string;
  readonly name: string;
  readonly total: Cents;
  /** Lower-case ISO 4217 code. */
  readonly currency: string;
  /** "6:45 PM" */
  readonly until: string;
}

/** Orders that reach the kitchen once their links are paid. */
export function WaitingLinks({ links }: { readonly links: readonly WaitingLink[] }) {
  const format = useMoneyFormat();
  if (links.length === 0) return null;
  return (
    <section aria-labelledby="links-title">
      <h2 id="links-title" className="rule mb-2 pb-1 text-lg">
        Waiting for a card payment
      </h2>
      <ul className="divide-y divide-hairline">
        {links.map(({ id, name, total, currency, until }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4">
            <Link
              to={href("/admin/orders/:id", { id })}
              className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-primary underline underline-offset-2"
            >
              {name}
            </Link>
            <span className="figures">{formatMoney(total, inCurrency(format, currency))}</span>
            <span className="text-ink-2">
              until <span className="figures">{until}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
