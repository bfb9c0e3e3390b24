import fc from "fast-check";
import { expect, test } from "vitest";
import { priceCart } from "#app/cart/domain/pricing/price-cart.ts";
import type { OrderItem, OrderState } from "#app/orders/domain/order.ts";
import { inCurrency, US_DOLLARS, type Cents } from "#app/values/money.ts";
import { testCartInput, testLine, testPricingSettings, testProduct } from "#test/carts.ts";
import { testPromotion } from "#test/promotions.ts";
import { coverageOf, differenceWords, kitchenTitle, lineChanges, moneySentence, type PaidFrom } from "./order-change.ts";
import { repriceChanged, type RepricedOrder } from "./order-edit.ts";
import { itemRefund } from "./order-refunds.ts";
import type { RepriceInput } from "./reprice-input.ts";

const STATE: OrderState = {
  status: "received",
  paymentState: "authorized",
  pendingAction: null,
  fulfillment: "pickup",
  requestedFor: null,
  promisedAt: null,
  prepMinutes: null,
  captured: 0,
  refunded: 0,
  finalTotal: 1000,
  readyAt: null,
  outAt: null,
  completedAt: null,
  wasCompleted: false,
  isUncollectable: false,
  isDisputed: false,
  paidBy: null,
};

test("names the payment of a changed order", () => {
  const covered = (changes: Partial<OrderState>, held = 0) => coverageOf({ ...STATE, ...changes }, held);
  expect(covered({ paymentState: "none", status: "accepted" })).toEqual({ from: "handover", most: null });
  expect(covered({}, 1500)).toEqual({ from: "hold", most: 1500 });
  expect(covered({}), "an early order without its payment").toEqual({ from: "hold", most: 1000 });
  expect(covered({ paymentState: "none", paidBy: "cash", status: "accepted" })).toEqual({ from: "counter", most: 1000 });
  expect(covered({ paymentState: "captured" })).toEqual({ from: "card", most: 1000 });
  expect(covered({ paymentState: "captured", status: "accepted" })).toEqual({ from: "refund", most: 1000 });
  expect(covered({ paymentState: "partially_refunded", status: "preparing" })).toEqual({ from: "refund", most: 1000 });
});

test("describes changes for the history and for the kitchen", () => {
  const line = (id: string, quantity: number, note = "") => ({
    id,
    name: `Name ${id}`,
    kitchenName: `K ${id}`,
    options: [],
    note,
    quantity,
  });
  const before = [line("a", 2), line("b", 1), line("c", 3)];
  const after = [line("a", 1), line("c", 3), line("d", 2, "no salt")];
  expect(lineChanges(before, after)).toEqual(["2 → 1 Name a", "−1 Name b", "+2 Name d (Note: no salt)"]);
  expect(lineChanges(before, after, kitchenTitle)).toEqual(["2 → 1 K a", "−1 K b", "+2 K d (no salt)"]);
  expect(lineChanges(before, before)).toEqual([]);
});

test("describes the effect on the payment", () => {
  const says = (from: PaidFrom, before: Cents, after: Cents, held = 0) =>
    moneySentence({ before, after, from, held, fulfillment: "delivery", isByTerminal: false }, US_DOLLARS);
  expect(says("handover", 1000, 1500)).toBe("The customer pays $15.00 when it is delivered.");
  expect(says("handover", 1000, 0)).toBe("There is nothing to pay.");
  expect(says("hold", 1000, 800, 1200)).toBe("$8.00 is charged when the order is accepted, and $4.00 of the hold on the card is released.");
  expect(says("hold", 1000, 1200, 1200)).toBe("$12.00 is charged when the order is accepted.");
  expect(says("counter", 1000, 800)).toBe("Give $2.00 back in cash.");
  expect(says("refund", 1000, 800)).toBe("$2.00 goes back to the card.");
  expect(says("refund", 1000, 1000)).toBe("The card was charged, and nothing goes back.");
});

const GST_PST = {
  taxRate: 120_000,
  taxComponents: [
    { label: "GST", rate: 50_000 },
    { label: "PST", rate: 70_000 },
  ],
};
const CURRENCIES = ["USD", "JPY", "KWD"] as const;

