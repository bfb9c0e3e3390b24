import type { StoreHours } from "./opening-hours.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { regionFormat } from "#app/values/clock/region-format.ts";
import { hoursIn } from "./hours-in.ts";

/** The hours and pauses for opening-hours.ts. */
export function storeHours(settings: Settings): StoreHours {
  return hoursIn(regionFormat(settings.LOCALE), settings);
}
