import { regionFormat } from "#app/values/clock/region-format.ts";
import { formatClock, formatDay } from "#app/values/clock/shop-clock.ts";
import { WEEKDAY_NAMES } from "#app/values/time.ts";
import { CURRENCIES, LOCALES } from "#app/values/money/currencies.ts";
import { formatMoney } from "#app/values/money.ts";

const EXAMPLE_CENTS = 123_450;
/** 6:30 PM */
const EXAMPLE_MINUTES = 1110;

/** "EUR, Euro" */
export function currencyChoices() {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return CURRENCIES.map((value) => ({ value, label: `${value}, ${names.of(value) ?? value}` }));
}

/** "1.234,50 €, 31 Dec, 18:30, German (Germany)": each with the same amount in the shop's currency, and the same day and time. */
export function localeChoices(currency: string) {
  const names = new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" });
  return LOCALES.map((value) => ({
    value,
    label: [formatMoney(EXAMPLE_CENTS, { currency, locale: value }), exampleMoment(value), names.of(value) ?? value].join(", "),
    example: `${exampleMoment(value)}, week from ${WEEKDAY_NAMES[regionFormat(value).firstWeekday]}`,
  }));
}

function exampleMoment(locale: string): string {
  const region = regionFormat(locale);
  return `${formatDay("2026-12-31", region)}, ${formatClock(EXAMPLE_MINUTES, region)}`;
}
