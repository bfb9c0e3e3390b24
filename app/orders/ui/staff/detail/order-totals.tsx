import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { formatMoney, type Cents } from "#app/values/money.ts";
import type { StaffOrderDetail } from "./staff-order-detail.ts";

/** The charged amounts, from items to total, and the rest after refunds. */
export function OrderTotals({ money, fulfillment }: Pick<StaffOrderDetail, "money" | "fulfillment">) {
  const format = useMoneyFormat();
  const { refunded } = money;
  return (
    <dl className="grid gap-1">
      <Row label="Items" amount={money.subTotal} />
      {money.promotions.map((promotion) => (
        <Row
          key={`${promotion.title} ${promotion.code ?? ""}`}
          label={promotion.code === null ? promotion.title : `${promotion.title} (${promotion.code})`}
          amount={-promotion.amount}
        />
      ))}
      {fulfillment === "delivery" ? <Row label="Delivery" amount={money.deliveryFee} /> : null}
      {money.taxLines.map((line) => (
        <Row key={line.label} label={money.isTaxIncluded ? `Includes ${line.label}` : line.label} amount={line.amount} />
      ))}
      {money.tip === 0 ? null : <Row label="Tip" amount={money.tip} />}
      <div className="mt-1 flex items-baseline justify-between border-t-2 border-ink pt-2">
        <dt className="font-semibold">Total</dt>
        <dd className="figures font-display text-xl font-bold">{formatMoney(money.finalTotal, format)}</dd>
      </div>
      {refunded === 0 ? null : (
        <>
          <Row label="Refunded" amount={-refunded} />
          <div className="flex items-baseline justify-between gap-4 font-semibold">
            <dt>Remains paid</dt>
            <dd className="figures">{formatMoney(Math.max(0, money.finalTotal - refunded), format)}</dd>
          </div>
        </>
      )}
    </dl>
  );
}

function Row({ label, amount }: { readonly label: string; readonly amount: Cents }) {
  const format = useMoneyFormat();
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="wrap-anywhere text-ink-2">{label}</dt>
      <dd className="figures">{formatMoney(amount, format)}</dd>
    </div>
  );
}
