import type { ReactNode } from "react";
import { formatMoney, inCurrency, type Cents } from "#app/values/money.ts";
import { MoneyFormatContext, useMoneyFormat } from "./use-money-format.ts";

interface MoneyProps {
  readonly cents: Cents;
  /** The code of the order's currency, where it may differ from the shop's. */
  readonly currency?: string;
}

/** An amount in a table cell, because columns are declared outside components. */
export function Money({ cents, currency }: MoneyProps) {
  const format = useMoneyFormat();
  return formatMoney(cents, currency === undefined ? format : inCurrency(format, currency));
}

/** Shows all amounts inside in this currency. */
export function InCurrency({ code, children }: { readonly code: string; readonly children: ReactNode }) {
  return <MoneyFormatContext value={inCurrency(useMoneyFormat(), code)}>{children}</MoneyFormatContext>;
}
