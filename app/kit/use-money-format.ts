import { createContext, useContext } from "react";
import { US_DOLLARS, type MoneyFormat } from "#app/values/money.ts";

/** How the amounts of a page are written: the shop's currency, or an order's around what shows that order. */
export const MoneyFormatContext = createContext<MoneyFormat>(US_DOLLARS);

export function useMoneyFormat(): MoneyFormat {
  return useContext(MoneyFormatContext);
}
