import process from "node:process";
import { pathToFileURL } from "node:url";
import { priceCart } from "#app/cart/domain/pricing/price-cart.ts";
import type { Promotion } from "#app/promotions/domain/promotion.ts";
import { testCartInput, testLine, testPricingSettings, testProduct } from "#test/carts.ts";
import { categories, everything, products, sampleCode, sampleGift, tagged } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";
import type { PriceCartInput } from "#app/cart/domain/pricing/priced-cart.ts";

/**
 * The time to price a cart of 50 lines with 40 active promotions: the whole `priceCart`, one core, nothing cached between runs except
 * validated promotion parameters, which a shop also caches in memory. Target: p99 under 10 ms. Run it directly: `node
 * bench/pricing.bench.ts`.
 */

const LINES = 50;
const PROMOTIONS = 40;
export const TARGET_P99_MS = 10;
export const TARGET_WORST_MS = 10;

export interface PricingFigures {
  readonly scenario: string;
  readonly runs: number;
  /** CPU time of the whole process per run: the time a dedicated core would need, independent of the machine's load. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Wall-clock time, including all that other processes add. */
  readonly wallP99Ms: number;
  /** How many promotions applied. */
  readonly applied: number;
}

/** Measures every scenario; the target for each with 50 lines and 40 promotions is a p99 under 10 ms. */
export function runPricingBench(runs = 2000): PricingFigures[] {
  return listScenarios().map(({ name, input }) => measure(name, input, runs));
}

