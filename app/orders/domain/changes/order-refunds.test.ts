import { US_DOLLARS } from "#app/values/money.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { testCartInput, testLine, testOutcome, testPricingSettings, testProduct } from "#test/carts.ts";
import {
  defaultRefund,
  itemRefund,
  paymentStateAfterRefund,
  planRefund,
  quantityRefund,
  refundableAmount,
  refundedOfItems,
  refundedQuantities,
  refundedWords,
} from "./order-refunds.ts";
import type { RefundableOrder, RefundRequest } from "./order-refunds.ts";
import { deliveryFeeOf, priceLines, totalsOf } from "#app/cart/domain/pricing/totals.ts";
import { priceCart } from "#app/cart/domain/pricing/price-cart.ts";
import { everything } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";

/** A captured order of a priced cart. */
function captured(cart: PricedCart): RefundableOrder {
  const items = cart.lines.map((line) => ({ ...line, options: line.selected }));
  return { items, amounts: cart, captured: cart.finalTotal, refunded: 0, refundedQuantities: {}, refundedOfItems: {} };
}

const whole = (...ids: readonly string[]) => ids.map((id) => ({ id, quantity: null }));

/** The worked example of docs/rules/prices-and-tax.md: burgers 2900, fries 475, 10 % off, 13 % tax, tip 506. */
function burgersAndFries(): RefundableOrder {
  const input = testCartInput(
    [testLine(testProduct(1, { name: "Burger", price: 1450 }), { quantity: 2 }), testLine(testProduct(2, { name: "Fries", price: 475 }))],
    {
      tip: { kind: "percentage", percentage: 15 },
      settings: testPricingSettings({ taxRate: 130_000 }),
    },
  );
  return captured(totalsOf(input, priceLines(input.lines, US_DOLLARS), 0, testOutcome({ lineDiscounts: { "line-1": 290, "line-2": 48 } })));
}

function amount(order: RefundableOrder, request: RefundRequest): number | string {
  const plan = planRefund(order, request, US_DOLLARS);
  return plan.ok ? plan.value.amount : plan.error.code;
}

test("refunds an item with discount and tax share; the tip stays", () => {
  const order = burgersAndFries();
  expect(order.captured).toBe(3938);
  expect(amount(order, { kind: "items", items: whole("line-2") }), "475 − 48 + 56 of the tax").toBe(483);
  expect(amount(order, { kind: "items", items: whole("line-1", "line-2") })).toBe(3938 - 506);
  expect(amount(order, { kind: "all" })).toBe(3938);
});

test("does not add included tax again", () => {
  expect(itemRefund({ lineTotal: 1200, discount: 200, tax: 167 }, true)).toBe(1000);
  expect(itemRefund({ lineTotal: 1200, discount: 200, tax: 130 }, false)).toBe(1130);
});

test("limits refunds to the captured rest", () => {
  const order = { ...burgersAndFries(), refunded: 3500 };
  expect(refundableAmount(order)).toBe(438);
  expect(amount(order, { kind: "amount", amount: 438 })).toBe(438);
  expect(planRefund(order, { kind: "amount", amount: 439 }, US_DOLLARS)).toEqual({
    ok: false,
    error: { code: "too-much", message: "Only $4.38 is left to refund. Enter that or less." },
  });
  expect(amount(order, { kind: "items", items: whole("line-2") })).toBe("too-much");
  expect(amount(order, { kind: "all" })).toBe(438);
  expect(amount(order, { kind: "amount", amount: 0 })).toBe("no-amount");
  expect(amount({ ...order, refunded: 3938 }, { kind: "all" })).toBe("nothing-left");
  expect(amount({ ...order, captured: 0, refunded: 0 }, { kind: "all" })).toBe("nothing-left");
});

test("refunds an item of the order once", () => {
  const order = { ...burgersAndFries(), refundedQuantities: { "line-2": 1 } };
  expect(amount(order, { kind: "items", items: whole("line-2") })).toBe("already-refunded");
  expect(amount(order, { kind: "items", items: whole("gone") })).toBe("unknown-item");
  expect(amount(order, { kind: "items", items: whole("line-1", "line-1") }), "named twice counts once").toBe(
    itemRefund(order.items[0] ?? { lineTotal: 0, discount: 0, tax: 0 }, false),
  );
  expect(amount(order, { kind: "items", items: whole() })).toBe("no-amount");
});

