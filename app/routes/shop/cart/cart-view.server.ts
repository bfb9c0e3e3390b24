import { tipPresets } from "#app/store/domain/settings.ts";
import { earliestPromise, hasFreeSlot } from "#app/store/domain/hours/slots.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { isTimeProblem } from "#app/cart/domain/cart.ts";
import type { CartView } from "#app/cart/ui/cart-view.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";

/** The cart's data for the pages around it. */
export function cartView({ source, priced, settings, offeredSlots }: LoadedCart): CartView {
  return {
    id: source.id,
    fulfillment: source.fulfillment,
    requestedFor: source.requestedFor,
    tip: source.tip,
    priced,
    tipPresets: settings.ALLOW_TIP ? tipPresets(settings.TIP_PRESETS) : null,
    hasLaterTime: priced.problems.some(isTimeProblem) && hasFreeSlot(offeredSlots),
    canDeliver: settings.ENABLE_DELIVERY,
    canSchedule: settings.ALLOW_SCHEDULING,
  };
}

/** When the order would be ready if it were placed now: "6:45 PM", "11:15 AM tomorrow"; null while no time can be promised. */
export function soonestText({ offeredSlots, source }: LoadedCart): string | null {
  const { now, hours } = offeredSlots;
  if (source.requestedFor !== null) return formatReopening(source.requestedFor, now, hours);
  const promise = earliestPromise(offeredSlots);
  return promise.ok ? formatReopening(promise.value, now, hours) : null;
}
