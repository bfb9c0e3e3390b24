import { storeHours } from "./hours/store-hours.ts";
import type { SlotInput } from "./hours/slots.ts";
import { orderingSettings, type Settings } from "./settings.ts";

/** The times for pickup as far as hours and settings decide them: what is promised already is left aside. */
export function pickupSlots(settings: Settings, now: Date): SlotInput {
  return {
    hours: storeHours(settings),
    settings: orderingSettings(settings, null),
    now,
    fulfillment: "pickup",
    items: 0,
    loads: new Map(),
  };
}
