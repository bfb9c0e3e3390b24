import { cartProblemKind, type CartProblemCode } from "#app/cart/domain/cart-problems.ts";
import type { CartProblem } from "#app/cart/domain/cart.ts";

/**
 * The problems of an order that staff enter, in sentences for staff. The minimum card charge applies only if the order is paid by a link.
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

function staffSentence(code: CartProblemCode, canSchedule: boolean): string | undefined {
  const sentence = cartProblemKind(code).staff;
  if (sentence === undefined || typeof sentence === "string") return sentence;
  const ways = [sentence.or, canSchedule ? "choose another time" : ""].filter((way) => way !== "").join(", or ");
  return ways === "" ? sentence.text : `${sentence.text} ${ways.charAt(0).toUpperCase()}${ways.slice(1)}.`;
}