function measure(scenario: string, input: PriceCartInput, runs: number): PricingFigures {
  for (let warm = 0; warm < Math.min(500, runs); warm += 1) priceCart(input);
  const cpu: number[] = [];
  const wall: number[] = [];
  let applied = 0;
  for (let run = 0; run < runs; run += 1) {
    const cpuBefore = process.cpuUsage();
    const wallBefore = process.hrtime.bigint();
    applied = priceCart(input).applied.length;
    wall.push(Number(process.hrtime.bigint() - wallBefore) / 1e6);
    const { user, system } = process.cpuUsage(cpuBefore);
    cpu.push((user + system) / 1e3);
  }
  return { scenario, runs, p50Ms: quantile(cpu, 0.5), p99Ms: quantile(cpu, 0.99), wallP99Ms: quantile(wall, 0.99), applied };
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

export function listScenarios(): { readonly name: string; readonly input: PriceCartInput }[] {
  const afternoons = [{ weekdays: [1, 2], from: "15:00", to: "17:00" }];
  return [
    { name: "a shop's mix of all kinds, a third not earned", input: withPromotions(mixed) },
    { name: "all 40 earned, stackable, on everything", input: withPromotions(stackable) },
    { name: "40 buy-get and bundles on everything", input: withPromotions(unitRules) },
    {
      name: "40 amounts far above the cart's value (all ties)",
      input: withPromotions((id) => testPromotion(id, "order-fixed", { amount: 900_000 + id })),
    },
    { name: "40 percentages off items and order", input: withPromotions(percentages) },
    { name: "200 lines, 100 promotions of a shop's mix", input: withPromotions(mixed, 200, 100) },
    { name: "40 outside their hours", input: withPromotions((id) => ({ ...mixed(id), schedule: afternoons })) },
  ];
}

function withPromotions(make: (id: number) => Promotion, lineCount = LINES, promotionCount = PROMOTIONS): PriceCartInput {
  const promotions = Array.from({ length: promotionCount }, (_, index) => make(index + 1));
  const lines = Array.from({ length: lineCount }, (_, index) => {
    const product = testProduct(index + 1, {
      price: 295 + ((index * 137) % 1800),
      categoryIds: [1 + (index % 8), 100, 200 + (index % 3)],
      tags: index % 5 === 0 ? ["vegan", "spicy"] : ["classic"],
    });
    return testLine(product, { id: `3f1c2a60-0000-4000-8000-${String(index).padStart(12, "0")}`, quantity: 1 + (index % 4) });
  });
  return testCartInput(lines, {
    promotions,
    codes: promotions
      .filter(({ trigger }) => trigger === "coupon")
      .slice(0, 10)
      .map(({ id }) => sampleCode(`CODE-${id}`, id)),
    gifts: [sampleGift(901, 350), sampleGift(902, 450, false)],
    fulfillment: "delivery",
    tip: { kind: "percentage", percentage: 15 },
    settings: testPricingSettings({ taxRate: 88_750, deliveryFee: 499 }),
  });
}

/** `count` carts of 50 lines with 40 random promotions of any kind, from a seeded generator: the cost of the worst one. */
export function measureRandomSets(count = 150): { readonly worstMs: number; readonly medianMs: number } {
  const inputs = Array.from({ length: count }, (_, seed) => randomSet(seed));
  // All sets run first, so that compilation does not count for the first ones.
  for (const input of inputs) priceCart(input);
  const times = inputs.map((input) => {
    const runs = Array.from({ length: 7 }, () => {
      const before = process.cpuUsage();
      priceCart(input);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1e3;
    });
    return quantile(runs, 0.5);
  });
  return { worstMs: Math.max(...times), medianMs: quantile(times, 0.5) };
}

/** 50 lines with 40 promotions of any kind; the same seed gives the same result. */
export function randomSet(seed: number): PriceCartInput {
  return withPromotions((id) => drawn(id, seed));
}

/** A promotion of any kind on any target, a quarter in one of three groups, one of twenty exclusive. */
function drawn(id: number, seed: number): Promotion {
  let state = (seed * 7919 + id * 104_729) % 2_147_483_647;
  const next = (exclusiveMax: number): number => {
    state = (state * 48_271 + 11) % 2_147_483_647;
    return state % exclusiveMax;
  };
  next(2);
  const aTarget = (): ReturnType<typeof categories> =>
    [everything, categories(1 + next(8)), categories(200 + next(3)), tagged("vegan"), products(next(50), next(50), next(50))][next(5)] ??
    everything;
  const kinds = [
    (): [string, unknown] => ["order-percent", { rate: 10_000 + next(90_000), target: aTarget() }],
    (): [string, unknown] => ["order-fixed", { amount: 100 + next(900), target: aTarget() }],
    (): [string, unknown] => ["item-percent", { rate: 10_000 + next(200_000), target: aTarget(), maxUnits: next(3) === 0 ? 2 : null }],
    (): [string, unknown] => ["item-fixed", { amount: 20 + next(200), target: aTarget() }],
    (): [string, unknown] => ["item-price", { price: 300 + next(900), target: aTarget() }],
    (): [string, unknown] => ["buy-get", { buyQuantity: 1 + next(3), buyTarget: aTarget(), getQuantity: 1, maxRepeats: 1 + next(3) }],
    (): [string, unknown] => ["buy-get", { buyQuantity: 2, buyTarget: aTarget(), getQuantity: 1, getTarget: aTarget(), rate: 500_000 }],
    (): [string, unknown] => ["bundle", { quantity: 2 + next(3), target: aTarget(), price: 1500 + next(2000), maxRepeats: 1 + next(3) }],
    (): [string, unknown] => ["meal-deal", { parts: [aTarget(), aTarget(), aTarget()], price: 2500, maxRepeats: 1 + next(3) }],
    (): [string, unknown] => ["every-spend", { spend: 5000, amount: 100, target: aTarget() }],
    (): [string, unknown] => ["free-item", { productIds: [901] }],
    (): [string, unknown] => ["delivery-percent", { rate: 300_000 }],
  ];
  const [kind, params] = kinds[next(kinds.length)]?.() ?? ["order-fixed", { amount: 100 }];
  return testPromotion(id, kind, params, {
    stacking: { group: next(4) === 0 ? `group-${next(3)}` : null, exclusive: next(20) === 0, priority: next(4) },
    cap: next(6) === 0 ? 700 : null,
  });
}

function mixed(id: number): Promotion {
  const target = id % 3 === 0 ? tagged("vegan") : id % 3 === 1 ? categories(1 + (id % 8)) : products(id, id + 1, id + 2);
  const kinds = [
    (): [string, unknown] => ["order-percent", { rate: 20_000 + id * 1000 }],
    (): [string, unknown] => ["order-fixed", { amount: 100 + id * 10 }],
    (): [string, unknown] => ["item-percent", { rate: 50_000 + id * 1000, target }],
    (): [string, unknown] => ["item-fixed", { amount: 20 + id, target }],
    (): [string, unknown] => ["item-price", { price: 600, target }],
    (): [string, unknown] => ["buy-get", { buyQuantity: 2, buyTarget: target, getQuantity: 1 }],
    (): [string, unknown] => ["bundle", { quantity: 3, target, price: 1800 }],
    (): [string, unknown] => [
      "tiered-spend",
      {
        unit: "amount",
        tiers: [
          { spend: 3000, value: 300 },
          { spend: 9000, value: 900 },
        ],
      },
    ],
    (): [string, unknown] => ["free-item", { productIds: [902, 901] }],
    (): [string, unknown] => ["delivery-percent", { rate: 500_000 }],
  ];
  const [kind, params] = kinds[id % kinds.length]?.() ?? ["order-fixed", { amount: 100 }];
  return testPromotion(id, kind, params, {
    trigger: id % 4 === 0 ? "coupon" : "automatic",
    condition: { type: "all", of: [{ type: "subtotal", target: everything, min: id % 3 === 0 ? 9_000_000 : 1000, max: null }] },
    stacking: { group: id % 6 === 0 ? "seasonal" : null, exclusive: id % 13 === 0, priority: id % 5 },
    cap: id % 7 === 0 ? 700 : null,
  });
}

function stackable(id: number): Promotion {
  const kinds: [string, unknown][] = [
    ["item-percent", { rate: 10_000 + id * 500, target: everything }],
    ["buy-get", { buyQuantity: 2, buyTarget: everything, getQuantity: 1, maxRepeats: 3, rate: 500_000 }],
    ["order-percent", { rate: 10_000 + id * 500 }],
    ["order-fixed", { amount: 200 + id * 10, target: categories(1 + (id % 8), 100) }],
    ["bundle", { quantity: 3, target: everything, price: 3000, maxRepeats: 2 }],
  ];
  const [kind, params] = kinds[id % kinds.length] ?? ["order-fixed", { amount: 100 }];
  return testPromotion(id, kind, params);
}

function unitRules(id: number): Promotion {
  return id % 2 === 0
    ? testPromotion(id, "buy-get", { buyQuantity: 1 + (id % 3), buyTarget: everything, getQuantity: 1, rate: 300_000 + id * 10_000 })
    : testPromotion(id, "bundle", { quantity: 2 + (id % 4), target: everything, price: 1000 + id * 10 });
}

function percentages(id: number): Promotion {
  return testPromotion(id, id % 2 === 0 ? "item-percent" : "order-percent", {
    rate: 50_000 + id * 1000,
    target: id % 3 === 0 ? categories(200, 201) : everything,
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  let missed = 0;
  for (const { scenario, p50Ms, p99Ms, wallP99Ms, applied } of runPricingBench()) {
    if (p99Ms >= TARGET_P99_MS) missed += 1;
    const figures = [
      `p50 ${p50Ms.toFixed(2)} ms`,
      `p99 ${p99Ms.toFixed(2)} ms`,
      `(wall ${wallP99Ms.toFixed(2)} ms)`,
      `${applied} applied`,
      scenario,
    ];
    process.stdout.write(`${figures.join("  ")}\n`);
  }
  const { worstMs, medianMs } = measureRandomSets();
  if (worstMs > TARGET_WORST_MS) missed += 1;
  process.stdout.write(`worst ${worstMs.toFixed(2)} ms  median ${medianMs.toFixed(2)} ms  150 random sets of 40\n`);
  process.exitCode = missed === 0 ? 0 : 1;
}
