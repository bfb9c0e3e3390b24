import type { CartLine, CartProblem } from "./cart.ts";
import { leadText, leadTimeOf, noLeadTimeText } from "#app/catalogue/domain/order-rules/order-rules.ts";
import { checkTime, hasFreeSlot } from "#app/store/domain/hours/slots.ts";
import type { SlotInput } from "#app/store/domain/hours/slots.ts";

/**
 * What the hours say against ordering this cart now: closed, paused, delivery over, a lead time, or the wished time gone. To be added to the
 * problems of `priceCart`, which knows prices but no hours. That delivery is off is said there, so it is not said twice.
 *
 * @param input with the longest lead time of the lines, for times that suit them all
 * @param requestedFor null = as soon as possible
 * @param lines the lines that may have lead times
 */
export function orderingProblems(
  { suits, ...input }: SlotInput,
  requestedFor: Date | null,
  lines: readonly Pick<CartLine, "id" | "product">[] = [],
): readonly CartProblem[] {
  // Hours of products are said line by line.
  const time = checkTime(input, requestedFor);
  if (time.ok || time.error.code === "delivery_off") return [];
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
  const isFree = hasFreeSlot(suits === undefined ? own : { ...own, suits });
  return [
    isFree
      ? { code: "lead_time", cartItemId: id, message: `${leadText(product)}. Choose a later time.`, blocks: true }
      : {
          code: "lead_time_too_long",
          cartItemId: id,
          message: `${noLeadTimeText(product, input.settings)} Remove it to continue.`,
          blocks: true,
        },
  ];
}
