import { expect, test } from "vitest";
import type { Condition, PromotionInput } from "#app/promotions/domain/promotion.ts";
import { at, categories, DRINKS, everything, PIZZAS, products, sampleInput, sampleLine, sampleNames } from "#test/promotion-samples.ts";
import { MONEY_CONDITIONS } from "#app/store/data/currency-uses.server.ts";
import { gatherFacts } from "#app/promotions/domain/engine/cart-facts.ts";
import type { Unmet } from "./condition-kind.ts";
import { CONDITION_KINDS, conditionSchema, conditionText, findUnmet } from "./list.ts";

function unmet(condition: Condition, changes: Partial<PromotionInput> = {}): Unmet | null {
  return findUnmet(condition, gatherFacts(sampleInput(changes)));
}

const lines = [sampleLine(1, 1290, 2), sampleLine(3, 300)];
const subtotal = (min: number | null, max: number | null = null, target = everything): Condition => ({
  type: "subtotal",
  target,
  min,
  max,
});
const pickup: Condition = { type: "fulfillment", is: "pickup" };
const delivery: Condition = { type: "fulfillment", is: "delivery" };

test("an empty tree of any kind is met", () => {
  for (const type of ["all", "any", "none"] as const) expect(unmet({ type, of: [] })).toBeNull();
});

test.each([
  { condition: subtotal(2880), expected: null },
  { condition: subtotal(3300), expected: { message: "Add $4.20 more.", shortfall: { kind: "cents", amount: 420 } } },
  {
    condition: subtotal(3000, null, categories(PIZZAS)),
    expected: { message: "Add $4.20 more from Pizzas.", shortfall: { kind: "cents", amount: 420 } },
  },
  { condition: subtotal(null, 2880), expected: null },
  { condition: subtotal(null, 2879), expected: { message: "Only up to $28.79.", shortfall: null } },
])("a subtotal is measured at list price: $condition.min to $condition.max of $condition.target", ({ condition, expected }) => {
  expect(unmet(condition, { lines })).toEqual(expected);
});

test.each<{ condition: Condition; expected: Unmet | null }>([
  { condition: { type: "quantity", target: everything, min: 3 }, expected: null },
  {
    condition: { type: "quantity", target: everything, min: 4 },
    expected: { message: "Add 1 more item.", shortfall: { kind: "items", amount: 1 } },
  },
  {
    condition: { type: "quantity", target: categories(DRINKS), min: 3 },
    expected: { message: "Add 2 more from Drinks.", shortfall: { kind: "items", amount: 2 } },
  },
  { condition: { type: "contains", target: products(3) }, expected: null },
  {
    condition: { type: "contains", target: products(4) },
    expected: { message: "Add 1 more Latte.", shortfall: { kind: "items", amount: 1 } },
  },
  {
    condition: { type: "contains", target: products(98, 99) },
    expected: { message: "Add 1 more from the selected items.", shortfall: { kind: "items", amount: 1 } },
  },
])("units of a target are counted: $condition.type $condition.min", ({ condition, expected }) => {
  expect(unmet(condition, { lines })).toEqual(expected);
});

test("without names the messages speak of selected items", () => {
  expect(unmet({ type: "contains", target: products(4) }, { lines, names: undefined })?.message).toBe(
    "Add 1 more from the selected items.",
  );
});

test("pickup and delivery", () => {
  expect(unmet(pickup, { fulfillment: "pickup" })).toBeNull();
  expect(unmet(pickup, { fulfillment: "delivery" })?.message).toBe("Pickup only.");
  expect(unmet(delivery, { fulfillment: "pickup" })?.message).toBe("Delivery only.");
});

