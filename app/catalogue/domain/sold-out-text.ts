import * as texts from "#texts/catalogue/order-hours.ts";
import { formatTime, type ShopClock } from "#app/values/clock/shop-clock.ts";
import { daysBetween, localDateOf } from "#app/values/time.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import type { CustomizationTemplate } from "./customization/customization.ts";
import { isSoldOutAt, isUnavailable } from "./product.ts";

/** "Sold out, back tomorrow 11:00 AM" if only a mark with an end applies; "" if available. */
export function soldOutText(
  row: { readonly isSoldOut: boolean; readonly soldOutUntil: Date | null; readonly stock: number | null },
  groups: readonly CustomizationTemplate[],
  now: Date,
  clock: ShopClock,
): string {
  if (!isUnavailable(row, groups, now)) return "";
  const { soldOutUntil } = row;
  const isBack = soldOutUntil !== null && isSoldOutAt(row, now) && !isUnavailable({ ...row, isSoldOut: false }, groups, now);
  if (!isBack) return texts.soldOut;
  const days = daysBetween(localDateOf(now, clock.timeZone), localDateOf(soldOutUntil, clock.timeZone));
  return days === 1
    ? texts.soldOutUntilTomorrow(formatTime(soldOutUntil, clock))
    : texts.soldOutUntil(formatReopening(soldOutUntil, now, clock));
}
