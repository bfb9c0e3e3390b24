import type { BannerChange, BannerList } from "./banner-now.ts";
import { closedBanner, listOpenings, openState, type StoreHours } from "./hours/opening-hours.ts";
import { addDays, clockReaches, type LocalDate } from "#app/values/time.ts";

const DAYS_AHEAD = 3;

/**
 * The texts of the closed banner over time, from the day before `today` (in STORE_TIMEZONE) for four days. The list depends only on the
 * calendar day, so that a page with it can be cached.
 */
export function writeBannerList(hours: StoreHours, today: LocalDate): BannerList {
  const midnight = (days: number) => clockReaches(addDays(today, days), 0, hours.timeZone);
  const start = midnight(-1);
  const end = midnight(DAYS_AHEAD);
  const moments = [
    start,
    ...Array.from({ length: DAYS_AHEAD }, (_, day) => midnight(day)),
    ...listOpenings(hours, "store", start, DAYS_AHEAD + 1).flatMap(({ from, to }) => [from, to]),
    ...(hours.pausedUntil === null ? [] : [hours.pausedUntil]),
  ];
  const changes = moments
    .filter((moment) => moment >= start && moment < end)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .map((moment): BannerChange => {
      const state = openState(hours, moment);
      const sentence = closedBanner(state, moment, hours) ?? "";
      return [seconds(moment), sentence, sentence === "" ? "" : (state.message ?? "")];
    });
  const differing = changes.filter(([, sentence, message], index) => {
    const before = changes[index - 1];
    return before === undefined || before[1] !== sentence || before[2] !== message;
  });
  return { changes: differing, until: seconds(end) };
}

function seconds(moment: Date): number {
  return Math.ceil(moment.getTime() / 1000);
}
