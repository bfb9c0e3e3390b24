import { deliveryTerms } from "#app/store/domain/delivery/delivery-areas.ts";
import { hoursRows, type HoursRow } from "#app/store/domain/hours/hours-text.ts";
import { deliveryPauseEnd, type StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { hasNoHoursYet } from "#app/store/domain/setup-steps.ts";
import { orderingSettings, type Settings } from "#app/store/domain/settings.ts";
import type { Cents } from "#app/values/money.ts";

/** Hours, services and address on the home page. */
export interface StoreTicketFacts {
  readonly hours: StoreHours;
  /** Empty during setup, before hours are entered. */
  readonly hoursRows: readonly HoursRow[];
  /** Minutes from order to pickup, busy minutes included. */
  readonly pickupMinutes: number;
  /** null = no delivery. */
  readonly delivery: {
    readonly minutes: number;
    /** "7:30 PM" while delivery is paused. */
    readonly pausedUntil: string | null;
    readonly fee: Cents;
    readonly freeAbove: Cents | null;
    readonly isByArea: boolean;
  } | null;
  /** Street, or "" while staff have not entered one. */
  readonly address: string;
  readonly allowsScheduling: boolean;
}

export function storeTicketFacts(settings: Settings, now: Date): StoreTicketFacts {
  const { prepMinutes, busyExtraMinutes, busyUntil } = orderingSettings(settings);
  const busy = busyUntil === null || busyUntil > now ? busyExtraMinutes : 0;
  const hours = storeHours(settings);
  return {
    hours,
    hoursRows: hasNoHoursYet(settings) ? [] : hoursRows(hours),
    pickupMinutes: prepMinutes.pickup + busy,
    delivery: settings.ENABLE_DELIVERY
      ? { ...deliveryTerms(settings, null), minutes: prepMinutes.delivery + busy, pausedUntil: deliveryPauseEnd(hours, now) }
      : null,
    address: settings.STREET_ADDRESS,
    allowsScheduling: settings.ALLOW_SCHEDULING,
  };
}
