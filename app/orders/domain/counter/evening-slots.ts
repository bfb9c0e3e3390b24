import { listOpenings, type StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import { isClosedTime, type ClosedSlot, type OrderingSettings, type SlotLoads } from "#app/store/domain/hours/slots.ts";
import { addMinutes, laterOf, roundDownToClock } from "#app/values/time.ts";

/** An upcoming time for staff: its orders, and whether it is closed. */
export interface EveningSlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly orders: number;
  readonly items: number;
  readonly isClosed: boolean;
}

/** The list shows this many hours from now. */
const HOURS_SHOWN = 6;
const MOST_SLOTS = 24;

interface EveningInput {
  readonly hours: StoreHours;
  readonly settings: Pick<OrderingSettings, "slotIntervalMinutes">;
  readonly loads: SlotLoads;
  readonly closed: readonly ClosedSlot[];
  readonly now: Date;
}

/** Times until the end of the opening, at most six hours; empty if no opening is near. */
export function eveningSlots({ hours, settings, loads, closed, now }: EveningInput): readonly EveningSlot[] {
  const { slotIntervalMinutes: interval } = settings;
  const first = roundDownToClock(now, interval, hours.timeZone);
  const until = addMinutes(first, HOURS_SHOWN * 60);
  const opening = listOpenings({ ...hours, pausedUntil: null }, "pickup", first, 1).find(({ from, to }) => from < until && to > now);
  if (opening === undefined) return [];
  const slots: EveningSlot[] = [];
  let startsAt = roundDownToClock(laterOf(first, opening.from), interval, hours.timeZone);
  while (startsAt < until && startsAt < opening.to && slots.length < MOST_SLOTS) {
    const at = startsAt;
    const load = loads.get(at.getTime()) ?? { orders: 0, items: 0 };
    slots.push({
      startsAt: at,
      endsAt: addMinutes(at, interval),
      ...load,
      isClosed: isClosedTime(closed, at, addMinutes(at, interval)),
    });
    startsAt = addMinutes(at, interval);
  }
  return slots;
}
