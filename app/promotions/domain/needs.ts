import type { Cents } from "#app/values/money.ts";
import { readAction } from "./kinds/list.ts";
import type { Condition, Promotion, Target } from "./promotion.ts";

/** Parameters of any kind of action, as far as other rules ask for them by name. */
export interface AnyParams {
  readonly productIds?: readonly number[];
  readonly quantity?: number;
  readonly buyQuantity?: number;
  readonly buyTarget?: Target;
  readonly getQuantity?: number;
  readonly getTarget?: Target | null;
  readonly choose?: string;
  readonly target?: Target;
  readonly parts?: readonly Target[];
  readonly price?: Cents | null;
  readonly amount?: Cents | null;
  readonly rate?: number | null;
  readonly spend?: Cents;
  readonly maxUnits?: number | null;
  readonly maxRepeats?: number | null;
  readonly unit?: "percentage" | "amount";
  readonly tiers?: readonly { readonly spend?: Cents; readonly quantity?: number; readonly value: number }[];
}

export const EVERYTHING: Target = {
  everything: true,
  productIds: [],
  categoryIds: [],
  tags: [],
  excludedProductIds: [],
  excludedCategoryIds: [],
};

/** The parameters as their kind reads them; null where they are not complete. */
export function paramsOf({ action }: Pick<Promotion, "action">): AnyParams | null {
  return (readAction(action)?.params as AnyParams | undefined) ?? null;
}

interface Units {
  readonly target: Target;
  readonly count: number;
}

interface Spend {
  readonly target: Target;
  readonly amount: Cents;
}

/** What a cart must hold to earn a promotion, and the numbers at which it changes. */
export interface Needs {
  readonly units: readonly Units[];
  readonly spends: readonly Spend[];
  /** Numbers of units at which something begins, ends or repeats. */
  readonly unitSteps: readonly Units[];
  /** Amounts at which something begins or ends. */
  readonly spendSteps: readonly Spend[];
}

/** Reads off a rule what earns it; of alternatives the first. */
export function listNeeds(promotion: Pick<Promotion, "action" | "condition">): Needs {
  const params = paramsOf(promotion) ?? {};
  return [ofAction(params), ofCondition(promotion.condition)].reduce(joined);
}

const NONE: Needs = { units: [], spends: [], unitSteps: [], spendSteps: [] };

function ofAction(params: AnyParams): Needs {
  const { buyTarget, buyQuantity = 1, getTarget = null, getQuantity = 1, parts, tiers = [], spend, maxUnits } = params;
  if (parts !== undefined) return unitsNeed(parts.map((target) => ({ target, count: 1 })));
  if (buyTarget !== undefined) {
    const buy = { target: buyTarget, count: buyQuantity + (getTarget === null ? getQuantity : 0) };
    return unitsNeed(getTarget === null ? [buy] : [buy, { target: getTarget, count: getQuantity }]);
  }
  const target = params.target ?? EVERYTHING;
  const counts = tiers.flatMap((tier) => tier.quantity ?? []).map((count) => ({ target, count }));
  if (counts.length > 0) return { ...NONE, units: counts.slice(0, 1), unitSteps: counts };
  const amounts = [...tiers.flatMap((tier) => tier.spend ?? []), ...(spend === undefined ? [] : [spend])].map((amount) => ({
    target,
    amount,
  }));
  if (amounts.length > 0) return { ...NONE, spends: amounts.slice(0, 1), spendSteps: amounts };
  const count = params.productIds === undefined ? (params.quantity ?? 1) : 1;
  const limit = maxUnits === undefined || maxUnits === null ? [] : [{ target, count: maxUnits }];
  return { ...NONE, units: [{ target, count }], unitSteps: count > 1 ? [{ target, count }] : limit };
}

function unitsNeed(units: readonly Units[]): Needs {
  return { ...NONE, units, unitSteps: units };
}

function ofCondition(condition: Condition): Needs {
  switch (condition.type) {
    case "all":
      return condition.of.map(ofCondition).reduce(joined, NONE);
    case "any": {
      const [first = NONE, ...others] = condition.of.map(ofCondition);
      return others.map(stepsOf).reduce(joined, first);
    }
    case "none":
      return condition.of.map((each) => stepsOf(ofCondition(each))).reduce(joined, NONE);
    case "quantity":
      return unitsNeed([{ target: condition.target, count: condition.min }]);
    case "contains":
      return unitsNeed([{ target: condition.target, count: 1 }]);
    case "subtotal": {
      const { target, min, max } = condition;
      const spendSteps = [min, max].flatMap((amount) => (amount === null || amount === 0 ? [] : [{ target, amount }]));
      return { ...NONE, spends: min === null ? [] : [{ target, amount: min }], spendSteps };
    }
    case "fulfillment":
    case "slot":
    case "first-order":
    case "customer-email":
      return NONE;
  }
}

function stepsOf({ unitSteps, spendSteps }: Needs): Needs {
  return { ...NONE, unitSteps, spendSteps };
}

function joined(a: Needs, b: Needs): Needs {
  return {
    units: [...a.units, ...b.units],
    spends: [...a.spends, ...b.spends],
    unitSteps: [...a.unitSteps, ...b.unitSteps],
    spendSteps: [...a.spendSteps, ...b.spendSteps],
  };
}

/** What a target asks of one product. */
export interface TargetFacts {
  readonly id: number;
  readonly categoryIds: readonly number[];
  readonly tags: readonly string[];
  readonly isReduced?: boolean;
}

/** Whether a target covers a product. */
export function covers(target: Target, { id, categoryIds, tags, isReduced }: TargetFacts): boolean {
  const isExcluded =
    target.excludedProductIds.includes(id) ||
    target.excludedCategoryIds.some((each) => categoryIds.includes(each)) ||
    (target.excludedTags ?? []).some((each) => tags.includes(each)) ||
    (target.excludesReduced === true && isReduced === true);
  const isNamed =
    target.everything ||
    target.productIds.includes(id) ||
    target.categoryIds.some((each) => categoryIds.includes(each)) ||
    target.tags.some((each) => tags.includes(each));
  return isNamed && !isExcluded;
}
