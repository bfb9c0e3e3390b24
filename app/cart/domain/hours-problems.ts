import * as texts from "#texts/cart/problems.ts";
import type { CartLine, CartProblem } from "./cart.ts";
import { leadText, leadTimeOf, noLeadTimeText } from "#app/catalogue/domain/order-rules/order-rules.ts";
import { checkTime, hasFreeSlot } from "#app/store/domain/hours/slots.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { SlotInput } from "#app/store/domain/hours/slots.ts";

/**
 * The problems of a cart with the hours: closed, paused, delivery over, a lead time, or a requested time that is gone. They are added to
 * the problems of `priceCart`, which has no hours. `priceCart` already reports that delivery is off.
 *
 * @param input with the longest lead time of the lines, so that its times suit them all
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

/** The sentence for a line whose lead time ends after the requested time. */
function leadProblem(
  { suits, ...input }: SlotInput,
  requestedFor: Date | null,
  { id, product }: Pick<CartLine, "id" | "product">,
): readonly CartProblem[] {
  const lineInput = { ...input, lead: leadTimeOf([product], input.now) };
  const time = checkTime(lineInput, requestedFor);
  if (time.ok || time.error.code !== "lead_time") return [];
  const isFree = (fulfillment: Fulfillment) => hasFreeSlot({ ...lineInput, ...(suits === undefined ? {} : { suits }), fulfillment });
  if (isFree(input.fulfillment)) return [{ code: "lead_time", cartItemId: id, message: texts.laterTime(leadText(product)), blocks: true }];
  const remedy = isFree("pickup")
    ? texts.noTimeForDelivery(leadText(product))
    : texts.removeToContinue(noLeadTimeText(product, input.settings));
  return [{ code: "lead_time_too_long", cartItemId: id, message: remedy, blocks: true }];
}
