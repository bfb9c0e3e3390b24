import { createContext, useContext } from "react";
import { US_DOLLARS, type MoneyFormat } from "#app/values/money.ts";

/** The money format of a page: the shop's currency, or an order's currency around that order. */
export const MoneyFormatContext = createContext<MoneyFormat>(US_DOLLARS);

export function useMoneyFormat(): MoneyFormat {
  return useContext(MoneyFormatContext);
}
