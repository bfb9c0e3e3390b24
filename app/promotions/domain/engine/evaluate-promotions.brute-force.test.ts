import fc from "fast-check";
import { expect, test } from "vitest";
import { allocate, applyRate } from "#app/values/money.ts";
import type { Promotion, PromotionInput, PromotionLine, Target } from "#app/promotions/domain/promotion.ts";
import { categories, everything, products, sampleGift, sampleInput, sampleLine } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";
import { evaluatePromotions } from "./evaluate-promotions.ts";

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
    const units = explode(bill, lines).filter((unit) => unit.isOpen && unit.value > 0 && inTarget(unit.line, of));
    return units.sort((a, b) => a.value - b.value || a.line - b.line);
  }
  function offUnits(units: readonly Unit[], amount: number): number {
    const weights = lines.map((_, line) => units.reduce((sum, unit) => sum + (unit.line === line ? unit.value : 0), 0));
    for (const unit of units) unit.isOpen = false;
    return amount === 0 ? 0 : share(amount, weights);
  }

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
    case "buy-get": {
      const getTarget = (params.getTarget ?? params.buyTarget) as Target;
      const buyable = usable(params.buyTarget);
      const gettable = usable(getTarget);
      const either = new Set([...buyable, ...gettable]).size;
      // Hall's condition: each side and both together find enough units.
      const fits = (sets: number): boolean =>
        sets * params.buyQuantity <= buyable.length &&
        sets * params.getQuantity <= gettable.length &&
        sets * (params.buyQuantity + params.getQuantity) <= either;
      let sets = 0;
      while (sets < (params.maxRepeats ?? Infinity) && fits(sets + 1)) sets += 1;
      const onlyBuy = buyable.filter((unit) => !gettable.includes(unit));
      const shared = buyable.filter((unit) => gettable.includes(unit));
      let spare = shared.length - Math.max(0, sets * params.buyQuantity - onlyBuy.length);
      const got: Unit[] = [];
      for (const unit of params.choose === "dearest" ? gettable.toReversed() : gettable) {
        if (got.length === sets * params.getQuantity) break;
        if (shared.includes(unit) && spare === 0) continue;
        if (shared.includes(unit)) spare -= 1;
        got.push(unit);
      }
      const bought = [...onlyBuy, ...shared].filter((unit) => !got.includes(unit)).slice(0, sets * params.buyQuantity);
      for (const unit of bought) unit.isOpen = false;
      const value = got.reduce((sum, unit) => sum + unit.value, 0);
      return offUnits(got, Math.min(applyRate(value, params.rate), limit));
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
  ["item-percent"],
  ["item-fixed", "item-price"],
  ["buy-get"],
  ["bundle"],
  ["order-percent", "tiered-spend percentage"],
  ["order-fixed", "tiered-spend amount"],
  ["free-item"],
  ["delivery-percent"],
  ["delivery-fixed"],
];

function rank({ action }: Promotion): number {
  const params = action.params as Params;
  return CLASSES.findIndex((kinds) => kinds.includes(action.kind === "tiered-spend" ? `tiered-spend ${params.unit}` : action.kind));
}

function price(members: readonly Promotion[], input: PromotionInput): { amounts: number[]; left: number[]; total: number } {
  const bill: Bill = {
    left: input.lines.map((line) => line.unitPrice * line.quantity),
    units: null,
    delivery: input.fulfillment === "delivery" ? input.deliveryFee : 0,
  };
  const inOrder = members.toSorted((a, b) => rank(a) - rank(b) || b.stacking.priority - a.stacking.priority || a.id - b.id);
  const amounts = inOrder.map((member) => work(member, bill, input));
  return { amounts, left: bill.left, total: amounts.reduce((a, b) => a + b, 0) };
}

function isLawful(members: readonly Promotion[]): boolean {
  const groups = members.map((member) => member.stacking.group).filter((group) => group !== null);
  return new Set(groups).size === groups.length && (members.length < 2 || members.every((member) => !member.stacking.exclusive));
}

