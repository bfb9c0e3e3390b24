import { writeBannerList } from "#app/store/domain/banner-changes.ts";
import type { BannerList } from "#app/store/domain/banner-now.ts";
import type { StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { DEFAULT_SETTINGS, type Settings } from "#app/store/domain/settings.ts";
import type { Services } from "#app/http/context.server.ts";
import { framePart } from "#app/http/frame-part.server.ts";
import { OPENING_HORIZON_DAYS } from "#app/values/limits.ts";
import { addDays, instantOf, listZoneOffsets, localDateOf } from "#app/values/time.ts";
import type { ZoneOffsets } from "#app/values/zone-offsets.ts";

export interface BannerFacts {
  /** The texts of the closed banner for the surrounding days. The page chooses one before its first paint. */
  readonly list: BannerList;
  /** Offsets of the shop's time zone for the browser: from two days ago to after the last opening in `list`. */
  readonly offsets: ZoneOffsets;
}

/** Cached, because computing them takes milliseconds and they change only with the day and the hours. */
let last: { readonly key: string; readonly facts: BannerFacts } | null = null;

/** The data of the closed banner. */
function bannerFacts(hours: StoreHours, now: Date): BannerFacts {
  const today = localDateOf(now, hours.timeZone);
  const key = `${today} ${JSON.stringify(hours)}`;
  if (last?.key !== key) {
    const offsets = listZoneOffsets(hours.timeZone, instantOf(addDays(today, -2), 0, hours.timeZone), OPENING_HORIZON_DAYS + 10);
    last = { key, facts: { list: writeBannerList(hours, today), offsets } };
  }
  return last.facts;
}

/** The data of the closed banner, for the layout. Invalid hours count as always open. */
export function readFrameBanner(services: Pick<Services, "db" | "log" | "now">, settings: Settings): Promise<BannerFacts> {
  const at = services.now();
  return framePart(services, "closed banner", () => bannerFacts(storeHours(settings), at), bannerFacts(storeHours(DEFAULT_SETTINGS), at));
}
