import type { Condition, Promotion, Target } from "./promotion.ts";
import { freeItem } from "./kinds/free-item.ts";
import { findActionKind } from "./kinds/list.ts";

/** What the rules of promotions speak of: the data layer reads names and gifts by these ids. Sorted, each id once. */
export interface Mentions {
  readonly productIds: readonly number[];
  readonly categoryIds: readonly number[];
  /** Products that may be given away. */
  readonly giftIds: readonly number[];
}

export function listMentions(promotions: readonly Promotion[]): Mentions {
  const productIds = new Set<number>();
  const categoryIds = new Set<number>();
  const gifts = new Set<number>();
  for (const promotion of promotions) {
    const kind = findActionKind(promotion.action.kind);
    const params = kind?.paramsSchema.safeParse(promotion.action.params);
    const targets = [
      ...targetsOf(promotion.condition),
      ...(kind !== undefined && params?.success === true ? kind.listTargets(params.data) : []),
    ];
    for (const target of targets) {
      for (const id of [...target.productIds, ...target.excludedProductIds]) productIds.add(id);
      for (const id of [...target.categoryIds, ...target.excludedCategoryIds]) categoryIds.add(id);
    }
    if (kind?.code !== freeItem.code) continue;
    const given = freeItem.paramsSchema.safeParse(promotion.action.params);
    if (!given.success) continue;
    for (const id of given.data.productIds) {
      productIds.add(id);
      gifts.add(id);
    }
  }
  return { productIds: [...productIds].sort(byNumber), categoryIds: [...categoryIds].sort(byNumber), giftIds: [...gifts].sort(byNumber) };
}

/** True when the promotion asks whether this is the customer's first order: then two of the customer's checkouts must not pass side by side. */
export function asksForFirstOrder(condition: Condition): boolean {
  if (condition.type === "all" || condition.type === "any" || condition.type === "none") return condition.of.some(asksForFirstOrder);
  return condition.type === "first-order";
}

function targetsOf(condition: Condition): readonly Target[] {
  if (condition.type === "all" || condition.type === "any" || condition.type === "none") return condition.of.flatMap(targetsOf);
  return "target" in condition ? [condition.target] : [];
}

function byNumber(a: number, b: number): number {
  return a - b;
}
