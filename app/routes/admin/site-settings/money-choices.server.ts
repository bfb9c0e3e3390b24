import { regionFormat } from "#app/values/clock/region-format.ts";
import { formatClock, formatDay } from "#app/values/clock/shop-clock.ts";
import { WEEKDAY_NAMES } from "#texts/calendar.ts";
import { CURRENCIES, LOCALES } from "#app/values/money/currencies.ts";
import { exampleAmount } from "#app/store/ui/staff/settings-view.ts";

/** 6:30 PM */
const EXAMPLE_MINUTES = 1110;

/** "EUR, Euro" */
export function currencyChoices() {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return CURRENCIES.map((value) => ({ value, label: `${value}, ${names.of(value) ?? value}` }));
}

/** "31 Dec, 18:30, German (Germany)", and the amount that the form prepends (`choicesOf`), in the shop's currency. */
export function localeChoices(currency: string) {
  const names = new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" });
  return LOCALES.map((value) => ({
    value,
    amount: exampleAmount(currency, value),
    label: [exampleMoment(value), names.of(value) ?? value].join(", "),
    example: `${exampleMoment(value)}, week from ${WEEKDAY_NAMES[regionFormat(value).firstWeekday]}`,
  }));
}

function exampleMoment(locale: string): string {
  const region = regionFormat(locale);
  return `${formatDay("2026-12-31", region)}, ${formatClock(EXAMPLE_MINUTES, region)}`;
}
