import * as texts from "#texts/cart/totals.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { ReactNode } from "react";
import { formatMoney, formatPercentage, type Cents } from "#app/values/money.ts";
import { taxLabel } from "#app/cart/domain/pricing/tax-label.ts";
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
export function Totals({ totals, isDelivery, hasTip, totalLabel = texts.total }: TotalsProps) {
  const format = useMoneyFormat();
  return (
    <dl className="grid gap-2">
      <Row label={texts.subtotal} amount={formatMoney(totals.subTotal, format)} />
      {totals.applied.map((each) => (
        <Row
          key={each.promotionId}
          label={each.code === null ? each.title : `${each.title} (${each.code.toUpperCase()})`}
          amount={`−${formatMoney(each.amount, format)}`}
          className="font-semibold text-leaf"
        />
      ))}
      {isDelivery ? (
        <Row label={texts.delivery} amount={totals.deliveryFee === 0 ? texts.free : formatMoney(totals.deliveryFee, format)} />
      ) : null}
      {totals.taxIncluded ? null : <TaxRows totals={totals} />}
      {hasTip ? (
        <Row
          label={totals.tipPercentage === null ? texts.tip : texts.tipOf(formatPercentage(10_000 * totals.tipPercentage, format))}
          amount={totals.tip === 0 ? texts.noTip : formatMoney(totals.tip, format)}
        />
      ) : null}
      <div className="cut priced mt-1 pt-3 font-display text-2xl font-bold">
        <dt>{totalLabel}</dt>
        <span aria-hidden className="leader" />
        <dd className="figures">{formatMoney(totals.finalTotal, format)}</dd>
      </div>
      {totals.taxIncluded
        ? totals.taxLines.map((line) => (
            <div key={`${line.label}${line.rate}`} className="flex gap-1 text-sm text-ink-2 [&+&]:-mt-2">
              <dt>{texts.includes(taxLabel(line.label, line.rate, format))}</dt>
              <dd className="figures">{formatMoney(line.amount, format)}</dd>
            </div>
          ))
        : null}
    </dl>
  );
}

function TaxRows({ totals }: { readonly totals: TotalsView }) {
  const format = useMoneyFormat();
  if (totals.taxLines.length === 0) return totals.tax === 0 ? null : <Row label={texts.tax} amount={formatMoney(totals.tax, format)} />;
  return totals.taxLines.map((line) => (
    <Row key={`${line.label}${line.rate}`} label={taxLabel(line.label, line.rate, format)} amount={formatMoney(line.amount, format)} />
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
  const format = useMoneyFormat();
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center text-ink-2 underline underline-offset-2">
        {texts.priceDetails}
      </summary>
      <ol className="mt-1 grid list-decimal gap-2 pl-5 text-ink-2 marker:text-muted">
        <li>{texts.fullPrice(formatMoney(totals.subTotal, format))}</li>
        {totals.applied.map((each) => (
          <li key={each.promotionId}>{each.explanation}</li>
        ))}
        {isDelivery ? (
          <li>{totals.deliveryFee === 0 ? texts.deliveryIsFree : texts.deliveryAdds(formatMoney(totals.deliveryFee, format))}</li>
        ) : null}
        {totals.taxLines.map((line) => (
          <li key={`${line.label}${line.rate}`}>
            {(totals.taxIncluded ? texts.taxIncluded : texts.taxAdded)(
              taxLabel(line.label, line.rate, format),
              formatMoney(line.base, format),
              formatMoney(line.amount, format),
            )}
          </li>
        ))}
        {totals.tip === 0 ? null : (
          <li>
            {totals.tipPercentage === null || tipBase === null
              ? texts.tipIs(formatMoney(totals.tip, format))
              : texts.tipIsShare(formatPercentage(10_000 * totals.tipPercentage, format), formatMoney(tipBase, format))}
          </li>
        )}
        <li>{texts.together(formatMoney(totals.finalTotal, format))}</li>
      </ol>
    </details>
  );
}
