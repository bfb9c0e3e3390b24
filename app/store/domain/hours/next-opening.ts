import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { addDays, businessDay, instantOf } from "#app/values/time.ts";
import { openState, type StoreHours } from "./opening-hours.ts";

/** The next opening time: while the shop is open, the one after it has closed. A shop that never closes opens with each business day. */
export function nextOpening(hours: StoreHours, now: Date): Date {
  const unpaused = { ...hours, pausedUntil: null };
  const state = openState(unpaused, now);
  const opensAt = state.closesAt === null ? state.opensAt : openState(unpaused, state.closesAt).opensAt;
  return opensAt ?? instantOf(addDays(businessDay(now, hours.timeZone), 1), BUSINESS_DAY_STARTS_AT_MINUTES, hours.timeZone);
}