test.each<[changes: Partial<PromotionInput>, message: string | null]>([
  [{ fulfillment: "delivery", postalCode: "m5v 1a1" }, null],
  [{ fulfillment: "delivery", postalCode: "100 01" }, null],
  [{ fulfillment: "delivery", postalCode: "M6K 1A1" }, "Not for this postal code."],
  [{ fulfillment: "delivery", postalCode: "M5" }, "Not for this postal code."],
  [{ fulfillment: "delivery", postalCode: null }, "Enter your postal code at checkout: this is for certain areas only."],
  [{ fulfillment: "pickup", postalCode: "M5V 1A1" }, "Delivery only."],
])("a postal code of an area: %j", (changes, message) => {
  const condition: Condition = { type: "postal-code", codes: ["M5V", "10001"] };
  expect(unmet(condition, changes)?.message ?? null).toBe(message);
});

const UNKNOWN_AREA = "Enter your postal code at checkout: this is not for all areas.";

test.each<[changes: Partial<PromotionInput>, message: string | null]>([
  [{ fulfillment: "delivery", postalCode: "M9W 1A1" }, "Not for this postal code."],
  [{ fulfillment: "delivery", postalCode: "M5V 1A1" }, null],
  [{ fulfillment: "delivery", postalCode: null }, UNKNOWN_AREA],
  [{ fulfillment: "delivery", postalCode: " " }, UNKNOWN_AREA],
  [{ fulfillment: "pickup", postalCode: null }, null],
])("not if delivered to an area: %j", (changes, message) => {
  const area: Condition = { type: "postal-code", codes: ["M9W"] };
  expect(unmet({ type: "none", of: [area] }, changes)?.message ?? null).toBe(message);
  const opposite = unmet({ type: "none", of: [{ type: "none", of: [area] }] }, changes);
  expect(opposite === null, "the opposite of the opposite").toBe(message === "Not for this postal code.");
});

test.each<[readonly string[], string | null]>([
  [["M5V", "SW1A 1AA"], null],
  [[], "Enter a postal code."],
  [["東京"], "Write postal codes with letters A to Z and digits."],
  [["100 1011"], "Separate postal codes by commas."],
])("postal codes %j", (codes, message) => {
  expect(conditionSchema.safeParse({ type: "postal-code", codes }).error?.issues[0]?.message ?? null).toBe(message);
});

test("a slot is the time the order is wanted, or now, on the store's clock", () => {
  // Friday 11:00 AM in Toronto is 16:00 UTC.
  const slot: Condition = { type: "slot", weekdays: [5], from: "11:00", to: "12:00" };
  expect(unmet(slot)).toBeNull();
  expect(unmet(slot, { now: at("2026-11-20T15:59:00Z") })?.message).toBe("Only for orders wanted Fri 11:00 AM–12:00 PM.");
  expect(unmet(slot, { now: at("2026-11-19T16:00:00Z"), requestedFor: at("2026-11-20T16:59:00Z") })).toBeNull();
  expect(unmet(slot, { requestedFor: at("2026-11-20T17:00:00Z") })).not.toBeNull();
});

test("an unknown customer counts as ordering for the first time", () => {
  const customer = (orderCount: number | null): Partial<PromotionInput> => ({ customer: { email: null, orderCount, usesByPromotion: {} } });
  expect(unmet({ type: "first-order" }, customer(null))).toBeNull();
  expect(unmet({ type: "first-order" }, customer(0))).toBeNull();
  expect(unmet({ type: "first-order" }, customer(1))?.message).toBe("First order only.");
});

