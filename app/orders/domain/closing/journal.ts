import type { Cents } from "#app/values/money.ts";
import { cashDifference, cashTaken, type CashCount } from "./cash.ts";
import { taxRows } from "./closing-tables.ts";
import { takenAbove, type Counted } from "./counted.ts";

/** Account numbers and names of the journal, as small charts of accounts number them. */
export const ACCOUNTS = {
  cash: { number: "1000", name: "Cash" },
  card: { number: "1210", name: "Card payments on their way" },
  terminal: { number: "1220", name: "Card terminal payments on their way" },
  tax: { number: "2200", name: "Tax payable" },
  tips: { number: "2300", name: "Tips payable" },
  above: { number: "2400", name: "Payments to return" },
  sales: { number: "4000", name: "Sales" },
  delivery: { number: "4010", name: "Delivery fees" },
  discounts: { number: "4090", name: "Discounts" },
  refunds: { number: "4095", name: "Refunds" },
  difference: { number: "6900", name: "Cash over and short" },
} as const;
export type Account = keyof typeof ACCOUNTS;

export interface JournalLine {
  readonly account: Account;
  /** "HST 13%" of a tax line, else "". */
  readonly detail: string;
  readonly debit: Cents;
  readonly credit: Cents;
}

/** A closed day as one booking; its debits equal its credits. Lines of nothing are left out. */
export function journalOf(counted: Counted, cash: CashCount): readonly JournalLine[] {
  const taxes = taxRows(counted);
  const difference = cashDifference(counted, cash);
  const refundTax = taxes.reduce((sum, row) => sum + row.refundTax, 0);
  // Orders of early versions may have tax without a rate.
  const withoutRate = counted.taxAdded + counted.taxIncluded - taxes.reduce((sum, row) => sum + row.tax, 0);
  const lines: readonly (readonly [account: Account, debit: Cents, detail?: string])[] = [
    ["card", counted.card - counted.refunds],
    ["cash", cashTaken(counted, cash) + difference],
    ["terminal", cash.terminal],
    ["discounts", counted.discounts],
    ["refunds", counted.refunds - refundTax],
    ["sales", counted.taxIncluded - counted.items],
    ["delivery", 0 - counted.delivery],
    ...taxes.map((row) => ["tax", row.refundTax - row.tax, row.label] as const),
    ["tax", 0 - withoutRate],
    ["tips", 0 - counted.tips],
    ["above", 0 - takenAbove(counted)],
    ["difference", 0 - difference],
  ];
  return lines.flatMap(([account, debit, detail = ""]) =>
    debit === 0 ? [] : [{ account, detail, debit: Math.max(0, debit), credit: Math.max(0, 0 - debit) }],
  );
}