test("refunds part of a line; all steps add up to the line", () => {
  const input = testCartInput([testLine(testProduct(1, { name: "Pizza", price: 1000 }), { quantity: 3 })], {
    settings: testPricingSettings({ taxRate: 130_000 }),
  });
  const order = captured(totalsOf(input, priceLines(input.lines, US_DOLLARS), 0, testOutcome({ lineDiscounts: { "line-1": 500 } })));
  const some = (quantity: number, before: number) =>
    amount({ ...order, refundedQuantities: { "line-1": before } }, { kind: "items", items: [{ id: "line-1", quantity }] });
  // 3000 − 500 + 325 of tax = 2825: 941.67 each.
  expect([some(1, 0), some(1, 1), some(1, 2)]).toEqual([941, 942, 942]);
  expect(some(3, 0)).toBe(2825);
  expect(some(2, 1)).toBe(2825 - 941);
  expect(
    planRefund({ ...order, refundedQuantities: { "line-1": 1 } }, { kind: "items", items: [{ id: "line-1", quantity: 3 }] }, US_DOLLARS),
  ).toEqual({
    ok: false,
    error: { code: "too-many", message: "Only 2 of 3 × Pizza can still be refunded. Choose that or fewer." },
  });
  expect(some(1, 3)).toBe("already-refunded");
});

test("names the line with its choices in a refusal", () => {
  const order = burgersAndFries();
  const large = { templateId: 1, optionId: 1, group: "Size", name: "Large", kitchenName: "L", quantity: 1, freeQuantity: 0, priceDelta: 0 };
  const items = order.items.map((item) => ({ ...item, options: [large] }));
  expect(
    planRefund({ ...order, items, refundedQuantities: { "line-2": 1 } }, { kind: "items", items: whole("line-2") }, US_DOLLARS),
  ).toEqual({
    ok: false,
    error: { code: "already-refunded", message: "Fries (Large) was refunded before. Choose other items." },
  });
});

test("an item never returns more than its amount after a failed refund", () => {
  const item = { id: "a", quantity: 3, lineTotal: 101, discount: 0, tax: 0 };
  const second = { itemIds: ["a"], itemQuantities: { a: 1 }, amount: 34 };
  const paid = refundedOfItems([item], true, [second])["a"] ?? 0;
  expect(paid).toBe(34);
  expect(quantityRefund(101, 3, 1, 2, paid), "the first, of 33, failed").toBe(67);
  const step = fc.record({ more: fc.integer({ min: 1, max: 3 }), failing: fc.option(fc.nat()) });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(step, { maxLength: 20 }),
      (whole, quantity, steps) => {
        const line = { ...item, quantity, lineTotal: whole };
        const refunds: { itemIds: string[]; itemQuantities: { a: number }; amount: number }[] = [];
        for (const { more, failing } of [...steps, { more: quantity, failing: null }]) {
          const before = refundedQuantities("captured", [line], refunds)["a"] ?? 0;
          const count = Math.min(more, quantity - before);
          const already = refundedOfItems([line], true, refunds)["a"] ?? 0;
          const back = quantityRefund(whole, quantity, before, count, already);
          if (count > 0) refunds.push({ itemIds: ["a"], itemQuantities: { a: count }, amount: back });
          expect(back).toBeGreaterThanOrEqual(0);
          expect(refunds.reduce((sum, each) => sum + each.amount, 0)).toBeLessThanOrEqual(whole);
          if (failing !== null && refunds.length > 0) refunds.splice(failing % refunds.length, 1);
        }
      },
    ),
  );
});

