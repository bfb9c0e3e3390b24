import type { CartProblem } from "./cart.ts";
import { checkTime } from "#app/store/domain/hours/slots.ts";
import type { SlotInput } from "#app/store/domain/hours/slots.ts";

/**
 * What the hours say against ordering this cart now: closed, paused, delivery over, or the wished time gone. To be added to the
 * problems of `priceCart`, which knows prices but no hours. That delivery is off is said there, so it is not said twice.
 *
 * @param requestedFor null = as soon as possible
 */
export function orderingProblems(input: SlotInput, requestedFor: Date | null): readonly CartProblem[] {
  const time = checkTime(input, requestedFor);
  if (time.ok || time.error.code === "delivery_off") return [];
  return [{ code: time.error.code, cartItemId: null, message: time.error.message, blocks: true }];
}
