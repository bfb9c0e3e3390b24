import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import { openCode } from "#app/promotions/domain/coupons.ts";
import { expect, test } from "vitest";
import { testPricingSettings, testProduct } from "#test/carts.ts";
import { testPromotion } from "#test/promotions.ts";
import type { Promotion } from "#app/promotions/domain/promotion.ts";
import { startReplay, type PastOrder } from "./replay.ts";
import { makeSampleCarts, type SampleItem } from "./sample-carts.ts";
import { type PreviewScene } from "./scene.ts";
import { previewCart, type CartPreview } from "./preview-cart.ts";

const NOW = new Date("2026-03-04T17:00:00Z");
const pizzas = { everything: false, productIds: [], categoryIds: [7], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
const everything = { ...pizzas, everything: true, categoryIds: [] };
const MENU: readonly SampleItem[] = [
  { id: 1, price: 200 },
  { id: 2, price: 1000, categoryIds: [7] },
  { id: 3, price: 1500, categoryIds: [7] },
  { id: 4, price: 10_000, categoryIds: [7] },
].map(({ id, ...changes }) => ({ product: testProduct(id, changes), choices: [], unitPrice: changes.price }));

function sceneOf(draft: Promotion, changes: Partial<PreviewScene> = {}): PreviewScene {
  return {
    draft,
    stored: null,
    others: [],
    gifts: [],
    names: { format: US_DOLLARS, region: US_REGION, products: {}, categories: { 7: "Pizzas" } },
    settings: testPricingSettings(),
    ...changes,
  };
}
function previewAll(scene: PreviewScene, codes = [] as Parameters<typeof makeSampleCarts>[2]): readonly CartPreview[] {
  return makeSampleCarts(scene, MENU, codes, NOW).map((cart) => previewCart(scene, cart, US_DOLLARS));
}
const alarmsOf = (previews: readonly CartPreview[]) => previews.flatMap(({ alarms }) => alarms);

test("generates sample carts below, at and above each threshold, and doubled", () => {
  const previews = previewAll(sceneOf(testPromotion(1, "bundle", { quantity: 3, target: pizzas, price: 2500 })));
  expect(Object.fromEntries(previews.map(({ name, given }) => [name, given]))).toMatchObject({
    "2 of all pizzas: one too few": 0,
    "Just what it needs": 2000,
    "4 of all pizzas: one more": 2000,
    "6 of all pizzas: twice": 4000,
    "Only other items": 0,
  });
  const spend = { condition: { type: "subtotal", target: everything, min: 2500, max: null } } as const;
  const above = previewAll(sceneOf(testPromotion(1, "order-fixed", { amount: 500 }, spend)));
  expect(above.filter(({ name }) => name.startsWith("$")).map(({ name, without, after }) => [name, without, after])).toEqual([
    ["$24.99: a cent below", 2499, 2499],
    ["$25.00 exactly", 2500, 2000],
    ["$25.01: a cent above", 2501, 2001],
    ["$50.00: twice", 5000, 4500],
  ]);
});

test("generates carts for hours, fulfillment and customers, and for their opposites", () => {
  const schedule = [{ weekdays: [5], from: "15:00", to: "17:00" }];
  const condition = { type: "all", of: [{ type: "fulfillment", is: "delivery" }, { type: "first-order" }] } as const;
  const previews = previewAll(sceneOf(testPromotion(1, "order-percent", { rate: 100_000, target: everything }, { schedule, condition })));
  const facts = Object.fromEntries(previews.map((preview) => [preview.name, preview]));
  expect(facts["Just what it needs"]).toMatchObject({ given: 150, facts: "Delivery, Mar 6, 3:00 PM" });
  expect(facts["Outside of its hours"]).toMatchObject({ given: 0, facts: "Delivery, Mar 6, 5:00 PM" });
  expect(facts["Picked up"]?.whyNot).toBe("Delivery only.");
  expect(facts["A customer who has ordered before"]?.whyNot).toBe("First order only.");
});

test("alarms when an item raises other prices or two orders cost less than one", () => {
  const dearest = { buyQuantity: 1, buyTarget: pizzas, getQuantity: 1, getTarget: everything, rate: 1_000_000, choose: "dearest" };
  expect(alarmsOf(previewAll(sceneOf(testPromotion(1, "buy-get", { ...dearest, sameProduct: false }))))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^One more |^As two orders /)]),
  );
  const five = testPromotion(1, "order-fixed", { amount: 500 });
  expect(alarmsOf(previewAll(sceneOf(five)))).toContainEqual(expect.stringMatching(/^As two orders it costs .* less than as one\.$/));
  const once = { ...five, limits: { totalUses: null, perCustomerUses: 1, budget: null } };
  expect(alarmsOf(previewAll(sceneOf(once))).filter((text) => text.startsWith("As two orders"))).toEqual([]);
  const fair = testPromotion(1, "order-percent", { rate: 100_000, target: everything });
  expect(alarmsOf(previewAll(sceneOf(fair)))).toEqual([]);
});

