import { storeHours } from "./hours/store-hours.ts";
import type { SlotInput } from "./hours/slots.ts";
import { orderingSettings, type Settings } from "./settings.ts";

/** The input for pickup slots by hours and settings alone, without existing orders. */
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
