import type { ReactNode } from "react";
import { formatPercentage, formatUsd, type Cents } from "#app/values/money.ts";
import type { AppliedPromotion } from "#app/promotions/domain/promotion.ts";
import type { PricedCart, TaxLine } from "#app/cart/domain/pricing/priced-cart.ts";

/** The amounts of a cart or order. */
export interface TotalsView extends Pick<
  PricedCart,
  "subTotal" | "deliveryFee" | "tax" | "taxIncluded" | "tip" | "tipPercentage" | "finalTotal"
> {
  readonly taxLines: readonly TaxLine[];
  readonly applied: readonly Pick<AppliedPromotion, "promotionId" | "title" | "code" | "amount" | "explanation">[];
}

interface TotalsProps {
  readonly totals: TotalsView;
  readonly isDelivery: boolean;
  /** False hides the tip row (ALLOW_TIP off and no tip). */
  readonly hasTip: boolean;
  readonly totalLabel?: string;
}

/** All costs: subtotal, promotions, delivery, tax, tip, total. */
export function Totals({ totals, isDelivery, hasTip, totalLabel = "Total" }: TotalsProps) {
  return (
    <dl className="grid gap-2">
      <Row label="Subtotal" amount={formatUsd(totals.subTotal)} />
      {totals.applied.map((each) => (
        <Row
          key={each.promotionId}
          label={each.code === null ? each.title : `${each.title} (${each.code.toUpperCase()})`}
          amount={`−${formatUsd(each.amount)}`}
          className="font-semibold text-leaf"
        />
      ))}
      {isDelivery ? <Row label="Delivery" amount={totals.deliveryFee === 0 ? "Free" : formatUsd(totals.deliveryFee)} /> : null}
      {totals.taxIncluded ? null : <TaxRows totals={totals} />}
      {hasTip ? (
        <Row
          label={totals.tipPercentage === null ? "Tip" : `Tip, ${totals.tipPercentage}%`}
          amount={totals.tip === 0 ? "None" : formatUsd(totals.tip)}
        />
      ) : null}
      <div className="cut priced mt-1 pt-3 font-display text-2xl font-bold">
        <dt>{totalLabel}</dt>
        <span aria-hidden className="leader" />
        <dd className="figures">{formatUsd(totals.finalTotal)}</dd>
      </div>
      {totals.taxIncluded ? (
        <div className="text-sm text-ink-2">
          {totals.taxLines.map((line) => (
            <div key={`${line.label}${line.rate}`} className="flex gap-1">
              <dt>
                Includes {line.label} {formatPercentage(line.rate)}:
              </dt>
              <dd className="figures">{formatUsd(line.amount)}</dd>
            </div>
          ))}
        </div>
      ) : null}
    </dl>
  );
}

function TaxRows({ totals }: { readonly totals: TotalsView }) {
  if (totals.taxLines.length === 0) return totals.tax === 0 ? null : <Row label="Tax" amount={formatUsd(totals.tax)} />;
  return totals.taxLines.map((line) => (
    <Row key={`${line.label}${line.rate}`} label={`${line.label} ${formatPercentage(line.rate)}`} amount={formatUsd(line.amount)} />
  ));
}

export function Row({
  label,
  amount,
  className = "",
}: {
  readonly label: ReactNode;
  readonly amount: ReactNode;
  readonly className?: string;
}) {
  return (
    <div className={`priced ${className}`}>
      <dt>{label}</dt>
      <span aria-hidden className="leader" />
      <dd className="figures whitespace-nowrap">{amount}</dd>
    </div>
  );
}

/** "Price details": the calculation steps as text. */
export function WhyThisTotal({
  totals,
  isDelivery,
  tipBase,
}: {
  readonly totals: TotalsView;
  readonly isDelivery: boolean;
  readonly tipBase: Cents | null;
}) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center text-ink-2 underline underline-offset-2">
        Price details
      </summary>
      <ol className="mt-1 grid list-decimal gap-2 pl-5 text-ink-2 marker:text-muted">
        <li>Your items at full price come to {formatUsd(totals.subTotal)}, gifts included.</li>
        {totals.applied.map((each) => (
          <li key={each.promotionId}>{each.explanation}</li>
        ))}
        {isDelivery ? (
          <li>{totals.deliveryFee === 0 ? "Delivery is free for this order." : `Delivery adds ${formatUsd(totals.deliveryFee)}.`}</li>
        ) : null}
        {totals.taxLines.map((line) => (
          <li key={`${line.label}${line.rate}`}>
            {line.label} of {formatPercentage(line.rate)} on {formatUsd(line.base)} is {formatUsd(line.amount)}
            {totals.taxIncluded ? " and is part of the prices." : ", after discounts."}
          </li>
        ))}
        {totals.tip === 0 ? null : (
          <li>
            The tip is{" "}
            {totals.tipPercentage === null || tipBase === null
              ? formatUsd(totals.tip)
              : `${totals.tipPercentage}% of ${formatUsd(tipBase)}`}
            ; it is never taxed.
          </li>
        )}
        <li>Together: {formatUsd(totals.finalTotal)}.</li>
      </ol>
    </details>
  );
}
