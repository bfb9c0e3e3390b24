import type { ReactNode } from "react";
import { formatMoney, inCurrency, type Cents } from "#app/values/money.ts";
import { MoneyFormatContext, useMoneyFormat } from "./use-money-format.ts";

interface MoneyProps {
  readonly cents: Cents;
  /** Where it may differ from the shop's: the code of the order's currency. */
  readonly currency?: string;
}

/** An amount in the cell of a table, whose columns are declared outside of components. */
export function Money({ cents, currency }: MoneyProps) {
  const format = useMoneyFormat();
  return formatMoney(cents, currency === undefined ? format : inCurrency(format, currency));
}

/** Shows all amounts inside in this currency. */
export function InCurrency({ code, children }: { readonly code: string; readonly children: ReactNode }) {
  return <MoneyFormatContext value={inCurrency(useMoneyFormat(), code)}>{children}</MoneyFormatContext>;
}
