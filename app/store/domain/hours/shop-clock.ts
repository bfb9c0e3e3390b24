import type { Settings } from "#app/store/domain/settings.ts";
import { regionFormat } from "#app/values/clock/region-format.ts";
import type { ShopClock } from "#app/values/clock/shop-clock.ts";

/** The shop's date and time format. */
export function shopClock({ STORE_TIMEZONE, LOCALE }: Pick<Settings, "STORE_TIMEZONE" | "LOCALE">): ShopClock {
  return { timeZone: STORE_TIMEZONE, region: regionFormat(LOCALE) };
}
