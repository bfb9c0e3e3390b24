import { MAX_QUANTITY } from "#app/values/limits.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { conditionKind, isGroup } from "./conditions/list.ts";
import { openCode } from "./coupons.ts";
import { evaluatePromotions } from "./engine/evaluate-promotions.ts";
import { covers, EVERYTHING, listRequirements, paramsOf, type TargetFacts } from "./promotion-requirements.ts";
import { EMPTY_ORDER, type Condition, type Promotion } from "./promotion.ts";
import { offText } from "./wording.ts";

/** The facts of a menu item that `findDeepestDiscount` needs. */
type MenuItem = TargetFacts & { readonly name: string; readonly price: Cents };

/** How many of the cheapest and of the most expensive items are checked. */
const LOOKED_AT = 20;
/** Losses from this percentage are reported. */
const MUCH_PERCENT = 50;
const HOURS_OF_EVERY_DAY = { startsAt: null, endsAt: null, schedule: [], status: "active" } as const;
const UNLIMITED = { limits: { totalUses: null, perCustomerUses: null, budget: null }, uses: 0, spent: 0 };

/**
 * The item with the largest discount when the rule and all other running promotions apply to it, including codes. Quantity, time and
 * customer are assumed to meet every condition. Null when the discount is less than half of the price.
 */
export function findDeepestDiscount(
  rule: Promotion,
  others: readonly Promotion[],
  menu: readonly MenuItem[],
  now: Date,
  format: MoneyFormat,
): string | null {
  const target = paramsOf(rule)?.target ?? listRequirements(rule).units[0]?.target ?? EVERYTHING;
  const covered = menu.filter((item) => item.price > 0 && covers(target, item)).toSorted((a, b) => a.price - b.price);
  const promotions = [rule, ...others].map((each) => ({
    ...each,
    ...HOURS_OF_EVERY_DAY,
    ...UNLIMITED,
    condition: onlyCart(each.condition),
  }));
  const needs = promotions.map(listRequirements);
  const spend = Math.max(0, ...needs.flatMap(({ spends }) => spends.map(({ amount }) => amount)));
  let worst: { readonly item: MenuItem; readonly left: Cents; readonly percent: number; readonly helpers: readonly string[] } | null = null;
  for (const item of new Set([...covered.slice(0, LOOKED_AT), ...covered.slice(-LOOKED_AT)])) {
    const quantity = Math.min(MAX_QUANTITY, Math.max(1, Math.ceil(spend / item.price)));
    const { id, categoryIds, tags, isReduced = false, isWeighed = false, price } = item;
    // A line sold by weight is one piece at any weight.
    const amount = isWeighed ? { unitPrice: price * quantity, quantity: 1 } : { unitPrice: price, quantity };
    const outcome = evaluatePromotions({
      ...EMPTY_ORDER,
      lines: [{ id: "line", productId: id, categoryIds, tags, isReduced, isWeighed, ...amount }],
      codes: promotions.filter(({ trigger }) => trigger === "coupon").map((each) => openCode(`CODE ${each.id}`, each.id)),
      promotions,
      timeZone: "UTC",
      now,
    });
    if (!outcome.applied.some(({ promotionId }) => promotionId === rule.id)) continue;
    const lost = outcome.lineDiscounts["line"] ?? 0;
    const percent = Math.round((100 * lost) / (price * quantity));
    if (percent <= (worst?.percent ?? MUCH_PERCENT - 1)) continue;
    const helpers = outcome.applied.filter(({ promotionId }) => promotionId !== rule.id).map(({ title }) => `“${title}”`);
    worst = { item, left: Math.round((price * quantity - lost) / quantity), percent, helpers };
  }
  if (worst === null) return null;
  const { item, left, percent, helpers } = worst;
  const together = helpers.length === 0 ? "" : ` together with ${helpers.join(", ")}`;
  return `${item.name} can fall from ${formatMoney(item.price, format)} to ${formatMoney(left, format)}, ${offText(percent * 10_000, format)},${together === "" ? " by this alone" : together}.`;
}

/** The conditions on the cart; those on customer, time and fulfilment are taken as met. */
function onlyCart(condition: Condition): Condition {
  if (!isGroup(condition)) return conditionKind(condition).about === "cart" ? condition : ALWAYS;
  const of = condition.of.map(onlyCart);
  if (condition.type === "none" || (condition.type === "any" && of.some(isAlways))) return ALWAYS;
  return { ...condition, of };
}

const ALWAYS: Condition = { type: "all", of: [] };

function isAlways(condition: Condition): boolean {
  return isGroup(condition) && condition.type === "all" && condition.of.length === 0;
}