test("an order count needs a known customer; an anonymous one has no earlier orders", () => {
  const regular: Condition = { type: "order-count", min: 2 };
  const customer = (orderCount: number | null, isAnonymous?: true): Partial<PromotionInput> => ({
    customer: { email: null, orderCount, usesByPromotion: {}, ...(isAnonymous === undefined ? {} : { isAnonymous }) },
  });
  const unknown = "Enter your email address at checkout: this is for customers who have ordered before.";
  expect(unmet(regular, customer(null))?.message).toBe(unknown);
  expect(unmet(regular, customer(0))?.message).toBe("For customers with at least 2 earlier orders.");
  expect(unmet(regular, customer(1))?.message).toBe("For customers with at least 2 earlier orders.");
  expect(unmet(regular, customer(2))).toBeNull();
  expect(unmet(regular, customer(9))).toBeNull();
  const withCheckouts = { email: null, orderCount: 5, placedCount: 1, usesByPromotion: {} };
  expect(unmet(regular, { customer: withCheckouts }), "checkouts that are not paid").not.toBeNull();
  const returning: Condition = { type: "order-count", min: 1 };
  expect(unmet(returning, customer(0))?.message).toBe("For customers who have ordered before.");
  expect(unmet(returning, customer(1))).toBeNull();
  expect(unmet(returning, customer(1, true))?.message).toBe("For customers who have ordered before.");
});

test.each<{ min: number | null; max: number | null; orders: number | null; message: string | null }>([
  { min: null, max: 2, orders: 2, message: null },
  { min: null, max: 2, orders: 3, message: "For customers with at most 2 earlier orders." },
  { min: null, max: 1, orders: 2, message: "For customers with at most 1 earlier order." },
  { min: null, max: 0, orders: 1, message: "For customers who have not ordered before." },
  { min: null, max: 2, orders: null, message: null },
  { min: 2, max: 4, orders: 1, message: "For customers with 2 to 4 earlier orders." },
  { min: 2, max: 4, orders: 4, message: null },
  { min: 2, max: 4, orders: 5, message: "For customers with 2 to 4 earlier orders." },
  { min: 9, max: 9, orders: 10, message: "For customers with exactly 9 earlier orders." },
  {
    min: 2,
    max: 4,
    orders: null,
    message: "Enter your email address at checkout: this is for customers who have ordered before.",
  },
])("earlier orders from $min to $max: $orders", ({ min, max, orders, message }) => {
  const customer = { email: null, orderCount: orders, usesByPromotion: {} };
  expect(unmet({ type: "order-count", min, max }, { customer })?.message ?? null).toBe(message);
});

test("unpaid checkouts count against the maximum of earlier orders", () => {
  const few: Condition = { type: "order-count", min: null, max: 1 };
  expect(unmet(few, { customer: { email: null, orderCount: 2, placedCount: 0, usesByPromotion: {} } })).not.toBeNull();
  expect(unmet(few, { customer: { email: null, orderCount: 1, isAnonymous: true, usesByPromotion: {} } })).not.toBeNull();
});

test.each<[condition: Condition, given: boolean]>([
  [{ type: "first-order" }, false],
  [{ type: "none", of: [{ type: "first-order" }] }, false],
  [{ type: "order-count", min: 1 }, false],
  [{ type: "none", of: [{ type: "order-count", min: 1 }] }, false],
  [{ type: "none", of: [{ type: "order-count", min: null, max: 0 }] }, false],
  [{ type: "none", of: [{ type: "none", of: [{ type: "first-order" }] }] }, false],
  [{ type: "none", of: [{ type: "order-count", min: 2 }] }, true],
])("an unpaid checkout earns no offer, and ends those for fewer orders: %j", (condition, isGiven) => {
  const customer = { email: null, orderCount: 1, placedCount: 0, usesByPromotion: {} };
  expect(unmet(condition, { customer }) === null).toBe(isGiven);
});

test.each<[object, string | null]>([
  [{ min: 2 }, null],
  [{ min: null, max: 0 }, null],
  [{ min: 3, max: 3 }, null],
  [{ min: null, max: null }, "Enter the least or the most earlier orders."],
  [{ min: 3, max: 2 }, "The most must not be below the least."],
  [{ min: 0, max: null }, "Enter at least 1 order."],
  [{ min: 1.5, max: null }, "Enter a number of orders."],
  [{ min: null, max: -1 }, "Enter 0 or more orders."],
])("a number of earlier orders of %j", (fields, message) => {
  expect(conditionSchema.safeParse({ type: "order-count", ...fields }).error?.issues[0]?.message ?? null).toBe(message);
});

