import { createContext, useContext } from "react";
import { US_REGION, type ShopClock } from "#app/values/clock/shop-clock.ts";

/** The date and time format of staff pages. Customer pages get formatted text from the server. */
export const ShopClockContext = createContext<ShopClock>({ timeZone: "UTC", region: US_REGION });

export function useShopClock(): ShopClock {
  return useContext(ShopClockContext);
}
