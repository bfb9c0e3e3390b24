import type { CartProblem } from "#app/cart/domain/cart.ts";

type Code = CartProblem["code"];

/** The sentence for staff. null: the customer's sentence is true for staff too. `or`: what else helps, next to another time where times can be chosen. */
const SENTENCES: Readonly<Record<Code, string | { readonly text: string; readonly or: string } | null>> = {
  empty: "Add at least one item.",
  sold_out: null,
  not_offered: null,
  choices: null,
  price_changed: null,
  min_order: null,
  closed: { text: "The shop takes no orders for now: it is closed, or last orders are over.", or: "" },
  paused: { text: "Orders are paused.", or: "End the pause" },
  delivery_off: "Delivery is off. Choose pickup.",
  delivery_closed: { text: "There is no delivery now.", or: "Choose pickup" },
  out_of_area: "The address is outside the delivery area. Choose pickup or another address.",
  time_unavailable: { text: "This order cannot be ready at this time.", or: "" },
  too_small: null,
  too_large: "The order is too large. Split it into several.",
  not_now: null,
  stock: null,
  max_per_order: null,
  pickup_only: null,
  lead_time: null,
  lead_time_too_long: null,
};

/**
 * The problems of an order that staff enter, in sentences for staff. The least card charge is one of them only if the order is paid by a link.
 *
 * @param canSchedule times for later can be chosen
 */
export function problemsForStaff(
  problems: readonly CartProblem[],
  { canSchedule, isByLink }: { readonly canSchedule: boolean; readonly isByLink: boolean },
): readonly CartProblem[] {
  return problems
    .filter(({ code }) => isByLink || code !== "too_small")
    .map((problem) => ({ ...problem, message: staffSentence(problem.code, canSchedule) ?? problem.message }));
}

function staffSentence(code: Code, canSchedule: boolean): string | null {
  const sentence = SENTENCES[code];
  if (sentence === null || typeof sentence === "string") return sentence;
  const ways = [sentence.or, canSchedule ? "choose another time" : ""].filter((way) => way !== "").join(", or ");
  return ways === "" ? sentence.text : `${sentence.text} ${ways.charAt(0).toUpperCase()}${ways.slice(1)}.`;
}