const dish = fc.record({ price: fc.integer({ min: 10, max: 5000 }), quantity: fc.integer({ min: 1, max: 5 }) });
const scene = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  isTaxIncluded: fc.boolean(),
  dishes: fc.array(dish, { minLength: 1, maxLength: 5 }),
  promotion: fc.constantFrom("none", "percent"),
  tip: fc.constantFrom(0, 15),
  steps: fc.array(
    fc.record({ line: fc.nat(4), quantity: fc.nat(6), added: fc.option(dish, { nil: null }), fee: fc.constantFrom(null, 0, 300, 700) }),
    { minLength: 1, maxLength: 4 },
  ),
});
type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;

function buy({ currency, isTaxIncluded, dishes, promotion, tip }: Scene): RepriceInput {
  const settings = testPricingSettings({
    ...GST_PST,
    pricesIncludeTax: isTaxIncluded,
    enableDelivery: true,
    deliveryFee: 300,
    taxOnDelivery: true,
    allowTip: true,
    format: inCurrency(US_DOLLARS, currency.toLowerCase()),
  });
  const input = testCartInput(
    dishes.map(({ price, quantity }, index) => testLine(testProduct(index + 1, { name: `Dish ${index}`, price }), { quantity })),
    {
      promotions: promotion === "none" ? [] : [testPromotion(1, "order-percent", { rate: 100_000 })],
      tip: { kind: "percentage", percentage: tip },
      fulfillment: "delivery",
      settings,
    },
  );
  const cart = priceCart(input);
  const items: OrderItem[] = cart.lines.map((line) => ({ ...line, id: `item-${line.id}`, options: line.selected }));
  return {
    items,
    amounts: { ...cart, currency: currency.toLowerCase() },
    applied: cart.applied.map((each) => ({
      ...each,
      lineShares: Object.fromEntries(Object.entries(each.lineShares).map(([id, share]) => [`item-${id}`, share])),
    })),
    fulfillment: input.fulfillment,
    requestedFor: null,
    placedAt: input.now,
    removeItemIds: [],
    products: Object.fromEntries(input.lines.map(({ product }) => [product.id, product])),
    promotions: input.promotions,
    customer: input.customer,
    settings,
  };
}

let serial = 0;

function step(order: RepriceInput, { line, quantity, added, fee }: Scene["steps"][number], most: Cents | null) {
  const item = order.items[line % order.items.length];
  serial += 1;
  const extra =
    added === null || item === undefined
      ? []
      : [
          {
            ...item,
            id: `new-${serial}`,
            productId: 100 + serial,
            unitPrice: added.price,
            basePrice: added.price,
            quantity: added.quantity,
            lineTotal: added.price * added.quantity,
            discount: 0,
            tax: 0,
          },
        ];
  const units = item === undefined || quantity === 0 ? {} : { [item.id]: quantity };
  return repriceChanged({
    ...order,
    removeItemIds: item !== undefined && quantity === 0 ? [item.id] : [],
    quantities: units,
    added: extra,
    ...(fee === null ? {} : { deliveryFee: fee }),
    most,
  });
}

function addsUp({ items, amounts, applied, released }: RepricedOrder, before: RepriceInput): void {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  expect(items.every((item) => item.lineTotal === item.unitPrice * item.quantity && item.discount <= item.lineTotal)).toBe(true);
  expect(amounts.subTotal).toBe(sum(items.map((item) => item.lineTotal)));
  expect(amounts.promotionDiscount).toBe(sum(items.map((item) => item.discount)) + amounts.deliveryDiscount);
  expect(sum(applied.map((each) => each.amount))).toBe(amounts.promotionDiscount);
  expect(sum(amounts.taxLines.map((each) => each.amount))).toBe(amounts.tax);
  expect(amounts.finalTotal).toBe(amounts.total - amounts.promotionDiscount);
  expect(released).toBe(before.amounts.finalTotal - amounts.finalTotal);
  // Everything that could be refunded is everything that was paid.
  const parts = items.map((item) => itemRefund(item, amounts.taxIncluded));
  const itemTax = sum(items.map((item) => item.tax));
  const deliveryTax = amounts.taxIncluded ? 0 : amounts.tax - itemTax;
  expect(sum(parts) + amounts.deliveryFee - amounts.deliveryDiscount + deliveryTax + amounts.tip).toBe(amounts.finalTotal);
}

