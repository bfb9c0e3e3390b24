import type { Cents } from "#app/values/money.ts";
import { conditionKind, isGroup } from "./conditions/list.ts";
import { readAction } from "./kinds/list.ts";
import type { Condition, Promotion, Target } from "./promotion.ts";
import { combineRequirements, NO_REQUIREMENTS, onlySteps, requireUnits, type Requirements } from "./requirements.ts";

/** Parameters of any kind of action that other rules read by name. */
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

/** The parsed parameters; null where they are incomplete. */
export function paramsOf({ action }: Pick<Promotion, "action">): AnyParams | null {
  return (readAction(action)?.params as AnyParams | undefined) ?? null;
}

/** What a cart must contain to meet a rule; of alternatives, the first. */
export function listRequirements(promotion: Pick<Promotion, "action" | "condition">): Requirements {
  return combineRequirements(requirementsOfAction(paramsOf(promotion) ?? {}), requirementsOfCondition(promotion.condition));
}

function requirementsOfAction(params: AnyParams): Requirements {
  const { buyTarget, buyQuantity = 1, getTarget = null, getQuantity = 1, parts, tiers = [], spend, maxUnits } = params;
  if (parts !== undefined) return requireUnits(parts.map((target) => ({ target, count: 1 })));
  if (buyTarget !== undefined) {
    const buy = { target: buyTarget, count: buyQuantity + (getTarget === null ? getQuantity : 0) };
    return requireUnits(getTarget === null ? [buy] : [buy, { target: getTarget, count: getQuantity }]);
  }
  const target = params.target ?? EVERYTHING;
  const counts = tiers.flatMap((tier) => tier.quantity ?? []).map((count) => ({ target, count }));
  if (counts.length > 0) return { ...NO_REQUIREMENTS, units: counts.slice(0, 1), unitSteps: counts };
  const amounts = [...tiers.flatMap((tier) => tier.spend ?? []), ...(spend === undefined ? [] : [spend])].map((amount) => ({
    target,
    amount,
  }));
  if (amounts.length > 0) return { ...NO_REQUIREMENTS, spends: amounts.slice(0, 1), spendSteps: amounts };
  const count = params.productIds === undefined ? (params.quantity ?? 1) : 1;
  const limit = maxUnits === undefined || maxUnits === null ? [] : [{ target, count: maxUnits }];
  return { ...NO_REQUIREMENTS, units: [{ target, count }], unitSteps: count > 1 ? [{ target, count }] : limit };
}

function requirementsOfCondition(condition: Condition): Requirements {
  if (!isGroup(condition)) return conditionKind(condition).listRequirements?.(condition) ?? NO_REQUIREMENTS;
  const [first = NO_REQUIREMENTS, ...others] = condition.of.map(requirementsOfCondition);
  if (condition.type === "all") return others.reduce(combineRequirements, first);
  return others.map(onlySteps).reduce(combineRequirements, condition.type === "any" ? first : onlySteps(first));
}

/** The facts of a product that targets test. */
export interface TargetFacts {
  readonly id: number;
  readonly categoryIds: readonly number[];
  readonly tags: readonly string[];
  readonly isReduced?: boolean;
  /** Sold by weight. */
  readonly isWeighed?: boolean;
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
