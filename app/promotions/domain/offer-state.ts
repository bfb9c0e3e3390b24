import type { ShopClock } from "#app/values/clock/shop-clock.ts";
import { isInWindows, isNotBefore, nextOpening, whenText } from "./schedule.ts";
import type { Promotion } from "./promotion.ts";
import { addDays, localTimeOf } from "#app/values/time.ts";

/** Offers further away are not announced. */
const DAYS_AHEAD = 7;

/**
 * Whether an offer runs: "now", or when it starts ("Tuesday 4:00 PM") if that is within a week; null if it has ended or starts later. The
 * caller checks its switch, limits and conditions.
 */
export function offerState(
  { startsAt, endsAt, schedule }: Pick<Promotion, "startsAt" | "endsAt" | "schedule">,
  now: Date,
  { timeZone, region }: ShopClock,
): "now" | { readonly starts: string } | null {
  if (endsAt !== null && endsAt <= now) return null;
  const local = localTimeOf(now, timeZone);
  const isStarted = startsAt === null || startsAt <= now;
  if (isStarted && isInWindows(schedule, local)) return "now";
  const from = isStarted ? local : localTimeOf(startsAt, timeZone);
  const opening = schedule.length === 0 ? from : nextOpening(schedule, from);
  if (opening === null || (endsAt !== null && isNotBefore(opening, localTimeOf(endsAt, timeZone)))) return null;
  return opening.date < addDays(local.date, DAYS_AHEAD) ? { starts: whenText(opening, local, region) } : null;
}
