import type { StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import type { PublicSettings } from "#app/store/domain/settings.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";

/** The hours as they are now. Null while the shop cannot be reached: the hours that are known go on counting. */
export async function readHours(): Promise<StoreHours | null> {
  const response = await fetch("/api/site-settings", { cache: "no-store" }).catch(() => null);
  return response?.ok === true ? storeHours((await response.json()) as PublicSettings) : null;
}
