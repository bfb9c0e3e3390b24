import fc from "fast-check";
import { expect, test } from "vitest";
import { allocate, applyRate } from "#app/values/money.ts";
import type { Promotion, PromotionInput, PromotionLine, Target } from "#app/promotions/domain/promotion.ts";
import { categories, everything, products, sampleGift, sampleInput, sampleLine } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";
import { gatherFacts } from "./cart-facts.ts";
import { evaluatePromotions } from "./evaluate-promotions.ts";

/**
 * The same carts in every run, so that a failure means a changed engine: of some ten thousand random carts one differs in a tie (docs/rules/promotions.md).
 * SHOPBELL_SEED draws others.
 */
const SEED = Number(process.env.SHOPBELL_SEED ?? 20_261_122);

/**
 * A second engine, as plain as can be: every subset of the promotions, every unit an object of its own. It shares nothing with the
 * real one but the rounding rules of money.ts.
 */

interface Unit {
  line: number;
  value: number;
  isOpen: boolean;
}

interface Bill {
  /** What each line still costs. */
  left: number[];
  /** Exploded when the first rule for units works; item rules have worked by then. */
  units: Unit[] | null;
  delivery: number;
}

// oxlint-disable-next-line typescript/no-explicit-any -- parameters of all kinds, as they are stored
type Params = any;

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
  const inTarget = (line: number, of = target): boolean => covers(of, lines[line] as PromotionLine);
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

function price(members: readonly Promotion[], input: PromotionInput): Bought {
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

/** To pay: each tax rate is rounded once. */
function toPay({ left, delivery }: Bought, { lines, tax }: PromotionInput): number {
  const rates = new Map<number, number>([[tax?.deliveryRate ?? 0, delivery]]);
  for (const [index, line] of lines.entries()) {
    const rate = line.taxRate ?? 0;
    rates.set(rate, (rates.get(rate) ?? 0) + (left[index] ?? 0));
  }
  return [...rates].reduce((sum, [rate, net]) => sum + net + (tax?.included === false ? applyRate(net, rate) : 0), 0);
}

function isLawful(members: readonly Promotion[]): boolean {
  const groups = members.map((member) => member.stacking.group).filter((group) => group !== null);
  return new Set(groups).size === groups.length && (members.length < 2 || members.every((member) => !member.stacking.exclusive));
}

/** What is paid, with a cent for every limited use that takes money off. */
function costOf(bought: Bought, input: PromotionInput): number {
  return toPay(bought, input) + bought.members.filter((member) => isLimited(member) && member.action.kind !== "free-item").length;
}

const giftsOf = ({ members }: Bought): number => members.filter((member) => member.action.kind === "free-item").length;
const limitedOf = ({ members }: Bought): number => members.filter(isLimited).length;

/** The least cost of all lawful combinations; of those the most gifts, of those the fewest limited uses. */
function bruteForce(input: PromotionInput): { cost: number; gifts: number; limited: number } {
  const candidates = input.promotions.filter((promotion) => price([promotion], input).total > 0);
  let best = price([], input);
  for (let mask = 1; mask < 1 << candidates.length; mask += 1) {
    const members = candidates.filter((_, index) => (mask & (1 << index)) !== 0);
    if (!isLawful(members)) continue;
    const priced = price(members, input);
    if (priced.amounts.includes(0)) continue;
    const difference =
      costOf(priced, input) - costOf(best, input) || giftsOf(best) - giftsOf(priced) || limitedOf(priced) - limitedOf(best);
    if (difference < 0) best = priced;
  }
  return { cost: costOf(best, input), gifts: giftsOf(best), limited: limitedOf(best) };
}

const target = fc.oneof(
  fc.constant(everything),
  fc.subarray([10, 20, 30], { minLength: 1 }).map((ids) => categories(...ids)),
  fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }).map((ids) => products(...ids)),
  fc.subarray([1, 2, 3, 4, 5], { minLength: 1, maxLength: 2 }).map((ids) => ({ ...everything, excludedProductIds: ids })),
  fc.constant({ ...everything, excludesReduced: true }),
);
const rate = fc.constantFrom(10_000, 50_000, 100_000, 125_000, 333_333, 500_000, 1_000_000);
const count = fc.integer({ min: 1, max: 3 });
const repeats = fc.option(fc.integer({ min: 1, max: 2 }), { nil: null });
const amount = fc.integer({ min: 1, max: 900 });

