import { createContext, useContext } from "react";
import { US_REGION, type ShopClock } from "#app/values/clock/shop-clock.ts";

/** How the dates and times of a staff page are written. Pages that customers see get theirs as text from the server. */
export const ShopClockContext = createContext<ShopClock>({ timeZone: "UTC", region: US_REGION });

export function useShopClock(): ShopClock {
  return useContext(ShopClockContext);
}
