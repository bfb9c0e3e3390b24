import type { StoreHours } from "./opening-hours.ts";
import type { PublicSettings, Settings } from "#app/store/domain/settings.ts";
import type { RegionFormat } from "#app/values/clock/shop-clock.ts";
import { parseInstant } from "#app/values/time.ts";

/**
 * The hours, pauses and zone from stored settings, or from the response of `GET /api/site-settings` (where unset text is null). Separate
 * from the registry of settings and the locales, which are too large for customer pages.
 */
export function hoursIn(region: RegionFormat, settings: Settings | PublicSettings): StoreHours {
  return {
    region,
    timeZone: settings.STORE_TIMEZONE ?? "UTC",
    openTime: settings.STORE_OPEN_TIME || null,
    closingTime: settings.STORE_CLOSING_TIME || null,
    weekly: settings.OPENING_HOURS,
    special: settings.SPECIAL_HOURS,
    deliveryEnabled: settings.ENABLE_DELIVERY,
    deliveryClosingTime: settings.DELIVERY_CLOSING_TIME || null,
    pausedUntil: parseInstant(settings.ORDERING_PAUSED_UNTIL ?? ""),
    deliveryPausedUntil: parseInstant(settings.DELIVERY_PAUSED_UNTIL ?? ""),
    pauseMessage: settings.PAUSE_MESSAGE ?? "",
  };
}