test("alarms about a tiny limited use and a promotion worse than the current one", () => {
  const cent = testPromotion(1, "order-fixed", { amount: 10 }, { limits: { totalUses: 100, perCustomerUses: 1, budget: null } });
  expect(alarmsOf(previewAll(sceneOf(cent)))).toContain("One of the limited uses is spent to save $0.10.");
  const better = testPromotion(1, "order-percent", { rate: 200_000, target: everything });
  const worse = testPromotion(1, "order-percent", { rate: 100_000, target: everything });
  const [first] = previewAll(sceneOf(worse, { stored: better }));
  expect(first).toMatchObject({ without: 1500, after: 1350, alarms: ["It costs more than today: $13.50 instead of $12.00."] });
});

test("reports displaced offers and effects of other codes", () => {
  const alone = testPromotion(1, "order-fixed", { amount: 400 }, { stacking: { group: "a", exclusive: false, priority: 0 } });
  const other = testPromotion(
    2,
    "order-fixed",
    { amount: 300 },
    { trigger: "coupon", stacking: { group: "a", exclusive: false, priority: 0 } },
  );
  const scene = sceneOf(alone, { others: [other] });
  const preview = previewAll(scene, [openCode("THREE", 2)]).find(({ name }) => name === "With the code THREE");
  expect(preview).toMatchObject({ without: 1200, after: 1100, displaced: ["Promotion 2"], given: 400 });
});

function pastOrder(number: string, changes: Partial<PastOrder> = {}): PastOrder {
  return {
    id: number,
    number,
    placedAt: NOW,
    facts: {
      fulfillment: "pickup",
      requestedFor: null,
      postalCode: null,
      customer: { email: `${number}@example.com`, orderCount: 0, tags: [], spentByDays: {}, usesByPromotion: {} },
    },
    emailKey: `${number}@example.com`,
    phoneKey: "",
    deliveryFee: 0,
    isTaxIncluded: false,
    taxTable: null,
    applied: [],
    lines: [{ productId: 2, name: "Pizza", unitPrice: 2000, quantity: 1, taxRate: 0 }],
    ...changes,
  };
}

test("replays past orders with used promotions and consumes uses and budget", () => {
  const draft = testPromotion(1, "order-fixed", { amount: 500 }, { limits: { totalUses: 10, perCustomerUses: 1, budget: 1200 } });
  const had = testPromotion(
    2,
    "order-fixed",
    { amount: 900 },
    { trigger: "coupon", status: "archived", stacking: { group: null, exclusive: true, priority: 0 } },
  );
  const replay = startReplay(sceneOf(draft), new Map([[2, had]]), new Map(MENU.map(({ product }) => [product.id, product])));
  for (const order of [
    pastOrder("A-1"),
    pastOrder("A-2", { emailKey: "A-1@example.com" }),
    pastOrder("A-3", { applied: [{ promotionId: 2, code: "NINE" }] }),
    pastOrder("A-4", { lines: [{ productId: 99, name: "Gone", unitPrice: 1000, quantity: 2, taxRate: 100_000 }] }),
    pastOrder("A-5"),
    pastOrder("A-6"),
  ])
    replay.add(order);
  expect(replay.report()).toMatchObject({
    orders: 6,
    touched: 3,
    given: 1200,
    displaced: [],
    dearer: { orders: 0 },
    before: 6 * 2000 + 200 - 900,
    reasons: expect.arrayContaining([
      { message: "You have already used this offer.", orders: 1 },
      { message: "This offer has been used up.", orders: 1 },
    ]),
  });
});

test("names an order that would become more expensive", () => {
  const stored = testPromotion(1, "order-percent", { rate: 200_000, target: everything });
  const draft = testPromotion(1, "order-percent", { rate: 100_000, target: everything });
  const replay = startReplay(sceneOf(draft, { stored }), new Map([[1, stored]]), new Map());
  replay.add(pastOrder("A-1"));
  expect(replay.report().dearer).toEqual({ orders: 1, first: [{ id: "A-1", number: "A-1", before: 1600, after: 1800 }] });
});
