import { expect, test } from "vitest";
import { at } from "#test/promotion-samples.ts";
import { actionSchema, conditionSchema, limitsSchema, promotionSchema, scheduleSchema, stackingSchema } from "./promotion.schema.ts";

const everything = { everything: true };
const valid = {
  name: "Happy hour",
  title: "20% off pizzas",
  status: "draft",
  trigger: "automatic",
  startsAt: null,
  endsAt: null,
  schedule: [],
  condition: { type: "all", of: [] },
  action: { kind: "order-percent", params: { rate: 100_000 } },
  cap: null,
  stacking: { group: null, exclusive: false, priority: 0 },
  limits: { totalUses: null, perCustomerUses: null, budget: null },
};

function listIssues(
  schema: { safeParse(value: unknown): { success: boolean; error?: { issues: readonly { path: readonly PropertyKey[] }[] } } },
  value: unknown,
): string[] {
  return schema.safeParse(value).error?.issues.map(({ path }) => path.join(".")) ?? [];
}

/** `depth` groups inside each other around one leaf. */
function nested(depth: number): unknown {
  return depth === 0 ? { type: "first-order" } : { type: "all", of: [nested(depth - 1)] };
}

test("a promotion is stored with its gaps filled and its action's parameters checked", () => {
  expect(promotionSchema.parse({ ...valid, name: " Happy hour " })).toMatchObject({
    name: "Happy hour",
    description: "",
    action: { kind: "order-percent", params: { rate: 100_000, target: { everything: true, productIds: [], excludedCategoryIds: [] } } },
  });
});

test("what is stored reads back the same", () => {
  const once = promotionSchema.parse(valid);
  expect(promotionSchema.parse(once)).toEqual(once);
});

test.each([
  { changes: { name: " " }, path: "name" },
  { changes: { title: "" }, path: "title" },
  { changes: { status: "on" }, path: "status" },
  { changes: { cap: 0 }, path: "cap" },
  { changes: { startsAt: at("2026-11-20T16:00:00Z"), endsAt: at("2026-11-20T16:00:00Z") }, path: "endsAt" },
  { changes: { action: { kind: "order-percent", params: { rate: 2_000_000 } } }, path: "action.params.rate" },
  { changes: { action: { kind: "nonsense", params: {} } }, path: "action.kind" },
  { changes: { uses: 5 }, path: "" },
])("refuses $changes at $path", ({ changes, path }) => {
  expect(listIssues(promotionSchema, { ...valid, ...changes })).toEqual([path]);
});

test("the issues of an action point into its parameters", () => {
  expect(listIssues(actionSchema, { kind: "buy-get", params: { buyQuantity: 0, buyTarget: {}, getQuantity: 1 } })).toEqual([
    "params.buyQuantity",
    "params.buyTarget",
  ]);
});

test("every leaf is accepted as the types have it", () => {
  const leaves = [
    { type: "subtotal", target: everything, min: 1000, max: null },
    { type: "quantity", target: { tags: ["vegan"] }, min: 2 },
    { type: "contains", target: { productIds: [1, 1] } },
    { type: "fulfillment", is: "pickup" },
    { type: "slot", weekdays: [5, 1, 1], from: "22:00", to: "01:00" },
    { type: "first-order" },
    { type: "customer-email", emails: [" Ann@Example.com "], domains: ["@Example.com"] },
  ];
  const parsed = conditionSchema.parse({ type: "any", of: leaves });
  expect(parsed).toMatchObject({
    type: "any",
    of: [{}, {}, { target: { productIds: [1] } }, {}, { weekdays: [1, 5] }, {}, { emails: ["ann@example.com"], domains: ["example.com"] }],
  });
});

test.each([
  { name: "a subtotal without bounds", condition: { type: "subtotal", target: everything, min: null, max: null }, path: "min" },
  { name: "a maximum below the minimum", condition: { type: "subtotal", target: everything, min: 2, max: 1 }, path: "max" },
  { name: "a target of nothing", condition: { type: "contains", target: {} }, path: "target" },
  { name: "a quantity of zero", condition: { type: "quantity", target: everything, min: 0 }, path: "min" },
  { name: "an impossible time", condition: { type: "slot", weekdays: [1], from: "25:00", to: "01:00" }, path: "from" },
  { name: "no weekday", condition: { type: "slot", weekdays: [], from: "10:00", to: "11:00" }, path: "weekdays" },
  { name: "an unknown type", condition: { type: "moon" }, path: "type" },
  { name: "an unknown key", condition: { type: "first-order", of: [] }, path: "" },
  { name: "nobody's address", condition: { type: "customer-email", emails: [], domains: [] }, path: "emails" },
  { name: "a broken address", condition: { type: "customer-email", emails: ["nobody"], domains: [] }, path: "emails.0" },
  { name: "a broken domain", condition: { type: "customer-email", emails: [], domains: ["nodots"] }, path: "domains.0" },
])("refuses $name", ({ condition, path }) => {
  expect(listIssues(conditionSchema, condition)).toEqual([path]);
});

test("trees are bounded in depth, width and size", () => {
  expect(conditionSchema.safeParse(nested(4)).success).toBe(true);
  expect(conditionSchema.safeParse(nested(5)).success).toBe(false);
  expect(conditionSchema.safeParse(nested(5000)).success).toBe(false);
  const wide = (count: number): unknown => ({ type: "all", of: Array.from({ length: count }, () => ({ type: "first-order" })) });
  expect(conditionSchema.safeParse(wide(20)).success).toBe(true);
  expect(conditionSchema.safeParse(wide(21)).success).toBe(false);
  expect(conditionSchema.safeParse({ type: "all", of: [wide(20), wide(20), wide(6)] }).success).toBe(true);
  expect(conditionSchema.safeParse({ type: "all", of: [wide(20), wide(20), wide(7)] }).success).toBe(false);
});

test("a weekly window may pass midnight but must not be empty", () => {
  expect(scheduleSchema.safeParse([{ weekdays: [5], from: "22:00", to: "02:00" }]).success).toBe(true);
  expect(listIssues(scheduleSchema, [{ weekdays: [5], from: "22:00", to: "22:00" }])).toEqual(["0.to"]);
});

test("an empty group name is no group, and limits are whole numbers above zero", () => {
  expect(stackingSchema.parse({ group: "  ", exclusive: false, priority: 3 })).toEqual({ group: null, exclusive: false, priority: 3 });
  expect(listIssues(limitsSchema, { totalUses: 0, perCustomerUses: 1.5, budget: -1 })).toEqual(["totalUses", "perCustomerUses", "budget"]);
});
