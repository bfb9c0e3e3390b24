import type { RegionFormat } from "#app/values/clock/shop-clock.ts";
import { readWeeklyHours } from "#app/store/domain/hours/hours-json.ts";
import { hoursRows } from "#app/store/domain/hours/hours-text.ts";

/** Weekly hours in words, one line each: "Monday – Friday 7:00 AM – 11:00 AM". */
export function hoursWords(text: string, region: RegionFormat): string {
  const weekly = readWeeklyHours(text);
  if (weekly === null || weekly === undefined) return weekly === null ? "Always" : text;
  return hoursRows({ weekly, openTime: null, closingTime: null, region })
    .map((row) => `${row.days} ${row.times}`)
    .join("\n");
}
