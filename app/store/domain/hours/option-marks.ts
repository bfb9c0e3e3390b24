import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { formatTime, shortWeekday } from "#app/values/clock/shop-clock.ts";
import { localTimeOf, parseInstant } from "#app/values/time.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { nextOpening } from "./next-opening.ts";
import { storeHours } from "./store-hours.ts";

export interface OptionMarks {
  /** The end of "sold out for today", ISO 8601. */
  readonly todayEnds: string;
  /** Texts for the stored end times, by ISO 8601. */
  readonly markWords: Readonly<Record<string, string>>;
}

/** The texts for temporary marks in an options form; `ends` are the stored end times. */
export function optionMarks(ends: readonly string[], settings: Settings, now: Date): OptionMarks {
  const clock = shopClock(settings);
  const until = (at: Date) => `${shortWeekday(localTimeOf(at, clock.timeZone).weekday)} ${formatTime(at, clock)}`;
  return {
    todayEnds: nextOpening(storeHours(settings), now).toISOString(),
    markWords: Object.fromEntries(ends.map((end) => [end, `Until ${until(parseInstant(end) ?? now)}`])),
  };
}
