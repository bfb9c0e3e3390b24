import { listBannerChanges, type BannerChange } from "#app/store/domain/banner-changes.ts";
import type { StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import { localDateOf } from "#app/values/time.ts";

/** The last list made: every page of a day shows the same one until the hours change, and writing it out takes milliseconds. */
let last: { readonly key: string; readonly list: readonly BannerChange[] } = { key: "", list: [] };

/** What the closed banner says in the days around `now`, for the page to choose from before its first paint. */
export function bannerList(hours: StoreHours, now: Date): readonly BannerChange[] {
  const today = localDateOf(now, hours.timeZone);
  const key = `${today} ${JSON.stringify(hours)}`;
  if (last.key !== key) last = { key, list: listBannerChanges(hours, today) };
  return last.list;
}
