import { type Cents, formatMoney, formatShortMoney, type MoneyFormat } from "#app/values/money.ts";
import { conditionKind, isGroup } from "./conditions/list.ts";
import { readAction } from "./kinds/list.ts";
import { covers, paramsOf, type AnyParams, type TargetFacts } from "./promotion-requirements.ts";
import type { Condition, Promotion, Target } from "./promotion.ts";

const MAX_NAMED = 3;

type Rule = Pick<Promotion, "id" | "action" | "condition" | "cap" | "limits" | "stacking" | "trigger">;

/** Another promotion that is switched on or planned. */
export type OtherRule = Pick<Promotion, "id" | "name" | "action" | "stacking" | "limits" | "trigger">;

/** List prices of the menu. */
export interface Prices {
  /** Prices of the products that a target covers, most expensive first. */
  readonly of: (target: Target) => readonly Cents[];
  readonly ofProduct: (id: number) => Cents | null;
  /** Names of covered products that are sold by weight. */
  readonly weighed: (target: Target) => readonly string[];
}

/** List prices of a menu, by the targets of rules. */
export function pricesOf(menu: readonly (TargetFacts & { readonly name: string; readonly price: Cents })[]): Prices {
  return {
    of: (target) =>
      menu
        .filter((each) => covers(target, each))
        .map(({ price }) => price)
        .sort((a, b) => b - a),
    ofProduct: (id) => menu.find((each) => each.id === id)?.price ?? null,
    weighed: (target) => menu.filter((each) => each.isWeighed === true && covers(target, each)).map(({ name }) => name),
  };
}

/** A warning that staff should read before they switch a promotion on. */
export interface Warning {
  /** The form's field that it belongs to; null = the rule as a whole. */
  readonly field: "cap" | "budget" | "action" | "condition" | null;
  readonly text: string;
}

/** Warnings about a rule. A rule that can never give a discount is rejected instead (validate-rule.ts). */
export function listWarnings(rule: Rule, others: readonly OtherRule[], prices: Prices, format: MoneyFormat): readonly Warning[] {
  const params = paramsOf(rule);
  if (params === null) return [];
  const about = (field: Warning["field"], texts: readonly string[]): Warning[] => texts.map((text) => ({ field, text }));
  return [
    ...about("cap", giftWarnings(rule, params, prices, format)),
    ...about("action", setWarnings(rule, params, prices)),
    ...about("action", weighedWarnings(rule, prices)),
    ...about("budget", budgetWarnings(rule, params, prices, format)),
    ...about("condition", pointlessConditions(rule.condition, params)),
    ...about("action", sameTarget(rule, params, others)),
  ];
}

/** Promotions it cannot be combined with: "Same group as “Happy hour”: the better one of a cart wins. Where both save the same, this one does." */
export function listConflicts(rule: Rule, others: readonly OtherRule[]): readonly string[] {
  const { group, exclusive } = rule.stacking;
  if (exclusive && others.length > 0)
    return ["It cannot be combined with other offers: a cart gets either this or all its other offers, whichever costs less."];
  return others.flatMap((other) => {
    if (other.stacking.exclusive) return [`“${other.name}” cannot be combined with other offers: a cart gets either that or this.`];
    if (group === null || other.stacking.group !== group) return [];
    const winner = compareTied(rule, other) < 0 ? "this one" : `“${other.name}”`;
    return [`Same group as “${other.name}”: the better one of a cart wins. Where both save the same, ${winner} does.`];
  });
}

/** Negative when the first wins where both save the same, as in the engine (engine/combination.ts); an unsaved draft has the id 0. */
function compareTied(a: Omit<OtherRule, "name">, b: Omit<OtherRule, "name">): number {
  const isLimited = ({ limits }: Pick<OtherRule, "limits">): boolean => limits.totalUses !== null || limits.perCustomerUses !== null;
  return (
    Number(isLimited(a)) - Number(isLimited(b)) ||
    Number(a.trigger === "coupon") - Number(b.trigger === "coupon") ||
    b.stacking.priority - a.stacking.priority ||
    (a.id || Infinity) - (b.id || Infinity)
  );
}

