import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { taxLabel } from "#app/cart/domain/pricing/tax-label.ts";
import { counted as countedNoun } from "#texts/plural.ts";
import { cashTaken, type CashCount } from "./cash.ts";
import { moneyKept, netSales, orderTotals, takenAbove, type Counted } from "./counted.ts";

export interface AmountRow {
  readonly label: string;
  readonly amount: Cents;
  /** A sum of the rows above. */
  readonly isSum?: boolean;
}

export interface AmountTable {
  readonly title: string;
  readonly rows: readonly AmountRow[];
}

/** Sales up to the totals of the orders, with the same parts as reports. Zero rows are left out unless others need them. */
export function salesTable(counted: Counted, format: MoneyFormat): AmountTable {
  const { items, discounts, delivery, taxIncluded, tips, taxes } = counted;
  return {
    title: `Sales: ${countedNoun(counted.orders, "order", "orders")}`,
    rows: [
      { label: "Items at list price", amount: items },
      { label: "Discounts", amount: 0 - discounts },
      { label: "Delivery fees", amount: delivery },
      ...(taxIncluded === 0 ? [] : [{ label: "Tax included in these prices", amount: 0 - taxIncluded }]),
      { label: "Net sales", amount: netSales(counted), isSum: true },
      ...taxes.flatMap(({ label, rate, amount }) => (rate === 0 ? [] : [{ label: taxLabel(label, rate, format), amount }])),
      { label: "Tips", amount: tips },
      { label: "Order totals", amount: orderTotals(counted), isSum: true },
    ],
  };
}

/** Payments and refunds of the orders. `cash` is null before it is entered. */
export function paymentTable(counted: Counted, cash: Pick<CashCount, "terminal"> | null): AmountTable {
  const above = takenAbove(counted);
  return {
    title: "Payments",
    rows: [
      { label: "Cards on the site", amount: counted.card },
      ...(cash === null
        ? [{ label: "Paid in person", amount: counted.atPickup }]
        : [
            { label: "Cash", amount: cashTaken(counted, cash) },
            ...(cash.terminal === 0 ? [] : [{ label: "Your card terminal", amount: cash.terminal }]),
          ]),
      { label: "Refunds to cards", amount: 0 - counted.refunds },
      { label: "Money kept", amount: moneyKept(counted), isSum: true },
      ...(above === 0 ? [] : [{ label: "Of it above the order totals, to be returned", amount: above }]),
    ],
  };
}

export function cashTable(counted: Counted, cash: CashCount): AmountTable {
  const taken = cashTaken(counted, cash);
  return {
    title: "Cash",
    rows: [
      { label: "Change at the start", amount: cash.float },
      { label: "Cash taken", amount: taken },
      { label: "Expected in the drawer", amount: cash.float + taken, isSum: true },
      { label: "Counted", amount: cash.counted },
      { label: "Difference", amount: cash.counted - cash.float - taken, isSum: true },
    ],
  };
}

export interface TaxRow {
  readonly label: string;
  /** Without tax. */
  readonly base: Cents;
  readonly tax: Cents;
  readonly refundBase: Cents;
  readonly refundTax: Cents;
}

/** One row for each name and rate, of orders and of refunds. Without a format the labels are those of files. */
export function taxRows({ taxes, refundTaxes }: Counted, format?: MoneyFormat): readonly TaxRow[] {
  const rows = new Map<string, TaxRow>();
  // Names that print alike ("HST" and "HST 13%") share a row.
  const add = (label: string, amounts: Omit<TaxRow, "label">) => {
    const row = rows.get(label) ?? { label, base: 0, tax: 0, refundBase: 0, refundTax: 0 };
    rows.set(label, {
      label,
      base: row.base + amounts.base,
      tax: row.tax + amounts.tax,
      refundBase: row.refundBase + amounts.refundBase,
      refundTax: row.refundTax + amounts.refundTax,
    });
  };
  for (const { label, rate, base, amount } of taxes) add(taxLabel(label, rate, format), { base, tax: amount, refundBase: 0, refundTax: 0 });
  for (const { label, rate, base, amount } of refundTaxes)
    add(taxLabel(label, rate, format), { base: 0, tax: 0, refundBase: base, refundTax: amount });
  return [...rows.values()];
}

/** "$3.00 too much", "$3.00 missing", "No difference". */
export function differenceWords(difference: Cents, format: MoneyFormat): string {
  if (difference === 0) return "No difference";
  return `${formatMoney(Math.abs(difference), format)} ${difference > 0 ? "too much" : "missing"}`;
}
