import type { Settings } from "./settings.ts";
import { regionFormat } from "#app/values/region-format.ts";
import type { ShopClock } from "#app/values/shop-clock.ts";

/** How the shop writes dates and times. */
export function shopClock({ STORE_TIMEZONE, LOCALE }: Pick<Settings, "STORE_TIMEZONE" | "LOCALE">): ShopClock {
  return { timeZone: STORE_TIMEZONE, region: regionFormat(LOCALE) };
}
