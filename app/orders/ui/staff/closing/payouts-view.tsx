import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { Fold } from "#app/kit/fold.tsx";
import { InCurrency, Money } from "#app/kit/money.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { ScrollArea } from "#app/kit/focus/scroll-area.tsx";
import { Status } from "#app/kit/status.tsx";
import { counted } from "#texts/plural.ts";
import type { Cents } from "#app/values/money.ts";

interface ClosedDay {
  readonly number: number;
  readonly day: string;
}

interface PayoutPart {
  readonly id: string;
  readonly type: string;
  readonly amount: Cents;
  readonly fee: Cents;
  readonly order: string | null;
  readonly days: readonly number[];
}

export interface PayoutRow {
  readonly id: string;
  /** The day of its arrival at the bank. */
  readonly day: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly status: string;
  readonly isFailed: boolean;
  /** False: staff ordered it at the provider. */
  readonly automatic: boolean;
  readonly isComplete: boolean;
  /** True: its parts may be available in a minute. */
  readonly isBusy: boolean;
  readonly sums: {
    readonly amount: Cents;
    readonly fee: Cents;
    readonly payments: number;
    readonly refunds: number;
    readonly days: readonly ClosedDay[];
    readonly unmatched: number;
  } | null;
  readonly parts: readonly PayoutPart[] | null;
}

interface DisputeRow {
  readonly id: string;
  readonly order: string | null;
  readonly amount: Cents;
  readonly currency: string;
  readonly isEnded: boolean;
  readonly url: string | null;
  readonly status: string;
  readonly reason: string;
  readonly opened: string;
  readonly due: string;
}

interface PayoutsProps {
  /** Null: the provider did not return them; `problem` says why. */
  readonly payouts: readonly PayoutRow[] | null;
  readonly problem: string;
  readonly isCut: boolean;
  readonly children: ReactNode;
}

/** Payouts with fees, closed days and their parts. */
export function Payouts({ payouts, problem, isCut, children }: PayoutsProps) {
  return (
    <section aria-labelledby="payouts-title">
      <h2 id="payouts-title" className="rule mb-2 pb-1 text-lg">
        Payouts
      </h2>
      {payouts === null ? <ProblemNote blocks>{problem}</ProblemNote> : null}
      {payouts?.length === 0 ? <p className="text-ink-2">No payout arrives on these days.</p> : null}
      {isCut ? <ProblemNote blocks={false}>There are more payouts. Choose fewer days to see all of them.</ProblemNote> : null}
      <ul className="grid gap-3">
        {payouts?.map((payout) => (
          <li key={payout.id} className="border-b border-hairline pb-3">
            <InCurrency code={payout.currency}>
              <Payout {...payout} />
            </InCurrency>
          </li>
        ))}
      </ul>
      {payouts === null || payouts.length === 0 ? null : children}
    </section>
  );
}

function Payout({ day, amount, status, isFailed, automatic, isComplete, isBusy, sums, parts }: PayoutRow) {
  const format = useMoneyFormat();
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{day}</span>
        <span className="figures font-semibold">
          <Money cents={amount} />
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-x-3">
        <Status tone={isFailed ? "bad" : "on"}>{status}</Status>
        {sums === null ? null : (
          <span className="figures text-ink-2">
            <Money cents={sums.amount} /> less <Money cents={sums.fee} /> in fees · {counted(sums.payments, "payment", "payments", format)}
            {sums.refunds === 0 ? null : `, ${counted(sums.refunds, "refund", "refunds", format)}`}
          </span>
        )}
      </p>
      {sums === null ? null : <Days {...sums} />}
      {automatic ? null : <p className="text-ink-2">It was ordered at Stripe, which does not tell what such a payout consists of.</p>}
      {automatic && sums === null ? (
        <p className="text-ink-2">What it consists of could not be read. {isBusy ? "Try again in a minute." : ""}</p>
      ) : null}
      {isComplete || sums === null ? null : <p className="text-ink-2">It has more parts than are shown here.</p>}
      {parts === null || parts.length === 0 ? null : <Parts parts={parts} day={day} />}
    </>
  );
}

