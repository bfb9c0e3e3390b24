import { openCode } from "#app/promotions/domain/coupons.ts";
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { testCartInput, testLine, testPricingSettings, testProduct } from "#test/carts.ts";
import { testChoice, testGroup, testOption } from "#test/customizations.ts";
import { testPromotion } from "#test/promotions.ts";
import { repriceChanged } from "./order-edit.ts";
import type { RepricedOrder } from "./order-edit.ts";
import type { RepriceInput } from "./reprice-input.ts";
import type { OrderItem } from "#app/orders/domain/order.ts";
import { priceCart } from "#app/cart/domain/pricing/price-cart.ts";
import type { PriceCartInput } from "#app/cart/domain/pricing/priced-cart.ts";

/** The order from this cart: stored items with ids and shares. */
function buy(input: PriceCartInput): RepriceInput {
  const cart = priceCart(input);
  const ids = new Map(cart.lines.map((line) => [line.id, `item-${line.id}`]));
  const items: OrderItem[] = cart.lines.map((line) => ({ ...line, id: ids.get(line.id) ?? randomUUID(), options: line.selected }));
  return {
    items,
    amounts: { ...cart, currency: "usd" },
    applied: cart.applied.map((each) => ({
      ...each,
      lineShares: Object.fromEntries(Object.entries(each.lineShares).map(([id, share]) => [`item-${id}`, share])),
    })),
    fulfillment: input.fulfillment,
    requestedFor: input.requestedFor,
    placedAt: input.now,
    removeItemIds: [],
    products: Object.fromEntries(input.lines.map(({ product }) => [product.id, product])),
    promotions: input.promotions,
    customer: input.customer,
    settings: input.settings,
  };
}

function without(order: RepriceInput, ...productIds: readonly number[]): RepricedOrder {
  const removeItemIds = order.items.filter((item) => productIds.includes(item.productId)).map((item) => item.id);
  const repriced = repriceChanged({ ...order, removeItemIds });
  if (!repriced.ok) throw new Error(repriced.error.message);
  return repriced.value;
}

const burger = testProduct(1, {
  name: "Burger",
  price: 1150,
  groups: [testGroup(1, [testOption(10), testOption(11, { priceDelta: 200 })])],
});
const fries = testProduct(2, { name: "Fries", price: 475 });

test("removes the fries of the documented example and releases 554", () => {
  const order = buy(
    testCartInput([testLine(burger, { quantity: 2, choices: [testChoice(1, 10), testChoice(1, 11)] }), testLine(fries)], {
      promotions: [testPromotion(1, "order-percent", { rate: 100_000 })],
      tip: { kind: "percentage", percentage: 15 },
      settings: testPricingSettings({ taxRate: 130_000 }),
    }),
  );
  expect(order.amounts.finalTotal).toBe(3938);
  const shorter = without(order, 2);
  expect(shorter).toMatchObject({
    released: 554,
    amounts: { subTotal: 2900, promotionDiscount: 290, tax: 339, tip: 435, tipPercentage: 15, total: 3674, finalTotal: 3384 },
    items: [{ id: "item-line-1", unitPrice: 1450, lineTotal: 2900, discount: 290, tax: 339 }],
    removed: [{ name: "Fries" }],
    applied: [{ promotionId: 1, amount: 290 }],
  });
  expect(shorter.items[0]?.options, "the ticket keeps its choices").toHaveLength(2);
});

test("keeps prices, tax rate and fee of the purchase", () => {
  const order = buy(
    testCartInput([testLine(testProduct(1)), testLine(fries)], {
      fulfillment: "delivery",
      settings: testPricingSettings({ taxRate: 100_000, deliveryFee: 300, deliveryFreeAbove: 1200 }),
    }),
  );
  expect(order.amounts.deliveryFee).toBe(0);
  const changed = { ...order, settings: testPricingSettings({ taxRate: 200_000, deliveryFee: 900, allowTip: false }) };
  expect(without(changed, 2).amounts, "free delivery is not taken back").toMatchObject({
    subTotal: 1000,
    deliveryFee: 0,
    tax: 100,
    finalTotal: 1100,
  });
});

