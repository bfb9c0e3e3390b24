import { formatMoney } from "#app/values/money.ts";
import { CURRENCIES } from "#app/values/money/currencies.ts";
import { providerUnits } from "#app/values/money/currency-units.ts";
import { badParameter } from "./refusal.ts";

/** An amount in the provider's units, formatted as in its messages and pages: "$12.50", "¥500", "KWD 1.250". */
export function shownAmount(amount: number, currency: string): string {
  return CURRENCIES.includes(currency.toUpperCase())
    ? formatMoney(Math.round(amount / providerUnits(currency)), { currency: currency.toUpperCase(), locale: "en-US" })
    : String(amount / 100);
}

/** Rejects thousandths whose last digit is not 0, and hundredths of a currency without decimals. */
export function requireChargeable(param: string, amount: number, currency: string): void {
  const step = providerUnits(currency);
  if (amount % step !== 0) throw badParameter(param, "parameter_invalid_integer", `Amounts in ${currency} must be divisible by ${step}.`);
}