test.each<{ tags: readonly string[] | null; isAnonymous?: true; message: string | null }>([
  { tags: ["Regular"], message: null },
  { tags: ["neighbour", "STAFF MEAL"], message: null },
  { tags: ["regular guest"], message: "For certain customers only." },
  { tags: [], message: "For certain customers only." },
  { tags: null, message: "Enter your email address at checkout: this is for certain customers only." },
  { tags: null, isAnonymous: true, message: "For certain customers only." },
])("a customer tagged $tags", ({ message, ...facts }) => {
  const condition: Condition = { type: "customer-tag", tags: ["regular", "staff meal"] };
  const customer = { email: null, orderCount: null, usesByPromotion: {}, ...facts };
  expect(unmet(condition, { customer })?.message ?? null).toBe(message);
  // The opposite does not name the tag either.
  const others: Condition = { type: "none", of: [condition] };
  expect(unmet(others, { customer })?.message ?? null).toBe(message === null ? "For certain customers only." : null);
});

test("names the first three tags in the summary", () => {
  const text = (...tags: string[]) => conditionText({ type: "customer-tag", tags }, sampleNames);
  expect(text("regular")).toBe("for customers tagged regular");
  expect(text("a", "b", "c", "d", "e")).toBe("for customers tagged a, b, c and 2 more");
});

const LESS = "For customers who have spent at least $50.00 in the last 30 days.";
const UNKNOWN = "Enter your email address at checkout: this is for customers who have ordered before.";

test.each<{ spentByDays: Readonly<Record<string, number>> | null; isAnonymous?: true; message: string | null }>([
  { spentByDays: { 30: 5000 }, message: null },
  { spentByDays: { 30: 4999 }, message: LESS },
  { spentByDays: { 30: 0 }, message: LESS },
  { spentByDays: { 7: 9000, 30: 4000 }, message: LESS },
  { spentByDays: {}, message: LESS },
  { spentByDays: null, message: UNKNOWN },
  { spentByDays: null, isAnonymous: true, message: LESS },
])("a customer who spent $spentByDays", ({ message, ...facts }) => {
  const condition: Condition = { type: "customer-spent", amount: 5000, days: 30 };
  const customer = { email: null, orderCount: null, usesByPromotion: {}, ...facts };
  expect(unmet(condition, { customer })).toEqual(message === null ? null : { message, shortfall: null });
});

test.each<[object, string | null]>([
  [{ amount: 1, days: 1 }, null],
  [{ amount: 99_999_999, days: 730 }, null],
  [{ amount: 0, days: 30 }, "Enter more than zero."],
  [{ amount: 12.5, days: 30 }, "Enter an amount."],
  [{ amount: 5000, days: 0 }, "Enter at least 1 day."],
  [{ amount: 5000, days: 731 }, "Enter at most 730 days."],
  [{ amount: 5000, days: 1.5 }, "Enter a number of days."],
])("an amount spent in days of %j", (fields, message) => {
  expect(conditionSchema.safeParse({ type: "customer-spent", ...fields }).error?.issues[0]?.message ?? null).toBe(message);
});

test("reads back the amount to spend and the period", () => {
  const text = (days: number) => conditionText({ type: "customer-spent", amount: 5000, days }, sampleNames);
  expect(text(30)).toBe("for customers who have spent at least $50.00 in the last 30 days");
  expect(text(1)).toBe("for customers who have spent at least $50.00 in the last 24 hours");
});

test("compares address and domain without regard to case once an address is known", () => {
  const condition: Condition = { type: "customer-email", emails: ["ann@example.com"], domains: ["Shop.test"] };
  const withEmail = (email: string | null): Unmet | null =>
    unmet(condition, { customer: { email, orderCount: null, usesByPromotion: {} } });
  expect(withEmail("Ann@Example.com ")).toBeNull();
  expect(withEmail("bob@shop.TEST")).toBeNull();
  expect(withEmail("bob@notshop.test")?.message).toBe("For certain customers only.");
  expect(withEmail("shop.test")).not.toBeNull();
  expect(withEmail(null)?.message).toBe("Enter your email address at checkout: this is for certain customers only.");
});

