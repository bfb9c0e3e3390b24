import { Link } from "react-router";
import type { ReplayReport } from "#app/cart/domain/trial/replay.ts";
import type { BenchReport, CartTrial } from "#app/cart/domain/trial/try-cart.ts";
import { Fold } from "#app/kit/fold.tsx";
import { TEXT_BUTTON } from "#app/kit/text-button.ts";
import { formatUsd } from "#app/values/money.ts";
import { counted } from "#app/values/plural.ts";

/** Result of a preview: a report, or an error. */
export interface BenchAnswer {
  readonly message: string | null;
  readonly report: BenchReport | null;
}

interface OfferBenchProps {
  readonly answer: BenchAnswer;
  /** Takes a cart as one of staff's own. */
  readonly onCopy?: (cart: NonNullable<CartTrial["copy"]>) => void;
}

/** Effects of a promotion on carts and recent orders, alarms first. */
export function OfferBench({ answer: { message, report }, onCopy }: OfferBenchProps) {
  if (report === null) return <p className="font-semibold text-beet">{message}</p>;
  const trials = [...report.own, ...report.samples];
  const alarms = trials.flatMap((trial) => trial.alarms.map((text) => ({ text, name: trial.name })));
  const isDearer = report.replay.dearer.orders > 0;
  return (
    <div className="grid gap-6">
      {alarms.length === 0 && !isDearer ? (
        <p className="rounded border border-leaf bg-leaf-tint px-4 py-3 font-semibold">
          No alarm in {counted(trials.length, "cart", "carts")} and {counted(report.replay.orders, "order", "orders")}.
        </p>
      ) : (
        <section aria-label="Alarms" className="rounded border-2 border-beet bg-beet-tint px-4 py-3">
          <h3 className="font-semibold">Look at this before you switch it on</h3>
          <ul className="mt-2 grid list-disc gap-1 pl-5">
            {alarms.map(({ text, name }) => (
              <li key={`${name}${text}`}>
                {text} <span className="text-ink-2">({name})</span>
              </li>
            ))}
            {isDearer ? <Dearer dearer={report.replay.dearer} /> : null}
          </ul>
        </section>
      )}
      <Replay replay={report.replay} inAll={report.ordersInAll} needsCode={report.needsCode} />
      {report.own.length === 0 ? null : <Trials title="Your carts" trials={report.own} />}
      <Trials title="Sample carts" trials={report.samples} onCopy={onCopy} />
    </div>
  );
}

function Dearer({ dearer: { orders, first } }: { readonly dearer: ReplayReport["dearer"] }) {
  return (
    <li>
      {counted(orders, "order would have been dearer than it was", "orders would have been dearer than they were")}:{" "}
      {first.map(({ id, number, before, after }, index) => (
        <span key={id}>
          {index > 0 ? ", " : ""}
          <Link to={`/admin/orders/${id}`} className="font-semibold underline underline-offset-2">
            {number}
          </Link>{" "}
          {formatUsd(before)} → {formatUsd(after)}
        </span>
      ))}
      .
    </li>
  );
}

interface ReplayProps {
  readonly replay: ReplayReport;
  readonly inAll: number;
  readonly needsCode: boolean;
}

function Replay({ replay, inAll, needsCode }: ReplayProps) {
  const { orders, touched, given, before, after, displaced, reasons } = replay;
  if (orders === 0) return <p className="text-ink-2">There are no orders of the last 30 days to try it on.</p>;
  const figures = [
    { label: "Orders it touches", value: `${touched.toLocaleString("en")} of ${orders.toLocaleString("en")}` },
    { label: "Gives away", value: formatUsd(given) },
    { label: "Each time", value: touched === 0 ? "–" : formatUsd(Math.round(given / touched)) },
    { label: "To pay for all of them", value: `${formatUsd(before)} → ${formatUsd(after)}` },
  ];
  return (
    <section aria-label="The orders of the last 30 days" className="grid gap-3">
      <h3 className="text-base font-semibold">
        The orders of the last 30 days{inAll > orders ? `, the newest ${orders.toLocaleString("en")} of ${inAll.toLocaleString("en")}` : ""}
      </h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-y border-hairline py-3 xl:grid-cols-[auto_auto_auto_1fr]">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="figures font-display text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      {needsCode ? <p className="text-ink-2">As if everybody had entered its code.</p> : null}
      {displaced.length === 0 ? null : (
        <p>It takes the place of {displaced.map(({ title, orders: count }) => `“${title}” in ${countOf(count)}`).join(", ")}.</p>
      )}
      {reasons.length === 0 ? null : (
        <Fold title="Why the others do not get it">
          <ul className="grid gap-1 pb-1">
            {reasons.map(({ message, orders: count }) => (
              <li key={message}>
                {message} <span className="text-ink-2">({countOf(count)})</span>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </section>
  );
}

function countOf(orders: number): string {
  return counted(orders, "order", "orders");
}

function Trials({
  title,
  trials,
  onCopy,
}: {
  readonly title: string;
  readonly trials: readonly CartTrial[];
  readonly onCopy?: OfferBenchProps["onCopy"];
}) {
  return (
    <section aria-label={title}>
      <h3 className="rule pb-1 text-base font-semibold">{title}</h3>
      <ul>
        {trials.map((trial) => (
          <li key={`${trial.name}${trial.facts}`} className="grid gap-x-6 gap-y-1 border-b border-hairline py-3 sm:grid-cols-[1fr_auto]">
            <div className="min-w-0">
              <p className="font-semibold">{trial.name}</p>
              <p className="text-sm text-ink-2">{[trial.lines.join(", "), trial.facts].join(" · ")}</p>
            </div>
            <p className="figures whitespace-nowrap sm:text-right">
              {trial.without === trial.after ? (
                formatUsd(trial.after)
              ) : (
                <>
                  <span className="text-ink-2">{formatUsd(trial.without)} → </span>
                  <strong>{formatUsd(trial.after)}</strong>
                </>
              )}
            </p>
            <ul className={`grid content-start gap-0.5 text-sm ${trial.copy === null || onCopy === undefined ? "sm:col-span-2" : ""}`}>
              {trial.whyNot === null ? null : <li className="text-ink-2">Not given: {trial.whyNot}</li>}
              {trial.applied.map(({ title: offer, explanation, isDraft }) => (
                <li key={`${offer}${explanation}`}>
                  {isDraft ? <strong>This offer: </strong> : `${offer}: `}
                  {explanation}
                </li>
              ))}
              {trial.displaced.map((offer) => (
                <li key={offer}>In place of “{offer}”.</li>
              ))}
              {trial.alarms.map((alarm) => (
                <li key={alarm} className="font-semibold text-beet">
                  {alarm}
                </li>
              ))}
            </ul>
            {trial.copy === null || onCopy === undefined ? null : (
              <button
                type="button"
                className={`${TEXT_BUTTON} justify-self-start self-start text-sm sm:min-h-8 sm:justify-self-end`}
                onClick={() => trial.copy !== null && onCopy(trial.copy)}
              >
                Change a copy<span className="sr-only"> of {trial.name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
