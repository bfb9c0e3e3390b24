import { LANGUAGE } from "#texts/language.ts";
import type { RegionFormat } from "./shop-clock.ts";
import { instantOf, toWeekday } from "#app/values/time.ts";

/** Server only: browsers support fewer locales, and differently. */

const formats = new Map<string, RegionFormat>();

/** The date and time format of a locale's region (BCP 47). */
export function regionFormat(locale: string): RegionFormat {
  const found = formats.get(locale) ?? readRegion(locale);
  formats.set(locale, found);
  return found;
}

function readRegion(locale: string): RegionFormat {
  const { language, region } = new Intl.Locale(locale).maximize();
  const ours = language === LANGUAGE ? locale : `${LANGUAGE}-${region ?? "US"}`;
  return {
    dateOrder: dateOrderOf(locale),
    dayPeriods: hasHalfDays(locale) ? [dayPeriodOf(ours, 6), dayPeriodOf(ours, 18)] : null,
    firstWeekday: toWeekday(new Intl.Locale(locale).getWeekInfo().firstDay),
  };
}

/** The order of dates with the month in words: some regions put the year first only in numeric dates. */
function dateOrderOf(locale: string): RegionFormat["dateOrder"] {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC", calendar: "gregory" });
  const first = format.formatToParts(instantOf("2026-03-06", 0, "UTC")).find(({ type }) => type !== "literal")?.type;
  if (first === "year") return "ymd";
  return first === "month" ? "mdy" : "dmy";
}

function hasHalfDays(locale: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 === true;
}

/** Without dots ("p.m."): a sentence may end with a time. */
function dayPeriodOf(locale: string, hour: number): string {
  const format = new Intl.DateTimeFormat(locale, { hour: "numeric", hour12: true, timeZone: "UTC" });
  return (
    format
      .formatToParts(instantOf("2026-03-06", hour * 60, "UTC"))
      .find(({ type }) => type === "dayPeriod")
      ?.value.replaceAll(".", "") ?? ""
  );
}