test("keeps discount shares of a promotion no longer earned", () => {
  const everything = { everything: true, productIds: [], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
  const spend = testPromotion(
    1,
    "order-fixed",
    { amount: 300 },
    { condition: { type: "subtotal", target: everything, min: 1400, max: null } },
  );
  const order = buy(testCartInput([testLine(testProduct(1)), testLine(testProduct(2, { price: 500 }))], { promotions: [spend] }));
  expect(order.items.map((item) => item.discount)).toEqual([200, 100]);
  expect(without(order, 2)).toMatchObject({
    released: 400,
    amounts: { promotionDiscount: 200, finalTotal: 800 },
    applied: [{ promotionId: 1, amount: 200 }],
  });
});

test("ignores limits and honours deleted promotions", () => {
  const five = testPromotion(
    1,
    "order-fixed",
    { amount: 500 },
    { trigger: "coupon", limits: { totalUses: 1, perCustomerUses: 1, budget: 500 } },
  );
  const order = buy(
    testCartInput([testLine(testProduct(1)), testLine(testProduct(2))], { promotions: [five], codes: [openCode("FIVE", 1)] }),
  );
  const usedUp = {
    ...order,
    promotions: [{ ...five, status: "archived" as const, uses: 1, spent: 500 }],
    customer: { email: "a@example.com", orderCount: 1, usesByPromotion: { "1": 1 } },
  };
  expect(without(usedUp, 2).amounts).toMatchObject({ promotionDiscount: 500, finalTotal: 500 });
  expect(without({ ...usedUp, promotions: [] }, 2).amounts).toMatchObject({ promotionDiscount: 250, finalTotal: 750 });
});

test("keeps free items at list price and never swaps them", () => {
  const gift = (id: number, productIds: readonly number[]) => testPromotion(id, "free-item", { productIds, quantity: 1 });
  const input = testCartInput([testLine(testProduct(1)), testLine(fries)], {
    promotions: [gift(1, [8, 9]), gift(2, [9])],
    gifts: [8, 9].map((productId) => ({ productId, name: `Gift ${productId}`, unitPrice: 350, available: true })),
  });
  const order = buy(input);
  expect(order.items.map((item) => item.productId)).toEqual([1, 2, 8, 9]);
  expect(without(order, 2)).toMatchObject({ amounts: { subTotal: 1700, promotionDiscount: 700, finalTotal: 1000 }, released: 475 });
  const lessGift = without(order, 8);
  expect(lessGift.items.map((item) => item.productId)).toEqual([1, 2, 9]);
  expect(lessGift).toMatchObject({ released: 0, amounts: { subTotal: 1825, promotionDiscount: 350, finalTotal: 1475 } });
});

test.each([
  [8, 2],
  [9, 1],
])("takes gift %i off the promotion that gave it, whatever others are worth", (removed, left) => {
  const gift = (id: number, productId: number) => testPromotion(id, "free-item", { productIds: [productId], quantity: 1 });
  const order = buy(
    testCartInput([testLine(testProduct(1))], {
      promotions: [gift(1, 8), gift(2, 9)],
      gifts: [8, 9].map((productId) => ({ productId, name: `Gift ${productId}`, unitPrice: 350, available: true })),
    }),
  );
  expect(without(order, removed).applied).toMatchObject([{ promotionId: left, amount: 350 }]);
  const isOver = without({ ...order, promotions: [] }, removed);
  expect(isOver.applied, "whatever became of the promotions").toMatchObject([{ promotionId: left, amount: 350 }]);
});

test("requires items of the order and leaves something to charge", () => {
  const order = buy(testCartInput([testLine(testProduct(1, { price: 30 })), testLine(fries)]));
  const code = (removeItemIds: readonly string[]) => {
    const result = repriceChanged({ ...order, removeItemIds });
    return result.ok ? "ok" : result.error.code;
  };
  expect(code([])).toBe("nothing-to-remove");
  expect(code(["item-line-1", "gone"])).toBe("unknown-item");
  expect(code(["item-line-1", "item-line-2"])).toBe("empty");
  expect(code(["item-line-2"])).toBe("too-small");
  expect(code(["item-line-1"])).toBe("ok");
});

const anyOrder = fc
  .record({
    prices: fc.array(
      fc.record({ price: fc.integer({ min: 100, max: 3000 }), quantity: fc.integer({ min: 1, max: 4 }), zero: fc.boolean() }),
      { minLength: 2, maxLength: 5 },
    ),
    kinds: fc.uniqueArray(fc.constantFrom("order-percent", "order-fixed", "delivery-percent", "free-item"), { maxLength: 4 }),
    minimum: fc.nat(9000),
    taxRate: fc.constantFrom(0, 88_750, 130_000),
    pricesIncludeTax: fc.boolean(),
    taxOnDelivery: fc.boolean(),
    fulfillment: fc.constantFrom("pickup" as const, "delivery" as const),
    percentage: fc.nat(30),
    remove: fc.integer({ min: 0, max: 4 }),
    discount: fc.option(
      fc.oneof(
        fc.record({ kind: fc.constant("amount" as const), amount: fc.integer({ min: 1, max: 9000 }), reason: fc.constant("Cold") }),
        fc.record({ kind: fc.constant("percent" as const), rate: fc.integer({ min: 1, max: 1_000_000 }), reason: fc.constant("Cold") }),
      ),
    ),
  })
  .map(({ prices, kinds, minimum, taxRate, pricesIncludeTax, taxOnDelivery, fulfillment, percentage, remove, discount }) => {
    const everything = { everything: true, productIds: [], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
    const params: Readonly<Record<string, unknown>> = {
      "order-percent": { rate: 150_000 },
      "order-fixed": { amount: 700 },
      "delivery-percent": { rate: 500_000 },
      "free-item": { productIds: [99], quantity: 2 },
    };
    const order = buy(
      testCartInput(
        prices.map(({ price, quantity, zero }, index) =>
          testLine(testProduct(index + 1, { price, taxClass: zero ? "zero" : price % 2 === 0 ? "standard" : "groceries" }), { quantity }),
        ),
        {
          promotions: kinds.map((kind, index) =>
            testPromotion(index + 1, kind, params[kind], { condition: { type: "subtotal", target: everything, min: minimum, max: null } }),
          ),
          gifts: [{ productId: 99, name: "Cola", unitPrice: 350, available: true }],
          fulfillment,
          discount,
          tip: { kind: "percentage", percentage },
          settings: testPricingSettings({
            taxRate,
            taxComponents:
              taxRate === 0
                ? []
                : [
                    { label: "State", rate: Math.floor(taxRate / 3) },
                    { label: "County", rate: taxRate - Math.floor(taxRate / 3) },
                  ],
            otherRates: [
              {
                taxClass: "groceries",
                rate: Math.floor(taxRate / 2),
                components: [{ label: "Tax (Groceries)", rate: Math.floor(taxRate / 2) }],
              },
            ],
            pricesIncludeTax,
            taxOnDelivery,
            deliveryFee: 450,
          }),
        },
      ),
    );
    return { order, productId: (remove % prices.length) + 1 };
  });

test("keeps each line's rate and tax label", () => {
  const settings = testPricingSettings({
    taxRate: 130_000,
    otherRates: [{ taxClass: "groceries", rate: 50_000, components: [{ label: "Tax (Groceries)", rate: 50_000 }] }],
  });
  const lines = [1, 2, 3].map((id) => testLine(testProduct(id, { taxClass: id === 1 ? "standard" : "groceries" })));
  const order = buy(testCartInput(lines, { settings }));
  const { amounts } = without({ ...order, settings: testPricingSettings({ taxRate: 200_000, taxLabel: "VAT" }) }, 3);
  expect(amounts.taxLines).toEqual([
    { label: "Tax", rate: 130_000, base: 1000, amount: 130 },
    { label: "Tax (Groceries)", rate: 50_000, base: 1000, amount: 50 },
  ]);
});

test("keeps the taxes that make up each line's rate, and the rate of the delivery fee below a higher one", () => {
  const [gst, pst] = [
    { label: "GST", rate: 50_000 },
    { label: "PST", rate: 70_000 },
  ];
  const settings = testPricingSettings({
    taxRate: 120_000,
    taxComponents: [gst, pst],
    otherRates: [{ taxClass: "alcohol", rate: 200_000, components: [gst, { label: "Alcohol tax", rate: 150_000 }] }],
    deliveryFee: 400,
  });
  const lines = [1, 2, 3].map((id) => testLine(testProduct(id, { taxClass: id === 1 ? "standard" : "alcohol" })));
  const order = buy(testCartInput(lines, { settings, fulfillment: "delivery" }));
  const { amounts } = without({ ...order, settings: testPricingSettings({ taxRate: 300_000, taxLabel: "VAT" }) }, 1);
  expect(amounts.taxLines).toEqual([
    { ...gst, base: 2400, amount: 120 },
    { label: "Alcohol tax", rate: 150_000, base: 2000, amount: 300 },
    { ...pst, base: 400, amount: 28 },
  ]);
});

test("never costs more, and parts add up", () => {
  fc.assert(
    fc.property(anyOrder, ({ order, productId }) => {
      const result = repriceChanged({ ...order, removeItemIds: [`item-line-${productId}`] });
      if (!result.ok) {
        expect(result.error.code).toBe("too-small");
        return;
      }
      const { items, amounts, applied, released } = result.value;
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      expect(released).toBeGreaterThanOrEqual(0);
      expect(amounts.finalTotal).toBe(order.amounts.finalTotal - released);
      expect(sum(items.map((item) => item.lineTotal))).toBe(amounts.subTotal);
      expect(sum(items.map((item) => item.discount)) + amounts.deliveryDiscount).toBe(amounts.promotionDiscount);
      expect(sum(applied.map((each) => each.amount))).toBe(amounts.promotionDiscount);
      expect(amounts.total).toBe(amounts.subTotal + amounts.deliveryFee + (amounts.taxIncluded ? 0 : amounts.tax) + amounts.tip);
      expect(amounts.finalTotal).toBe(amounts.total - amounts.promotionDiscount);
    }),
  );
});

test.each([
  // 15.00 − 3.00; without the second line 10.00 − 3.00.
  ["amount", { kind: "amount", amount: 300, reason: "Cold" }, 300, 700],
  ["percentage", { kind: "percent", rate: 100_000, reason: "Cold" }, 100, 900],
] as const)("gives a discount by staff again on what is left: %s", (_, discount, left, finalTotal) => {
  const order = buy(
    testCartInput([testLine(testProduct(1, { price: 1000 })), testLine(testProduct(2, { price: 500 }))], {
      discount,
      settings: testPricingSettings({ taxRate: 0 }),
    }),
  );
  const edited = without(order, 2);
  expect(edited.applied).toMatchObject([{ title: "Discount: Cold", amount: left, byStaff: discount }]);
  expect(edited.amounts).toMatchObject({ promotionDiscount: left, finalTotal });
});
