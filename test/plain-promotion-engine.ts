import type { Promotion, PromotionInput, PromotionLine, Target } from "#app/promotions/domain/promotion.ts";
import { allocate, applyRate } from "#app/values/money.ts";
import { everything } from "#test/promotion-samples.ts";

/**
 * A second, brute-force engine: it tries every subset of the promotions, with every unit as a separate object. It shares only the rounding
 * rules of money.ts with the real one.
 */

interface Unit {
  line: number;
  value: number;
  isOpen: boolean;
}

interface Bill {
  /** The remaining price of each line. */
  left: number[];
  /** Split into units when the first unit rule runs; item rules have already run. */
  units: Unit[] | null;
  delivery: number;
}

// oxlint-disable-next-line typescript/no-explicit-any -- parameters of all kinds, as they are stored
type Params = any;

/** Kinds that count pieces, which products sold by weight do not have. */
const OF_PIECES = new Set(["item-fixed", "item-price", "bundle", "meal-deal", "buy-get"]);

function covers(target: Target, line: PromotionLine): boolean {
  if (target.excludesReduced === true && line.isReduced === true) return false;
  if (target.excludedProductIds.includes(line.productId) || target.excludedCategoryIds.some((id) => line.categoryIds.includes(id)))
    return false;
  return target.everything || target.productIds.includes(line.productId) || target.categoryIds.some((id) => line.categoryIds.includes(id));
}

function explode(bill: Bill, lines: readonly PromotionLine[]): Unit[] {
  bill.units ??= lines.flatMap(({ quantity }, line) => {
    const value = bill.left[line] ?? 0;
    return Array.from({ length: quantity }, (_, index) => ({
      line,
      value: Math.floor(value / quantity) + (index < value % quantity ? 1 : 0),
      isOpen: true,
    }));
  });
  return bill.units;
}

