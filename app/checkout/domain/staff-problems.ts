import type { CartProblem } from "#app/cart/domain/cart.ts";

type Code = CartProblem["code"];

/** Problems whose sentence speaks to the customer. The others are true for staff too. */
const SENTENCES: Readonly<Partial<Record<Code, string>>> = {
  empty: "Add at least one item.",
  delivery_off: "Delivery is off. Choose pickup.",
  out_of_area: "The address is outside the delivery area. Choose pickup or another address.",
  too_large: "The order is too large. Split it into several.",
};

/** The same that a later time resolves, where times can be chosen. */
const NOW_SENTENCES: Readonly<Partial<Record<Code, readonly [what: string, other: string]>>> = {
  closed: ["The shop takes no orders for now: it is closed, or last orders are over.", ""],
  paused: ["Orders are paused.", "End the pause"],
  delivery_closed: ["There is no delivery now.", "Choose pickup"],
  time_unavailable: ["This order cannot be ready at this time.", ""],
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
    .map((problem) => ({ ...problem, message: SENTENCES[problem.code] ?? nowSentence(problem.code, canSchedule) ?? problem.message }));
}

function nowSentence(code: Code, canSchedule: boolean): string | null {
  const [what, other] = NOW_SENTENCES[code] ?? [];
  if (what === undefined || other === undefined) return null;
  const ways = [other, canSchedule ? "choose another time" : ""].filter((way) => way !== "").join(", or ");
  return ways === "" ? what : `${what} ${ways.charAt(0).toUpperCase()}${ways.slice(1)}.`;
}
