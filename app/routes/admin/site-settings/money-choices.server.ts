import { CURRENCIES, LOCALES } from "#app/values/money/currencies.ts";
import { formatMoney } from "#app/values/money.ts";

const EXAMPLE_CENTS = 123_450;

/** "EUR, Euro" */
export function currencyChoices() {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return CURRENCIES.map((value) => ({ value, label: `${value}, ${names.of(value) ?? value}` }));
}

/** "1.234,50 €, German (Germany)": each with the same amount in the shop's currency. */
export function localeChoices(currency: string) {
  const names = new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" });
  return LOCALES.map((value) => ({
    value,
    label: `${formatMoney(EXAMPLE_CENTS, { currency, locale: value })}, ${names.of(value) ?? value}`,
  }));
}