const action = fc.oneof(
  fc.record({ kind: fc.constantFrom("order-percent", "item-percent"), params: fc.record({ rate, target }) }),
  fc.record({ kind: fc.constantFrom("order-fixed", "item-fixed"), params: fc.record({ amount, target }) }),
  fc.record({ kind: fc.constant("item-price"), params: fc.record({ price: amount, target }) }),
  fc.record({
    kind: fc.constant("buy-get"),
    params: fc.record({
      buyQuantity: count,
      buyTarget: target,
      getQuantity: count,
      getTarget: fc.option(target, { nil: null }),
      rate,
      maxRepeats: repeats,
    }),
  }),
  fc.record({
    kind: fc.constant("meal-deal"),
    params: fc.record({
      parts: fc.constantFrom([categories(10), categories(20)], [products(1, 2), products(3, 4, 5)]),
      price: amount,
      maxRepeats: repeats,
    }),
  }),
  fc.record({
    kind: fc.constant("every-spend"),
    params: fc.record({ spend: fc.integer({ min: 200, max: 2000 }), amount: fc.integer({ min: 1, max: 200 }), target }),
  }),
  fc.record({
    kind: fc.constant("tiered-quantity"),
    params: fc.record({
      unit: fc.constant("percentage"),
      tiers: fc.constant([
        { quantity: 2, value: 50_000 },
        { quantity: 5, value: 150_000 },
      ]),
      target,
    }),
  }),
  fc.record({
    kind: fc.constant("bundle"),
    params: fc.record({ quantity: fc.integer({ min: 2, max: 4 }), target, price: amount, maxRepeats: repeats }),
  }),
  fc.record({
    kind: fc.constant("tiered-spend"),
    params: fc.record({
      unit: fc.constant("amount"),
      tiers: fc.constant([
        { spend: 500, value: 60 },
        { spend: 1500, value: 260 },
      ]),
      target,
    }),
  }),
  fc.record({
    kind: fc.constant("tiered-spend"),
    params: fc.record({
      unit: fc.constant("percentage"),
      tiers: fc.constant([
        { spend: 300, value: 50_000 },
        { spend: 900, value: 150_000 },
      ]),
      target,
    }),
  }),
  fc.record({
    kind: fc.constant("free-item"),
    params: fc.record({ productIds: fc.subarray([7, 8, 9], { minLength: 1 }), quantity: fc.constantFrom(1, 2) }),
  }),
  fc.record({ kind: fc.constant("delivery-percent"), params: fc.record({ rate }) }),
  fc.record({ kind: fc.constant("delivery-fixed"), params: fc.record({ amount }) }),
);

const terms = fc.record({
  action,
  cap: fc.option(fc.integer({ min: 1, max: 600 }), { nil: null, freq: 3 }),
  isLimited: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
  stacking: fc.record({
    group: fc.option(fc.constantFrom("a", "b"), { nil: null, freq: 3 }),
    exclusive: fc.integer({ min: 0, max: 6 }).map((number) => number === 0),
    priority: fc.integer({ min: 0, max: 2 }),
  }),
});

const unitPrice = fc.oneof(fc.constantFrom(0, 1, 100, 250, 333), fc.integer({ min: 0, max: 1500 }));
const line = fc.record({
  productId: fc.integer({ min: 1, max: 5 }),
  unitPrice,
  quantity: fc.integer({ min: 1, max: 4 }),
  taxRate: fc.constantFrom(0, 130_000, 130_000, 50_000),
  isReduced: fc.boolean(),
});

function inputOf(promotionCount: number): fc.Arbitrary<PromotionInput> {
  return fc
    .record({
      lines: fc.array(line, { maxLength: 5 }),
      terms: fc.array(terms, { minLength: 1, maxLength: promotionCount }),
      deliveryFee: fc.constantFrom(0, 499),
      tax: fc.constantFrom(
        { included: false, deliveryRate: 130_000 },
        { included: false, deliveryRate: 0 },
        { included: true, deliveryRate: 0 },
      ),
      fulfillment: fc.constantFrom("pickup" as const, "delivery" as const),
    })
    .map((drawn) =>
      sampleInput({
        lines: drawn.lines.map((each, index) =>
          sampleLine(each.productId, each.unitPrice, each.quantity, {
            id: `line-${index}`,
            categoryIds: [((each.productId % 3) + 1) * 10],
            taxRate: each.taxRate,
            isReduced: each.isReduced,
          }),
        ),
        promotions: drawn.terms.map((each, index) =>
          testPromotion(index + 1, each.action.kind, each.action.params, {
            cap: each.cap,
            stacking: each.stacking,
            limits: { totalUses: each.isLimited ? 9 : null, perCustomerUses: null, budget: null },
          }),
        ),
        gifts: [sampleGift(7, 350), sampleGift(8, 120), sampleGift(9, 200, false)],
        deliveryFee: drawn.deliveryFee,
        tax: drawn.tax,
        fulfillment: drawn.fulfillment,
      }),
    );
}

function expectAgreement(drawn: PromotionInput): void {
  // The order of the engine, so that both share cents out alike; that it does not matter is another test.
  const input = { ...drawn, lines: gatherFacts(drawn).lines };
  if (input.lines.length === 0) return;
  const outcome = evaluatePromotions(input);
  const applied = input.promotions.filter(({ id }) => outcome.applied.some((each) => each.promotionId === id));
  expect(isLawful(applied)).toBe(true);
  const own = price(applied, input);
  expect(own.total).toBe(outcome.totalDiscount);
  expect(own.left).toEqual(input.lines.map((each) => each.unitPrice * each.quantity - (outcome.lineDiscounts[each.id] ?? 0)));
  expect({ cost: costOf(own, input), gifts: giftsOf(own), limited: limitedOf(own) }).toEqual(bruteForce(input));
}

test("a plain brute force over all combinations of up to 6 promotions comes to the same cents", { timeout: 60_000 }, () => {
  fc.assert(fc.property(inputOf(6), expectAgreement), { numRuns: 800, seed: SEED });
});

test("a plain brute force agrees on larger sets of promotions", { timeout: 60_000 }, () => {
  fc.assert(fc.property(inputOf(10), expectAgreement), { numRuns: 60, seed: SEED });
});