function Days({ days, unmatched }: { readonly days: readonly ClosedDay[]; readonly unmatched: number }) {
  const format = useMoneyFormat();
  return (
    <p className="wrap-anywhere">
      {days.length === 0 ? "No closed day matches yet." : "Closed days: "}
      {days.map(({ number, day }, index) => (
        <span key={number}>
          {index === 0 ? "" : ", "}
          <Link className="text-primary underline underline-offset-2" to={href("/admin/end-of-day/:id", { id: String(number) })}>
            {day}
          </Link>
        </span>
      ))}
      {days.length > 0 && unmatched > 0 ? ` · ${counted(unmatched, "part is", "parts are", format)} in no closed day` : null}
    </p>
  );
}

function Parts({ parts, day }: { readonly parts: readonly PayoutPart[]; readonly day: string }) {
  const cell = "py-1 pl-3 text-right whitespace-nowrap";
  return (
    <Fold
      title={
        <>
          What it consists of<span className="sr-only">: payout of {day}</span>
        </>
      }
    >
      <ScrollArea label={`Parts of the payout of ${day}`}>
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-hairline">
              {["Kind", "Order", "Closed day"].map((title) => (
                <th key={title} scope="col" className="py-1 pr-3">
                  {title}
                </th>
              ))}
              {["Amount", "Fee"].map((title) => (
                <th key={title} scope="col" className={cell}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="figures">
            {parts.map(({ id, type, order, days, amount, fee }) => (
              <tr key={id} className="border-b border-hairline">
                <td className="py-1 pr-3">{type}</td>
                <td className="py-1 pr-3">{order ?? "–"}</td>
                <td className="py-1 pr-3">{days.length === 0 ? "–" : days.map((number) => `No. ${number}`).join(", ")}</td>
                <td className={cell}>
                  <Money cents={amount} />
                </td>
                <td className={cell}>
                  <Money cents={fee} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Fold>
  );
}

interface DisputesProps {
  /** Null: the provider did not return them; `problem` says why. */
  readonly disputes: readonly DisputeRow[] | null;
  readonly problem: string;
  readonly isCut: boolean;
}

/** Open disputes first; staff respond to them at the provider. */
export function Disputes({ disputes, problem, isCut }: DisputesProps) {
  return (
    <section aria-labelledby="disputes-title">
      <h2 id="disputes-title" className="rule mb-2 pb-1 text-lg">
        Disputes
      </h2>
      {disputes === null ? <ProblemNote blocks>{problem}</ProblemNote> : null}
      {isCut ? <ProblemNote blocks={false}>There are older disputes, too. See all of them at Stripe.</ProblemNote> : null}
      {disputes?.length === 0 ? <p className="text-ink-2">No customer has disputed a payment.</p> : null}
      <ul className="grid gap-3">
        {disputes?.map(({ id, order, amount, currency, isEnded, url, status, reason, opened, due }) => (
          <li key={id} className="border-b border-hairline pb-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">{order === null ? "Payment of no known order" : `Order ${order}`}</span>
              <span className="figures font-semibold">
                <InCurrency code={currency}>
                  <Money cents={amount} />
                </InCurrency>
              </span>
            </p>
            <p className="flex flex-wrap items-center gap-x-3">
              <Status tone={isEnded ? "off" : "bad"}>{status}</Status>
              <span className="text-ink-2">
                {reason} · opened {opened}
              </span>
            </p>
            {due === "" ? null : <p className="font-semibold">Answer by {due}</p>}
            {url === null ? null : (
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center text-primary underline underline-offset-2"
              >
                Open at Stripe<span className="sr-only"> the dispute of {order === null ? "this payment" : `order ${order}`}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
