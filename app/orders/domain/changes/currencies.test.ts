import fc from "fast-check";
import { expect, test } from "vitest";
import { priceCart } from "#app/cart/domain/pricing/price-cart.ts";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import { testCartInput, testLine, testPricingSettings, testProduct } from "#test/carts.ts";
import { testPromotion } from "#test/promotions.ts";
import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";
import { providerUnits } from "#app/values/money/currency-units.ts";
import { parseMoney } from "#app/values/money/money-input.ts";
import { planRefund, type RefundRequest } from "./order-refunds.ts";

/** Currencies with two decimals, none and three. */
const FORMATS: readonly MoneyFormat[] = [
  { currency: "USD", locale: "en-US" },
  { currency: "JPY", locale: "ja-JP" },
  { currency: "KWD", locale: "en-AE" },
];

const sum = (amounts: readonly Cents[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Carts with two tax components, a percentage off, a discount by staff and a tip. */
const anyCart = fc
  .record({
    format: fc.constantFrom(...FORMATS),
    items: fc.array(fc.record({ price: fc.nat(5000), quantity: fc.integer({ min: 1, max: 5 }) }), { minLength: 1, maxLength: 6 }),
    rates: fc.tuple(fc.constantFrom(50_000, 80_000), fc.constantFrom(20_000, 70_000, 99_750)),
    pricesIncludeTax: fc.boolean(),
    off: fc.integer({ min: 1, max: 999_999 }),
    staff: fc.integer({ min: 1, max: 500_000 }),
    percentage: fc.nat(40),
  })
  .map(({ format, items, rates: [first, second], pricesIncludeTax, off, staff, percentage }) => {
    const taxComponents = [
      { label: "Federal", rate: first },
      { label: "City", rate: second },
    ];
    const settings = testPricingSettings({ format, taxRate: first + second, taxComponents, pricesIncludeTax, deliveryFee: 377 });
    const lines = items.map(({ price, quantity }, index) => testLine(testProduct(index, { price }), { quantity }));
    const cart = priceCart(
      testCartInput(lines, {
        settings,
        fulfillment: "delivery",
        tip: { kind: "percentage", percentage },
        promotions: [testPromotion(1, "order-percent", { rate: off })],
        discount: { kind: "percent", rate: staff, reason: "Late" },
      }),
    );
    return { cart, format };
  });

test("lines, tax components, discounts and tip add up to what is charged in every currency", () => {
  fc.assert(
    fc.property(anyCart, ({ cart, format }) => {
      expect(sum(cart.taxLines.map(({ amount }) => amount))).toBe(cart.tax);
      expect(sum(cart.lines.map(({ discount }) => discount)) + cart.deliveryDiscount).toBe(cart.promotionDiscount);
      const parts = [sum(cart.lines.map(({ lineTotal }) => lineTotal)), cart.deliveryFee, cart.taxIncluded ? 0 : cart.tax, cart.tip];
      expect(sum(parts) - cart.promotionDiscount).toBe(cart.finalTotal);
      // What customers read adds up as well: no amount is rounded when it is written.
      for (const amount of [...parts, cart.promotionDiscount, cart.finalTotal, ...cart.taxLines.map(({ base }) => base)])
        expect(parseMoney(formatMoney(amount, format), format)).toEqual({ ok: true, value: amount });
    }),
  );
});

test("every charge and refund is an amount that the payment provider accepts", () => {
  fc.assert(
    fc.property(anyCart, fc.infiniteStream(fc.nat()), ({ cart, format }, picks) => {
      const refunds = refundAll(cart, format, picks);
      expect(sum(refunds)).toBe(cart.finalTotal);
      for (const amount of [cart.finalTotal, ...refunds]) {
        expect(Number.isSafeInteger(amount)).toBe(true);
        // Thousandths end with a zero.
        if (format.currency === "KWD") expect((amount * providerUnits(format.currency)) % 10).toBe(0);
      }
    }),
  );
});

/** Refunds unit by unit in any order, then what is left. */
function refundAll(cart: PricedCart, format: MoneyFormat, picks: Iterator<number>): readonly Cents[] {
  const items = cart.lines.map((line) => ({ ...line, options: line.selected }));
  const units = cart.lines.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id));
  const refunds: Cents[] = [];
  const done: Record<string, number> = {};
  const refund = (request: RefundRequest) => {
    const order = {
      items,
      amounts: cart,
      captured: cart.finalTotal,
      refunded: sum(refunds),
      refundedQuantities: done,
      refundedOfItems: {},
    };
    const plan = planRefund(order, request, format);
    if (!plan.ok) return;
    refunds.push(plan.value.amount);
    for (const [id, quantity] of Object.entries(plan.value.items)) done[id] = (done[id] ?? 0) + quantity;
  };
  while (units.length > 0) {
    const [id = ""] = units.splice(Number(picks.next().value) % units.length, 1);
    refund({ kind: "items", items: [{ id, quantity: 1 }] });
  }
  refund({ kind: "all" });
  return refunds;
}
