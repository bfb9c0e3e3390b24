import type { StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import { hoursIn } from "#app/store/domain/hours/hours-in.ts";
import type { RegionFormat } from "#app/values/clock/shop-clock.ts";
import { readSiteSettings } from "./read-settings.ts";

/** Parts of a page that refresh at about the same time share one call. */
const SHARED_FOR_MS = 60_000;

/** The current hours. Null while the shop cannot be reached: the known hours stay in use. */
export async function readHours(region: RegionFormat): Promise<StoreHours | null> {
  const settings = await readSiteSettings(SHARED_FOR_MS);
  return settings === null ? null : hoursIn(region, settings);
}
