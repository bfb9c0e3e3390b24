import { closedBanner, listOpenings, openState, type StoreHours } from "./hours/opening-hours.ts";
import { addDays, clockReaches, type LocalDate } from "#app/values/time.ts";

/** From this instant (seconds since 1970) on the closed banner says this sentence ("" while open), and what staff add to it ("" = nothing). */
export type BannerChange = readonly [from: number, sentence: string, message: string];

const DAYS_AHEAD = 3;

/**
 * What the closed banner says from when to when: the hours written out, from the day before `today` (in STORE_TIMEZONE) for four days, then
 * nothing. The list depends on the calendar day and not on the moment, so that a page which holds it can be stored.
 */
export function listBannerChanges(hours: StoreHours, today: LocalDate): readonly BannerChange[] {
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
      const sentence = closedBanner(state, moment, hours.timeZone) ?? "";
      return [seconds(moment), sentence, sentence === "" ? "" : (state.message ?? "")];
    });
  const all: readonly BannerChange[] = [...changes, [seconds(end), "", ""]];
  return all.filter(([, sentence, message], index) => {
    const before = all[index - 1];
    return before === undefined || before[1] !== sentence || before[2] !== message;
  });
}

function seconds(moment: Date): number {
  return Math.ceil(moment.getTime() / 1000);
}
