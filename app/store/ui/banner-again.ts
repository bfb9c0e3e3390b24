import { writeBannerList } from "#app/store/domain/banner-changes.ts";
import type { BannerList } from "#app/store/domain/banner-now.ts";
import type { StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import { localDateOf } from "#app/values/time.ts";
import { readHours } from "./read-hours.ts";

/** The hours as they are now, or `known` while the shop cannot be reached, and what the banner says with them. */
export async function readBannerAgain(known: StoreHours, now: Date): Promise<{ readonly hours: StoreHours; readonly list: BannerList }> {
  const hours = (await readHours()) ?? known;
  return { hours, list: writeBannerList(hours, localDateOf(now, hours.timeZone)) };
}
