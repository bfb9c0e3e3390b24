import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { conditionKind, isGroup } from "./conditions/list.ts";
import { findActionKind } from "./kinds/list.ts";
import { paramsOf } from "./promotion-requirements.ts";
import type { Condition, Promotion } from "./promotion.ts";
import { isInWindows, isNotBefore, nextOpening } from "./schedule.ts";
import type { LocalTime } from "#app/values/time.ts";

type Rule = Pick<Promotion, "action" | "condition" | "cap" | "schedule"> & { readonly budget: Cents | null };

/** Start and end on the shop's clock. */
interface Span {
  readonly from: LocalTime | null;
  readonly until: LocalTime | null;
}

/** Why a rule can never give a discount, by field of the form; rules that only look odd get a warning (warnings.ts). */
export type RuleErrors = { readonly [Field in "cap" | "budget" | "condition" | "schedule"]?: string };

/**
 * Rejects rules that no cart, customer or time can ever earn; called when a promotion is switched on. Prices are checked only for gifts, which have
 * no options: options can raise the price of other products.
 *
 * @param priceOf price of a product; null = there is no product with that id
 */
export function validateRule(
  rule: Rule,
  { from, until }: Span,
  priceOf: (productId: number) => Cents | null,
  format: MoneyFormat,
): RuleErrors | undefined {
  const { productIds = [], quantity = 1 } = paramsOf(rule) ?? {};
  const gifts = productIds.flatMap((id) => priceOf(id) ?? []).map((price) => price * quantity);
  const cheapest = rule.action.kind === "free-item" && gifts.length > 0 ? Math.min(...gifts) : 0;
  const tooLittle = (limit: Cents | null): string | undefined => {
    if (limit === null || (limit > 0 && limit >= cheapest)) return undefined;
    return limit === 0
      ? `With ${formatMoney(0, format)} it never takes anything off.`
      : `The free item is worth ${formatMoney(cheapest, format)}: with less than that it is never given.`;
  };
  const found = {
    cap: tooLittle(rule.cap),
    budget: tooLittle(rule.budget),
    condition: contradiction(rule),
    schedule: isNeverOpen(rule, from, until) ? "None of these hours is between its start and its end." : undefined,
  };
  return Object.values(found).some((text) => text !== undefined) ? found : undefined;
}

/** Required conditions that can never be met together. */
function contradiction({ condition, action }: Rule): string | undefined {
  const all = listRequired(condition);
  const ways = new Set(all.flatMap((each) => conditionKind(each).example?.(each).fulfillment ?? []));
  if (ways.size > 1) return "An order is either picked up or delivered: both conditions can never be met.";
  if (ways.has("pickup") && findActionKind(action.kind)?.workClass === "delivery")
    return "For pickup only: there is no delivery fee to take anything off.";
  return undefined;
}

/** The leaves that must always be met. */
function listRequired(condition: Condition): readonly Condition[] {
  if (!isGroup(condition)) return [condition];
  return condition.type === "all" ? condition.of.flatMap(listRequired) : [];
}

function isNeverOpen({ schedule }: Rule, from: LocalTime | null, until: LocalTime | null): boolean {
  if (from === null || until === null || isInWindows(schedule, from)) return false;
  const opening = nextOpening(schedule, from);
  return opening === null || isNotBefore(opening, until);
}
