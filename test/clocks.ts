import { US_REGION, type ShopClock } from "#app/values/clock/shop-clock.ts";

/** The clock of most test shops. */
export const TORONTO: ShopClock = { timeZone: "America/Toronto", region: US_REGION };