test("money adds up over random changes in three currencies, with two taxes", () => {
  let changed = 0;
  fc.assert(
    fc.property(scene, (drawn) => {
      let order = buy(drawn);
      for (const each of drawn.steps) {
        const result = step(order, each, null);
        if (!result.ok) continue;
        changed += 1;
        addsUp(result.value, order);
        order = { ...order, items: result.value.items, amounts: result.value.amounts, applied: result.value.applied };
      }
    }),
    { numRuns: 300 },
  );
  expect(changed).toBeGreaterThan(200);
});

test("a paid order never costs more than its payment covers", () => {
  fc.assert(
    fc.property(scene, (drawn) => {
      const bought = buy(drawn);
      const most = bought.amounts.finalTotal;
      let order = bought;
      for (const each of drawn.steps) {
        const result = step(order, each, most);
        if (!result.ok) continue;
        expect(result.value.amounts.finalTotal).toBeLessThanOrEqual(most);
        order = { ...order, items: result.value.items, amounts: result.value.amounts, applied: result.value.applied };
      }
    }),
    { numRuns: 200 },
  );
});

test("a higher fee is charged within the payment, and released when the order moves back", () => {
  let charged = 0;
  fc.assert(
    fc.property(scene, fc.constantFrom(500, 700), fc.integer({ min: 0, max: 1000 }), (drawn, fee, above) => {
      const bought = buy({ ...drawn, currency: "USD" });
      const most = bought.amounts.finalTotal + above;
      const atFee = repriceChanged({ ...bought, deliveryFee: fee, most });
      const dearer = repriceChanged({ ...bought, deliveryFee: fee, most: null });
      if (!dearer.ok) return;
      expect(atFee.ok, "refused only if the payment does not cover it").toBe(dearer.value.amounts.finalTotal <= most);
      if (!atFee.ok) {
        expect(atFee.error.code).toBe("not-paid-for");
        return;
      }
      charged += 1;
      addsUp(atFee.value, bought);
      expect(atFee.value.amounts.finalTotal).toBeLessThanOrEqual(most);
      expect(atFee.value.amounts.subTotal).toBe(bought.amounts.subTotal);
      const back = { ...bought, items: atFee.value.items, amounts: atFee.value.amounts, applied: atFee.value.applied };
      const returned = repriceChanged({ ...back, deliveryFee: bought.amounts.deliveryFee, most });
      if (!returned.ok) throw new Error(returned.error.message);
      addsUp(returned.value, back);
      expect(returned.value.amounts.finalTotal, "what was charged is released again").toBeLessThanOrEqual(bought.amounts.finalTotal);
    }),
    { numRuns: 200 },
  );
  expect(charged).toBeGreaterThan(50);
});

test("refuses more than the payment covers with both amounts", () => {
  const order = buy({
    currency: "USD",
    isTaxIncluded: false,
    dishes: [{ price: 1000, quantity: 1 }],
    promotion: "none",
    tip: 0,
    steps: [],
  });
  const more = step(order, { line: 0, quantity: 2, added: null, fee: null }, order.amounts.finalTotal);
  expect(!more.ok && more.error).toMatchObject({ code: "not-paid-for", message: expect.stringContaining("$14.56") });
});

test("refuses more of an offer without budget", () => {
  const drawn = {
    currency: "USD",
    isTaxIncluded: false,
    dishes: [{ price: 1000, quantity: 1 }],
    promotion: "percent",
    tip: 0,
    steps: [],
  } as const;
  const order = buy({ ...drawn, dishes: [...drawn.dishes], steps: [] });
  const promotions = order.promotions.map((each) => ({ ...each, limits: { ...each.limits, budget: 150 } }));
  const more = step({ ...order, promotions }, { line: 0, quantity: 2, added: null, fee: null }, null);
  expect(!more.ok && more.error.code).toBe("offer-used-up");
});

test.each<[from: PaidFrom, back: number, added: number, words: string]>([
  ["refund", 1200, 1500, "$12.00 is refunded and $15.00 is paid: $3.00 more in all"],
  ["card", 1500, 1200, "$15.00 is refunded and $12.00 is paid: $3.00 less in all"],
  ["counter", 1200, 1200, "$12.00 is given back and $12.00 is paid: the same in all"],
  ["hold", 500, 700, "$5.00 is not charged and $7.00 is paid: $2.00 more in all"],
])("names one difference of a swap paid from %s", (from, back, added, words) => {
  expect(differenceWords(from, back, added, US_DOLLARS)).toBe(words);
});
