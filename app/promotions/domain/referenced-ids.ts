import type { Condition, Promotion, Target } from "./promotion.ts";
import { conditionKind, listLeaves } from "./conditions/list.ts";
import { readAction } from "./kinds/list.ts";
import { paramsOf } from "./promotion-requirements.ts";

/** Ids that the rules of promotions refer to: the data layer reads names and gifts by them. Sorted, each id once. */
export interface ReferencedIds {
  readonly productIds: readonly number[];
  readonly categoryIds: readonly number[];
  /** Products that may be given away. */
  readonly giftIds: readonly number[];
}

export function listReferencedIds(promotions: readonly Promotion[]): ReferencedIds {
  const productIds = new Set<number>();
  const categoryIds = new Set<number>();
  const gifts = new Set<number>();
  for (const promotion of promotions) {
    const read = readAction(promotion.action);
    const targets = [...targetsOf(promotion.condition), ...(read?.kind.listTargets(read.params) ?? [])];
    for (const target of targets) {
      for (const id of [...target.productIds, ...target.excludedProductIds]) productIds.add(id);
      for (const id of [...target.categoryIds, ...target.excludedCategoryIds]) categoryIds.add(id);
    }
    for (const id of paramsOf(promotion)?.productIds ?? []) {
      productIds.add(id);
      gifts.add(id);
    }
  }
  return { productIds: [...productIds].sort(byNumber), categoryIds: [...categoryIds].sort(byNumber), giftIds: [...gifts].sort(byNumber) };
}

/** Facts about the customer that the conditions of promotions need. */
export interface CustomerNeeds {
  /** Whether a promotion depends on the customer's number of orders. Then two checkouts of the customer must not run in parallel. */
  readonly needsOrderCount: boolean;
  /** Whether a promotion depends on the tags of the customer's record. */
  readonly needsTags: boolean;
  /** The distinct numbers of days over which promotions count the customer's spending. */
  readonly spentDays: readonly number[];
}

export function listCustomerNeeds(promotions: readonly Pick<Promotion, "condition">[]): CustomerNeeds {
  const leaves = promotions.flatMap(({ condition }) => listLeaves(condition));
  const kinds = leaves.map(conditionKind);
  return {
    needsOrderCount: kinds.some((kind) => kind.needsOrderCount === true),
    needsTags: kinds.some((kind) => kind.needsTags === true),
    spentDays: [...new Set(leaves.flatMap((leaf) => conditionKind(leaf).spentInDays?.(leaf) ?? []))],
  };
}

function targetsOf(condition: Condition): readonly Target[] {
  return listLeaves(condition).flatMap((leaf) => conditionKind(leaf).listTargets?.(leaf) ?? []);
}

function byNumber(a: number, b: number): number {
  return a - b;
}
