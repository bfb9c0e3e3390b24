import { href, Link } from "react-router";
import { InCurrency, Money } from "#app/kit/money.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { Status } from "#app/kit/status.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { Cents } from "#app/values/money.ts";
import { counted } from "#texts/plural.ts";
import type { PayoutRow } from "./payouts-view.tsx";

interface DayPayout extends Pick<PayoutRow, "id" | "day" | "amount" | "currency" | "status" | "isFailed"> {
  /** The part of the closed day: payments less refunds. */
  readonly ofDay: Cents;
  readonly fee: Cents;
  readonly payments: number;
  readonly refunds: number;
}

interface DayPayoutsProps {
  /** The time of the request to the provider. */
  readonly at: string;
  /** Why there is no list; "" = there is one. */
  readonly problem: string;
  readonly isSimulated: boolean;
  /** The arrival days that were searched. */
  readonly range: { readonly from: string; readonly to: string } | null;
  readonly payouts: readonly DayPayout[];
  /** The gaps of the list. */
  readonly gaps: readonly string[];
  readonly link: { readonly from: string; readonly to: string } | null;
}

/** The payouts of a closed day, as the provider lists them now. */
export function DayPayouts({ at, problem, isSimulated, range, payouts, gaps, link }: DayPayoutsProps) {
  return (
    <section aria-labelledby="day-payouts-title" className="mt-8 max-w-3xl">
      <h2 id="day-payouts-title" className="rule mb-2 pb-1 text-lg">
        Payouts
      </h2>
      {isSimulated ? (
        <p className="mb-2 rounded border border-saffron bg-saffron-tint px-3 py-2">
          Payouts are simulated: without Stripe keys no money moves.
        </p>
      ) : null}
      {problem === "" ? null : <ProblemNote blocks>{problem}</ProblemNote>}
      {range === null ? null : (
        <p className="mb-2 text-ink-2">
          Payouts with card payments or refunds of this day that arrive from {range.from} to {range.to}, as of {at}. They are not part of
          the stored amounts.
        </p>
      )}
      <ul className="grid gap-2">
        {payouts.map((payout) => (
          <li key={payout.id} className="break-inside-avoid border-b border-hairline pb-2">
            <InCurrency code={payout.currency}>
              <PayoutOfDay {...payout} />
            </InCurrency>
          </li>
        ))}
      </ul>
      {gaps.map((gap) => (
        <p key={gap} className="mt-2">
          {gap}
        </p>
      ))}
      {link === null ? null : (
        <p className="mt-2 print:hidden">
          <Link
            to={`${href("/admin/end-of-day/bookkeeper")}?${new URLSearchParams({ ...link, view: "payouts" }).toString()}`}
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2 lg:min-h-8"
          >
            All parts of these payouts, and the file (CSV)
          </Link>
        </p>
      )}
    </section>
  );
}

function PayoutOfDay({ day, amount, status, isFailed, ofDay, fee, payments, refunds }: DayPayout) {
  const format = useMoneyFormat();
  const parts = [
    ...(payments === 0 ? [] : [counted(payments, "payment", "payments", format)]),
    ...(refunds === 0 ? [] : [counted(refunds, "refund", "refunds", format)]),
  ];
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">Arrival {day}</span>
        <span className="figures font-semibold">
          <Money cents={amount} />
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-x-3">
        <Status tone={isFailed ? "bad" : "on"}>{status}</Status>
        <span className="figures text-ink-2">
          Of this day <Money cents={ofDay} /> less <Money cents={fee} /> in fees · {parts.join(", ")}
        </span>
      </p>
      {isFailed ? <p className="text-ink-2">This money is paid out again with a later payout.</p> : null}
    </>
  );
}