function giftWarnings({ action, cap }: Rule, { productIds = [], quantity = 1 }: AnyParams, prices: Prices, format: MoneyFormat): string[] {
  if (action.kind !== "free-item" || cap === null) return [];
  const values = productIds.map((id) => (prices.ofProduct(id) ?? 0) * quantity);
  return values.every((value) => value > cap) && values.length > 0
    ? [`The free item is worth more than the ${formatMoney(cap, format)} it may take off, so it is never given.`]
    : [];
}

function setWarnings({ action }: Rule, params: AnyParams, prices: Prices): string[] {
  if (action.kind === "bundle" && params.target !== undefined) {
    const dearest = prices.of(params.target)[0] ?? 0;
    if (dearest * (params.quantity ?? 1) <= (params.price ?? 0))
      return ["Even the most expensive items cost no more separately, so it never gives a discount."];
  }
  if (action.kind === "meal-deal" && params.parts !== undefined) {
    const together = params.parts.reduce((sum, part) => sum + (prices.of(part)[0] ?? 0), 0);
    if (together <= (params.price ?? 0)) return ["Even the most expensive parts cost no more separately, so it never gives a discount."];
  }
  return action.kind === "buy-get" && params.choose !== undefined && params.choose !== "per-set"
    ? ["With “of all”, one more item in the cart can make the order cost more. “The cheapest of each set” never does."]
    : [];
}

/** Such an action counts or discounts pieces, which items sold by weight do not have. */
function weighedWarnings({ action }: Rule, prices: Prices): string[] {
  const read = readAction(action);
  if (read === null || read.kind.takesPieces?.(read.params) !== true) return [];
  const names = [...new Set(read.kind.listTargets(read.params).flatMap((target) => prices.weighed(target)))];
  if (names.length === 0) return [];
  const more = names.length - MAX_NAMED;
  const listed = `${names.slice(0, MAX_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return [
    `It leaves out what is sold by weight: ${listed}. For that, use a percentage without a limit, or lower the product’s price and enter the old one as its compare-at price.`,
  ];
}

function budgetWarnings({ limits, cap }: Rule, params: AnyParams, prices: Prices, format: MoneyFormat): string[] {
  if (limits.budget === null) return [];
  const gifts = (params.productIds ?? []).map((id) => (prices.ofProduct(id) ?? 0) * (params.quantity ?? 1));
  const given = gifts.length > 0 ? Math.min(...gifts) : (params.amount ?? 0);
  const oneUse = cap ?? given;
  return limits.budget < oneUse
    ? [`The budget of ${formatShortMoney(limits.budget, format)} does not last for one use of ${formatShortMoney(oneUse, format)}.`]
    : [];
}

/** "At least 2 pizzas" next to "buy 2 pizzas" is redundant: the action requires it already. */
function pointlessConditions(condition: Condition, params: AnyParams): string[] {
  if (isGroup(condition)) return condition.type === "all" ? condition.of.flatMap((each) => pointlessConditions(each, params)) : [];
  const [required] = conditionKind(condition).listRequirements?.(condition).units ?? [];
  const actionTarget = params.buyTarget ?? params.target;
  const actionCount = params.buyQuantity ?? params.quantity ?? 1;
  return actionTarget !== undefined && required !== undefined && isSame(actionTarget, required.target) && required.count <= actionCount
    ? ["One condition repeats what the offer requires anyway. You can remove it."]
    : [];
}

function sameTarget({ action }: Rule, params: AnyParams, others: readonly OtherRule[]): string[] {
  const targets = setTargets(action.kind, params);
  return others.flatMap((other) => {
    const theirs = setTargets(other.action.kind, paramsOf(other) ?? {});
    return targets.some((target) => theirs.some((otherTarget) => isSame(target, otherTarget)))
      ? [`“${other.name}” makes sets of the same items: each item serves one of the two, whichever costs the customer less.`]
      : [];
  });
}

/** The targets that a rule forms sets from; empty for rules without sets. */
function setTargets(kind: string, { buyTarget, getTarget, target, parts = [] }: AnyParams): readonly Target[] {
  if (kind !== "bundle" && kind !== "buy-get" && kind !== "meal-deal") return [];
  return [buyTarget, getTarget, target, ...parts].filter((each) => each !== undefined && each !== null);
}

function isSame(a: Target, b: Target): boolean {
  const key = (target: Target): string => JSON.stringify([target.everything, target.productIds, target.categoryIds, target.tags]);
  return key(a) === key(b);
}