/** True when `a` goes before `b` at the same total. */
function isPreferred(a: readonly Promotion[], b: readonly Promotion[]): boolean {
  const priorities = (members: readonly Promotion[]): number[] => members.map((member) => member.stacking.priority).sort((x, y) => y - x);
  const [ofA, ofB] = [priorities(a), priorities(b)];
  for (let index = 0; index < Math.min(ofA.length, ofB.length); index += 1) {
    if (ofA[index] !== ofB[index]) return (ofA[index] ?? 0) > (ofB[index] ?? 0);
  }
  if (a.length !== b.length) return a.length < b.length;
  const ids = (members: readonly Promotion[]): number[] => members.map((member) => member.id).sort((x, y) => x - y);
  const [idsA, idsB] = [ids(a), ids(b)];
  const differing = idsA.findIndex((id, index) => id !== idsB[index]);
  return differing >= 0 && (idsA[differing] ?? 0) < (idsB[differing] ?? 0);
}

function bruteForce(input: PromotionInput): { ids: number[]; total: number; left: number[] } {
  const candidates = input.promotions.filter((promotion) => price([promotion], input).total > 0);
  let best: { members: Promotion[]; total: number; left: number[] } = { members: [], ...price([], input) };
  for (let mask = 1; mask < 1 << candidates.length; mask += 1) {
    const members = candidates.filter((_, index) => (mask & (1 << index)) !== 0);
    if (!isLawful(members)) continue;
    const priced = price(members, input);
    if (priced.amounts.includes(0)) continue;
    if (priced.total > best.total || (priced.total === best.total && isPreferred(members, best.members))) best = { members, ...priced };
  }
  return { ids: best.members.map((member) => member.id).sort((a, b) => a - b), total: best.total, left: best.left };
}

const target = fc.oneof(
  fc.constant(everything),
  fc.subarray([10, 20, 30], { minLength: 1 }).map((ids) => categories(...ids)),
  fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }).map((ids) => products(...ids)),
  fc.subarray([1, 2, 3, 4, 5], { minLength: 1, maxLength: 2 }).map((ids) => ({ ...everything, excludedProductIds: ids })),
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
      choose: fc.constantFrom("cheapest", "dearest"),
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
  stacking: fc.record({
    group: fc.option(fc.constantFrom("a", "b"), { nil: null, freq: 3 }),
    exclusive: fc.integer({ min: 0, max: 6 }).map((number) => number === 0),
    priority: fc.integer({ min: 0, max: 2 }),
  }),
});

const unitPrice = fc.oneof(fc.constantFrom(0, 1, 100, 250, 333), fc.integer({ min: 0, max: 1500 }));
const line = fc.record({ productId: fc.integer({ min: 1, max: 5 }), unitPrice, quantity: fc.integer({ min: 1, max: 4 }) });

function inputOf(promotionCount: number): fc.Arbitrary<PromotionInput> {
  return fc
    .record({
      lines: fc.array(line, { maxLength: 5 }),
      terms: fc.array(terms, { minLength: 1, maxLength: promotionCount }),
      deliveryFee: fc.constantFrom(0, 499),
      fulfillment: fc.constantFrom("pickup" as const, "delivery" as const),
    })
    .map((drawn) =>
      sampleInput({
        lines: drawn.lines.map((each, index) =>
          sampleLine(each.productId, each.unitPrice, each.quantity, {
            id: `line-${index}`,
            categoryIds: [((each.productId % 3) + 1) * 10],
          }),
        ),
        promotions: drawn.terms.map((each, index) =>
          testPromotion(index + 1, each.action.kind, each.action.params, { cap: each.cap, stacking: each.stacking }),
        ),
        gifts: [sampleGift(7, 350), sampleGift(8, 120), sampleGift(9, 200, false)],
        deliveryFee: drawn.deliveryFee,
        fulfillment: drawn.fulfillment,
      }),
    );
}

function expectAgreement(input: PromotionInput): void {
  const outcome = evaluatePromotions(input);
  const expected = bruteForce(input);
  const left = input.lines.map((each) => each.unitPrice * each.quantity - (outcome.lineDiscounts[each.id] ?? 0));
  const ids = outcome.applied.map((each) => each.promotionId).sort((a, b) => a - b);
  expect({ ids, total: outcome.totalDiscount, left }).toEqual(expected);
}

test("a plain brute force over all combinations of up to 6 promotions comes to the same cents", { timeout: 60_000 }, () => {
  fc.assert(fc.property(inputOf(6), expectAgreement), { numRuns: 800 });
});

test("a plain brute force agrees on larger sets of promotions", { timeout: 60_000 }, () => {
  fc.assert(fc.property(inputOf(10), expectAgreement), { numRuns: 60 });
});