function work(promotion: Promotion, bill: Bill, input: PromotionInput): number {
  const { lines } = input;
  const params = promotion.action.params as Params;
  const limit = Math.min(
    promotion.cap ?? Infinity,
    promotion.limits.budget === null ? Infinity : promotion.limits.budget - promotion.spent,
  );
  const target: Target = params.target ?? everything;
  const isOfPieces = OF_PIECES.has(promotion.action.kind);
  const inTarget = (line: number, of = target): boolean =>
    covers(of, lines[line] as PromotionLine) && !(isOfPieces && lines[line]?.isWeighed === true);
  const left = (line: number): number => bill.left[line] ?? 0;

  function share(amount: number, weights: readonly number[]): number {
    const shares = allocate(amount, weights);
    for (const [line, part] of shares.entries()) bill.left[line] = left(line) - part;
    return amount;
  }
  function perLine(off: (value: number, quantity: number) => number): number {
    const wanted = lines.map(({ quantity }, line) => (inTarget(line) ? Math.min(left(line), off(left(line), quantity)) : 0));
    const sum = wanted.reduce((a, b) => a + b, 0);
    return sum === 0 ? 0 : share(Math.min(sum, limit), wanted);
  }
  function together(amount: (value: number) => number): number {
    const weights = lines.map((_, line) => (inTarget(line) ? left(line) : 0));
    const sum = weights.reduce((a, b) => a + b, 0);
    return sum === 0 ? 0 : share(Math.min(amount(sum), limit, sum), weights);
  }
  function usable(of: Target): Unit[] {
    const units = explode(bill, lines).filter((unit) => unit.isOpen && (lines[unit.line]?.unitPrice ?? 0) > 0 && inTarget(unit.line, of));
    return units.sort((a, b) => a.value - b.value || a.line - b.line);
  }
  function offUnits(units: readonly Unit[], amount: number): number {
    const weights = lines.map((_, line) => units.reduce((sum, unit) => sum + (unit.line === line ? unit.value : 0), 0));
    for (const unit of units) unit.isOpen = false;
    return amount === 0 ? 0 : share(amount, weights);
  }
  const worth = (units: readonly Unit[]): number => units.reduce((sum, unit) => sum + unit.value, 0);

  switch (promotion.action.kind) {
    case "item-percent":
      return perLine((value) => applyRate(value, params.rate));
    case "item-fixed":
      return perLine((_, quantity) => params.amount * quantity);
    case "item-price":
      return perLine((value, quantity) => Math.max(0, value - params.price * quantity));
    case "order-percent":
      return together((value) => applyRate(value, params.rate));
    case "order-fixed":
      return together(() => params.amount);
    case "tiered-spend": {
      const spent = lines.reduce((sum, line, index) => sum + (inTarget(index) ? line.unitPrice * line.quantity : 0), 0);
      const reached = (params.tiers as { spend: number; value: number }[]).filter((tier) => tier.spend <= spent).map((tier) => tier.value);
      const value = Math.max(0, ...reached);
      return together((sum) => (params.unit === "percentage" ? applyRate(sum, value) : value));
    }
    case "bundle": {
      let units = usable(target).reverse();
      const bundled: Unit[] = [];
      let saved = 0;
      for (let repeat = 0; repeat < (params.maxRepeats ?? Infinity); repeat += 1) {
        const next = units.slice(0, params.quantity);
        const value = next.reduce((sum, unit) => sum + unit.value, 0);
        if (next.length < params.quantity || value <= params.price) break;
        saved += value - params.price;
        bundled.push(...next);
        units = units.slice(params.quantity);
      }
      return offUnits(bundled, Math.min(saved, limit));
    }
    case "tiered-quantity": {
      const bought = lines.reduce((sum, line, index) => sum + (inTarget(index) ? line.quantity : 0), 0);
      const reached = (params.tiers as { quantity: number; value: number }[]).filter((tier) => tier.quantity <= bought);
      const value = Math.max(0, ...reached.map((tier) => tier.value));
      return together((sum) => (params.unit === "percentage" ? applyRate(sum, value) : value));
    }
    case "every-spend": {
      const spent = lines.reduce((sum, line, index) => sum + (inTarget(index) ? line.unitPrice * line.quantity : 0), 0);
      return together(() => Math.floor(spent / params.spend) * params.amount);
    }
    case "meal-deal": {
      const parts = (params.parts as Target[]).map((part) => usable(part).reverse());
      let best: { units: Unit[]; saved: number } = { units: [], saved: 0 };
      for (let meals = 1; meals <= (params.maxRepeats ?? Infinity) && parts.every((part) => part.length >= meals); meals += 1) {
        const units = parts.flatMap((part) => part.slice(0, meals));
        const saved = worth(units) - meals * params.price;
        if (saved > best.saved) best = { units, saved };
      }
      return offUnits(best.units, Math.min(best.saved, limit));
    }
    case "buy-get": {
      const buyable = usable(params.buyTarget).reverse();
      const gettable = usable((params.getTarget ?? params.buyTarget) as Target).reverse();
      const shared = buyable.filter((unit) => gettable.includes(unit));
      const onlyBuy = buyable.filter((unit) => !shared.includes(unit));
      const onlyGet = gettable.filter((unit) => !shared.includes(unit));
      let best: { bought: Unit[]; got: Unit[] } = { bought: [], got: [] };
      for (let sets = Math.min(params.maxRepeats ?? Infinity, buyable.length, gettable.length); sets >= 1; sets -= 1) {
        for (let ofShared = sets * params.getQuantity; ofShared >= 0; ofShared -= 1) {
          const bought = onlyBuy.slice(0, sets * params.buyQuantity);
          const got = onlyGet.slice(0, sets * params.getQuantity - ofShared);
          const mustBuy = sets * params.buyQuantity - bought.length;
          let left = ofShared;
          for (const unit of shared) {
            const isEarned = ofShared - left < Math.floor(bought.length / params.buyQuantity) * params.getQuantity;
            if (left > 0 && isEarned) {
              got.push(unit);
              left -= 1;
            } else if (bought.length < Math.min(onlyBuy.length, sets * params.buyQuantity) + mustBuy) {
              bought.push(unit);
            }
          }
          if (got.length < sets * params.getQuantity || bought.length < sets * params.buyQuantity) continue;
          if (worth(got) > worth(best.got)) best = { bought, got };
        }
      }
      const amount = Math.min(applyRate(worth(best.got), params.rate), limit);
      if (amount > 0) for (const unit of best.bought) unit.isOpen = false;
      return offUnits(best.got, amount);
    }
    case "free-item": {
      const gifts = (params.productIds as number[]).map((id) => input.gifts.find((gift) => gift.productId === id && gift.available));
      return gifts.map((gift) => (gift?.unitPrice ?? 0) * params.quantity).find((value) => value > 0 && value <= limit) ?? 0;
    }
    default: {
      const wanted = promotion.action.kind === "delivery-percent" ? applyRate(bill.delivery, params.rate) : params.amount;
      const amount = Math.min(wanted, limit, bill.delivery);
      bill.delivery -= amount;
      return amount;
    }
  }
}

