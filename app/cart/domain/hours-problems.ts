import * as texts from "#texts/cart/problems.ts";
import type { CartLine, CartProblem } from "./cart.ts";
import { leadText, leadTimeOf, noLeadTimeText } from "#app/catalogue/domain/order-rules/order-rules.ts";
import { checkTime, hasFreeSlot } from "#app/store/domain/hours/slots.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { SlotInput } from "#app/store/domain/hours/slots.ts";

/**
 * What the hours say against ordering this cart now: closed, paused, delivery over, a lead time, or the wished time gone. To be added to the
 * problems of `priceCart`, which knows prices but no hours. `priceCart` reports that delivery is off, so this does not.
 *
 * @param input with the longest lead time of the lines, for times that suit them all
 * @param requestedFor null = as soon as possible
 * @param lines the lines that may have lead times
 */
export function hoursProblems(
  { suits, ...input }: SlotInput,
  requestedFor: Date | null,
  lines: readonly Pick<CartLine, "id" | "product">[] = [],
): readonly CartProblem[] {
  if (input.fulfillment === "delivery" && !input.hours.deliveryEnabled) return [];
  // Product hours are reported line by line.
  const time = checkTime(input, requestedFor);
  if (time.ok) return [];
  if (time.error.code === "lead_time") return lines.flatMap((line) => leadProblem({ ...input, suits }, requestedFor, line));
  return [{ code: time.error.code, cartItemId: null, message: time.error.message, blocks: true }];
}

/** The sentence for a line whose own lead time the requested time does not keep. */
function leadProblem(
  { suits, ...input }: SlotInput,
  requestedFor: Date | null,
  { id, product }: Pick<CartLine, "id" | "product">,
): readonly CartProblem[] {
  const own = { ...input, lead: leadTimeOf([product], input.now) };
  const time = checkTime(own, requestedFor);
  if (time.ok || time.error.code !== "lead_time") return [];
  const isFree = (fulfillment: Fulfillment) => hasFreeSlot({ ...own, ...(suits === undefined ? {} : { suits }), fulfillment });
  if (isFree(input.fulfillment)) return [{ code: "lead_time", cartItemId: id, message: texts.laterTime(leadText(product)), blocks: true }];
  const remedy = isFree("pickup")
    ? texts.noTimeForDelivery(leadText(product))
    : texts.removeToContinue(noLeadTimeText(product, input.settings));
  return [{ code: "lead_time_too_long", cartItemId: id, message: remedy, blocks: true }];
}