test("splits one refund of several items to a cent, never above", () => {
  const items = [
    { id: "a", quantity: 3, lineTotal: 101, discount: 0, tax: 0 },
    { id: "b", quantity: 3, lineTotal: 101, discount: 0, tax: 0 },
  ];
  const both = { itemIds: ["a", "b"], itemQuantities: { a: 1, b: 1 } };
  expect(refundedOfItems(items, true, [{ ...both, amount: 33 + 33 }])).toEqual({ a: 33, b: 33 });
  expect(refundedOfItems(items, true, [{ ...both, amount: 33 + 34 }]), "one of the two gave 34").toEqual({ a: 33, b: 33 });
  expect(refundedOfItems(items, true, [{ ...both, amount: 34 + 34 }])).toEqual({ a: 34, b: 34 });
  expect(refundedOfItems(items, true, [{ itemIds: ["a", "b"], itemQuantities: {}, amount: 202 }])).toEqual({ a: 101, b: 101 });
  expect(refundedOfItems(items, true, [{ itemIds: [], itemQuantities: {}, amount: 50 }])).toEqual({ a: 0, b: 0 });
});

test("reads refunded quantities from partial and full refunds", () => {
  const items = [
    { id: "a", quantity: 3 },
    { id: "b", quantity: 2 },
    { id: "c", quantity: 1 },
  ];
  const refunds = [
    { itemIds: ["a"], itemQuantities: { a: 1 } },
    { itemIds: ["a", "b"], itemQuantities: { a: 1 } },
  ];
  expect(refundedQuantities("partially_refunded", items, refunds)).toEqual({ a: 2, b: 2, c: 0 });
  expect(refundedQuantities("refunded", items, refunds)).toEqual({ a: 3, b: 2, c: 1 });
  expect([refundedWords(3, 0), refundedWords(3, 1), refundedWords(3, 3)]).toEqual(["", "1 of 3 refunded", "refunded"]);
});

test("the payment state distinguishes partial from full refunds", () => {
  expect(paymentStateAfterRefund(100, 0)).toBe("captured");
  expect(paymentStateAfterRefund(100, 99)).toBe("partially_refunded");
  expect(paymentStateAfterRefund(100, 100)).toBe("refunded");
  expect(planRefund(burgersAndFries(), { kind: "all" }, US_DOLLARS)).toMatchObject({ ok: true, value: { paymentState: "refunded" } });
  expect(defaultRefund("no_show")).toBe("none");
  expect(defaultRefund("item_unavailable")).toBe("full");
});

const anyCart: fc.Arbitrary<PricedCart> = fc
  .record({
    items: fc.array(fc.record({ price: fc.nat(3000), quantity: fc.integer({ min: 1, max: 5 }), zero: fc.boolean(), off: fc.nat(100) }), {
      minLength: 1,
      maxLength: 6,
    }),
    taxRate: fc.constantFrom(0, 88_750, 130_000),
    pricesIncludeTax: fc.boolean(),
    taxOnDelivery: fc.boolean(),
    fulfillment: fc.constantFrom("pickup" as const, "delivery" as const),
    percentage: fc.nat(40),
  })
  .map(({ items, taxRate, pricesIncludeTax, taxOnDelivery, fulfillment, percentage }) => {
    const lines = items.map(({ price, quantity, zero }, index) =>
      testLine(testProduct(index, { price, taxClass: zero ? "zero" : "standard" }), { quantity }),
    );
    const settings = testPricingSettings({ taxRate, pricesIncludeTax, taxOnDelivery, deliveryFee: 377 });
    const input = testCartInput(lines, { settings, fulfillment, tip: { kind: "percentage", percentage } });
    const listed = priceLines(lines, US_DOLLARS);
    const lineDiscounts = Object.fromEntries(
      listed.map((line, index) => [line.id, Math.floor((line.lineTotal * (items[index]?.off ?? 0)) / 100)]),
    );
    const freeItems = [{ promotionId: 1, productId: 99, name: "Cola", quantity: 1, unitPrice: 350, choices: [] }];
    return totalsOf(input, listed, deliveryFeeOf(fulfillment, 1, true, settings), testOutcome({ lineDiscounts, freeItems }));
  });