const CLASSES = [
  ["item-percent", "item-fixed", "item-price"],
  ["buy-get", "bundle", "meal-deal"],
  ["order-percent", "order-fixed", "tiered-spend", "tiered-quantity", "every-spend"],
  ["free-item"],
  ["delivery-percent", "delivery-fixed"],
];

const isPercentage = ({ action: { kind, params } }: Promotion): boolean =>
  kind.endsWith("percent") || kind === "buy-get" || (params as Params).unit === "percentage";

const classOf = ({ action }: Promotion): number => CLASSES.findIndex((kinds) => kinds.includes(action.kind));

const isLimited = (promotion: Promotion): boolean => promotion.limits.totalUses !== null;

interface Bought {
  readonly members: readonly Promotion[];
  readonly total: number;
  readonly left: number[];
  readonly delivery: number;
  readonly amounts: number[];
}

export function price(members: readonly Promotion[], input: PromotionInput): Bought {
  const bill: Bill = {
    left: input.lines.map((line) => line.unitPrice * line.quantity),
    units: null,
    delivery: input.fulfillment === "delivery" ? input.deliveryFee : 0,
  };
  const inOrder = members.toSorted(
    (a, b) =>
      classOf(a) - classOf(b) ||
      b.stacking.priority - a.stacking.priority ||
      Number(isPercentage(b)) - Number(isPercentage(a)) ||
      a.id - b.id,
  );
  const amounts = inOrder.map((member) => work(member, bill, input));
  return { members, amounts, left: bill.left, delivery: bill.delivery, total: amounts.reduce((a, b) => a + b, 0) };
}

/** The total: each tax is rounded once. */
function toPay({ left, delivery }: Bought, { lines, tax }: PromotionInput): number {
  const rates = new Map<number, number>([[tax?.deliveryRate ?? 0, delivery]]);
  for (const [index, line] of lines.entries()) {
    const rate = line.taxRate ?? 0;
    rates.set(rate, (rates.get(rate) ?? 0) + (left[index] ?? 0));
  }
  const nets = [...rates.values()].reduce((sum, net) => sum + net, 0);
  if (tax?.included !== false) return nets;
  const pools = tax.pools ?? [...rates.keys()].map((rate) => ({ rate, of: [rate] }));
  const taxes = pools.map(({ rate, of }) =>
    applyRate(
      of.reduce((sum, each) => sum + (rates.get(each) ?? 0), 0),
      rate,
    ),
  );
  return taxes.reduce((sum, each) => sum + each, nets);
}

export function isLawful(members: readonly Promotion[]): boolean {
  const groups = members.map((member) => member.stacking.group).filter((group) => group !== null);
  return new Set(groups).size === groups.length && (members.length < 2 || members.every((member) => !member.stacking.exclusive));
}

/** The total, plus one cent for every limited use that gives a discount. */
export function costOf(bought: Bought, input: PromotionInput): number {
  return toPay(bought, input) + bought.members.filter((member) => isLimited(member) && member.action.kind !== "free-item").length;
}

export const giftsOf = ({ members }: Bought): number => members.filter((member) => member.action.kind === "free-item").length;
export const limitedOf = ({ members }: Bought): number => members.filter(isLimited).length;
export const codesOf = ({ members }: Bought): number => members.filter((member) => member.trigger === "coupon").length;

/** The cheapest of all valid combinations; among those the most gifts, then the fewest limited uses, then the fewest codes. */
export function bruteForce(input: PromotionInput): { cost: number; gifts: number; limited: number; codes: number } {
  const candidates = input.promotions.filter((promotion) => price([promotion], input).total > 0);
  let best = price([], input);
  for (let mask = 1; mask < 1 << candidates.length; mask += 1) {
    const members = candidates.filter((_, index) => (mask & (1 << index)) !== 0);
    if (!isLawful(members)) continue;
    const priced = price(members, input);
    if (priced.amounts.includes(0)) continue;
    const difference =
      costOf(priced, input) - costOf(best, input) ||
      giftsOf(best) - giftsOf(priced) ||
      limitedOf(priced) - limitedOf(best) ||
      codesOf(priced) - codesOf(best);
    if (difference < 0) best = priced;
  }
  return { cost: costOf(best, input), gifts: giftsOf(best), limited: limitedOf(best), codes: codesOf(best) };
}