test("'all' names every unmet condition, and a shortfall only for a single one", () => {
  expect(unmet({ type: "all", of: [pickup, subtotal(3300)] }, { lines })).toEqual({
    message: "Add $4.20 more.",
    shortfall: { kind: "cents", amount: 420 },
  });
  expect(unmet({ type: "all", of: [delivery, subtotal(3300)] }, { lines })).toEqual({
    message: "Delivery only. Add $4.20 more.",
    shortfall: null,
  });
});

test("'any' names the alternatives and the nearest number", () => {
  expect(unmet({ type: "any", of: [delivery, pickup] })).toBeNull();
  expect(
    unmet({ type: "any", of: [subtotal(9900), delivery, subtotal(3300), { type: "quantity", target: everything, min: 4 }] }, { lines }),
  ).toEqual({
    message: "Add $70.20 more, or delivery only, or add $4.20 more, or add 1 more item.",
    shortfall: { kind: "cents", amount: 420 },
  });
});

test.each<{ condition: Condition; message: string | null }>([
  { condition: pickup, message: "Delivery only." },
  { condition: delivery, message: null },
  { condition: { type: "contains", target: categories(DRINKS) }, message: "Not together with all drinks." },
  { condition: { type: "quantity", target: everything, min: 3 }, message: "Only with fewer than 3 items." },
  { condition: subtotal(2000), message: "Only below $20.00." },
  { condition: { type: "all", of: [pickup, subtotal(9900)] }, message: null },
  { condition: { type: "none", of: [delivery] }, message: "Not for this cart." },
])("'none' holds when nothing in it does: $message", ({ condition, message }) => {
  expect(unmet({ type: "none", of: [condition] }, { lines })?.message ?? null).toBe(message);
});

test("groups nest", () => {
  const tree: Condition = {
    type: "all",
    of: [
      { type: "any", of: [delivery, subtotal(2000)] },
      { type: "none", of: [{ type: "contains", target: products(4) }] },
    ],
  };
  expect(unmet(tree, { lines })).toBeNull();
  expect(unmet(tree, { lines: [...lines, sampleLine(4, 400)] })?.message).toBe("Not together with Latte.");
});

test.each(CONDITION_KINDS.map((kind) => [kind.type, kind] as const))("the fields of %s are what its schema takes", (type, kind) => {
  const condition = {
    type,
    ...Object.fromEntries(kind.fields.map(({ name, initial, input }) => [name, input === "words" ? ["a"] : initial])),
  };
  expect(conditionSchema.safeParse(condition)).toMatchObject({ success: true });
  for (const { name } of kind.fields) expect(conditionSchema.safeParse({ ...condition, [name]: "nothing" }).success).toBe(false);
  expect(conditionSchema.safeParse({ ...condition, other: 1 }).success).toBe(false);
});

test("rejects an invalid amount next to a valid one", () => {
  const issues = conditionSchema.safeParse({ type: "subtotal", target: { kind: "cart" }, min: "abc", max: 5000 }).error?.issues;
  expect(issues?.map(({ path, message }) => [path.at(-1), message])).toContainEqual(["min", "Enter an amount."]);
});

test("every kind of condition has a distinct type", () => {
  expect(new Set(CONDITION_KINDS.map(({ type }) => type)).size).toBe(CONDITION_KINDS.length);
});

test("a change of the currency counts every kind of condition with an amount", () => {
  const kinds = CONDITION_KINDS.filter(({ fields }) => fields.some(({ input }) => input === "money"));
  expect(kinds.map(({ type }) => type)).toEqual(MONEY_CONDITIONS);
});