/** The same with generated discounts, caps, gifts and free delivery. */
const anyCartWithOffers: fc.Arbitrary<PricedCart> = fc
  .record({
    items: fc.array(fc.record({ price: fc.integer({ min: 1, max: 3000 }), quantity: fc.integer({ min: 1, max: 5 }) }), {
      minLength: 1,
      maxLength: 6,
    }),
    rate: fc.integer({ min: 1, max: 1_000_000 }),
    amount: fc.integer({ min: 1, max: 4000 }),
    offers: fc.subarray([0, 1, 2, 3, 4, 5]),
    pricesIncludeTax: fc.boolean(),
    fulfillment: fc.constantFrom("pickup" as const, "delivery" as const),
    percentage: fc.nat(40),
  })
  .map(({ items, rate, amount, offers, pricesIncludeTax, fulfillment, percentage }) => {
    const all = [
      testPromotion(1, "item-percent", { rate, target: everything }, { cap: amount }),
      testPromotion(2, "order-percent", { rate }),
      testPromotion(3, "order-fixed", { amount }),
      testPromotion(4, "buy-get", { buyQuantity: 1, buyTarget: everything, getQuantity: 1, rate }),
      testPromotion(5, "delivery-percent", { rate }),
      testPromotion(6, "free-item", { productIds: [99] }),
    ];
    return priceCart(
      testCartInput(
        items.map(({ price, quantity }, index) => testLine(testProduct(index, { price }), { quantity })),
        {
          promotions: offers.flatMap((index) => all[index] ?? []),
          gifts: [{ productId: 99, name: "Cola", unitPrice: 350, available: true }],
          settings: testPricingSettings({ taxRate: 88_750, pricesIncludeTax, deliveryFee: 377 }),
          tip: { kind: "percentage", percentage },
          fulfillment,
        },
      ),
    );
  });

test("items, delivery and tip add up to the charge", () => {
  fc.assert(
    fc.property(fc.oneof(anyCart, anyCartWithOffers), (cart) => {
      const order = captured(cart);
      const items = order.items.reduce((sum, item) => sum + itemRefund(item, cart.taxIncluded), 0);
      const taxOfDelivery = cart.taxIncluded ? 0 : cart.tax - order.items.reduce((sum, item) => sum + item.tax, 0);
      const delivery = cart.deliveryFee - cart.deliveryDiscount + taxOfDelivery;
      expect(items + delivery + cart.tip).toBe(cart.finalTotal);
      expect(delivery).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("partial refunds in any order end at zero", () => {
  fc.assert(
    fc.property(
      fc.oneof(anyCart, anyCartWithOffers),
      fc.infiniteStream(fc.nat()),
      fc.array(fc.nat(900), { maxLength: 4 }),
      (cart, picks, amounts) => {
        let order = captured(cart);
        const requests: RefundRequest[] = [
          ...cart.lines.map((line) => ({
            kind: "items" as const,
            items: [{ id: line.id, quantity: null }],
          })),
          ...cart.lines.flatMap((line) =>
            Array.from({ length: line.quantity - 1 }, () => ({ kind: "items" as const, items: [{ id: line.id, quantity: 1 }] })),
          ),
          ...amounts.map((value) => ({ kind: "amount" as const, amount: value })),
        ];
        while (requests.length > 0) {
          const [request] = requests.splice((picks.next().value ?? 0) % requests.length, 1);
          const plan = request === undefined ? null : planRefund(order, request, US_DOLLARS);
          if (plan === null || !plan.ok) continue;
          order = {
            ...order,
            refunded: order.refunded + plan.value.amount,
            refundedQuantities: {
              ...order.refundedQuantities,
              ...Object.fromEntries(
                Object.entries(plan.value.items).map(([id, quantity]) => [id, (order.refundedQuantities[id] ?? 0) + quantity]),
              ),
            },
          };
          expect(order.refunded).toBeLessThanOrEqual(order.captured);
          expect(plan.value.paymentState).toBe(paymentStateAfterRefund(order.captured, order.refunded));
        }
        const rest = planRefund(order, { kind: "all" }, US_DOLLARS);
        const left = order.captured - order.refunded - (rest.ok ? rest.value.amount : 0);
        expect(left).toBe(0);
      },
    ),
  );
});
