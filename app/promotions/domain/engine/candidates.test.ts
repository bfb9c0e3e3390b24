import { expect, test } from "vitest";
import type { NotApplied, Promotion, PromotionInput } from "#app/promotions/domain/promotion.ts";
import { at, sampleCode, sampleInput, sampleLine } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";
import { evaluatePromotions } from "./evaluate-promotions.ts";

const lines = [sampleLine(1, 2000)];
const fiveOff = (changes: Partial<Promotion> = {}): Promotion =>
  testPromotion(1, "order-fixed", { amount: 500 }, { title: "Five off", ...changes });
const byCode = (changes: Partial<Promotion> = {}): Promotion => fiveOff({ trigger: "coupon", ...changes });

function notApplied(changes: Partial<PromotionInput>): readonly NotApplied[] {
  const outcome = evaluatePromotions(sampleInput({ lines, ...changes }));
  expect(outcome.totalDiscount).toBe(0);
  return outcome.notApplied;
}

test.each<{ name: string; changes: Partial<Promotion>; expected: Partial<NotApplied> }>([
  {
    name: "a later start",
    changes: { startsAt: at("2026-11-23T22:00:00Z") },
    expected: { reason: "not-started", message: "From Monday 5:00 PM." },
  },
  {
    name: "a start next month",
    changes: { startsAt: at("2026-12-24T15:00:00Z") },
    expected: { reason: "not-started", message: "From December 24, 10:00 AM." },
  },
  {
    name: "a later start in its first window",
    changes: { startsAt: at("2026-11-21T15:00:00Z"), schedule: [{ weekdays: [1], from: "17:00", to: "18:00" }] },
    expected: { reason: "not-started", message: "From Monday 5:00 PM." },
  },
  {
    name: "its hours",
    changes: { schedule: [{ weekdays: [5], from: "15:00", to: "17:00" }] },
    expected: { reason: "not-now", message: "From 3:00 PM today." },
  },
  {
    name: "hours that it will not see again",
    changes: { schedule: [{ weekdays: [4], from: "15:00", to: "17:00" }], endsAt: at("2026-11-25T00:00:00Z") },
    expected: { reason: "expired", message: "This offer has ended." },
  },
  { name: "its end", changes: { endsAt: at("2026-11-20T16:00:00Z") }, expected: { reason: "expired", message: "This offer has ended." } },
  {
    name: "all uses",
    changes: { limits: { totalUses: 3, perCustomerUses: null, budget: null }, uses: 3 },
    expected: { reason: "used-up" },
  },
  {
    name: "its budget",
    changes: { limits: { totalUses: null, perCustomerUses: null, budget: 900 }, spent: 900 },
    expected: { reason: "used-up" },
  },
  {
    name: "pickup",
    changes: { condition: { type: "fulfillment", is: "delivery" } },
    expected: { reason: "condition", message: "Delivery only." },
  },
])("an automatic promotion and a code wait for $name, with the reason", ({ changes, expected }) => {
  expect(notApplied({ promotions: [fiveOff(changes)] })).toEqual([
    { promotionId: 1, code: null, title: "Five off", shortfall: null, message: expect.any(String), ...expected },
  ]);
  expect(notApplied({ promotions: [byCode(changes)], codes: [sampleCode("FIVE", 1)] })).toEqual([
    { promotionId: 1, code: "FIVE", title: "Five off", shortfall: null, message: expect.any(String), ...expected },
  ]);
});

test("a promotion applies from its start to before its end, and within its hours", () => {
  const applies = (changes: Partial<Promotion>): boolean =>
    evaluatePromotions(sampleInput({ lines, promotions: [fiveOff(changes)] })).totalDiscount === 500;
  expect(applies({ startsAt: at("2026-11-20T16:00:00Z"), endsAt: at("2026-11-20T16:00:01Z") })).toBe(true);
  expect(applies({ schedule: [{ weekdays: [5], from: "11:00", to: "11:01" }] })).toBe(true);
  expect(applies({ limits: { totalUses: 3, perCustomerUses: null, budget: null }, uses: 2 })).toBe(true);
});

test("reports a used-up limit per customer, not for an unknown customer", () => {
  const promotions = [fiveOff({ limits: { totalUses: null, perCustomerUses: 2, budget: null } })];
  const customer = (uses: number): PromotionInput["customer"] => ({
    email: "ann@example.com",
    orderCount: 1,
    usesByPromotion: { "1": uses },
  });
  expect(notApplied({ promotions, customer: customer(2) })).toMatchObject([
    { reason: "already-used", message: "You have already used this offer." },
  ]);
  expect(evaluatePromotions(sampleInput({ lines, promotions, customer: customer(1) })).totalDiscount).toBe(500);
  expect(evaluatePromotions(sampleInput({ lines, promotions })).totalDiscount).toBe(500);
});

test.each<{ name: string; state: Parameters<typeof sampleCode>[2]; expected: Partial<NotApplied> }>([
  { name: "revoked", state: { status: "revoked" }, expected: { reason: "revoked", message: "This code is no longer valid." } },
  { name: "expired", state: { expiresAt: at("2026-11-20T16:00:00Z") }, expected: { reason: "expired", message: "This code has expired." } },
  { name: "used up", state: { maxUses: 1, uses: 1 }, expected: { reason: "used-up", message: "This code has been used up." } },
  {
    name: "used by this customer",
    state: { perCustomerUses: 1, customerUses: 1 },
    expected: { reason: "already-used", message: "You have already used this code." },
  },
])("a code that is $name says so", ({ state, expected }) => {
  expect(notApplied({ promotions: [byCode()], codes: [sampleCode("FIVE", 1, state)] })).toMatchObject([
    { promotionId: 1, code: "FIVE", ...expected },
  ]);
});

test("distinguishes unknown and mistyped codes and names them as typed", () => {
  const codes = [
    { code: "No Such", state: { kind: "unknown", mistyped: false } },
    { code: "cdfh-1", state: { kind: "unknown", mistyped: true } },
  ] as const;
  expect(notApplied({ codes })).toEqual([
    { promotionId: null, code: "No Such", title: null, reason: "unknown-code", message: "This code isn't valid.", shortfall: null },
    {
      promotionId: null,
      code: "cdfh-1",
      title: null,
      reason: "mistyped-code",
      message: "This code seems to be mistyped. Please compare it letter by letter.",
      shortfall: null,
    },
  ]);
});

test.each(["draft", "paused", "archived"] as const)(
  "a promotion that is %s is spoken of only to somebody with a code, without its title",
  (status) => {
    expect(notApplied({ promotions: [fiveOff({ status })] })).toEqual([]);
    expect(notApplied({ promotions: [byCode({ status })], codes: [sampleCode("FIVE", 1)] })).toMatchObject([
      { reason: "not-active", title: null, code: "FIVE" },
    ]);
  },
);

test("a code without its promotion and an action with invalid parameters give nothing", () => {
  expect(notApplied({ codes: [sampleCode("FIVE", 9)] })).toMatchObject([{ promotionId: 9, reason: "not-active" }]);
  expect(notApplied({ promotions: [testPromotion(1, "order-fixed", { amount: "five" })] })).toMatchObject([{ reason: "not-active" }]);
  expect(notApplied({ promotions: [testPromotion(1, "retired-kind", {})] })).toMatchObject([{ reason: "not-active" }]);
});

test("a coupon promotion needs its code, and the code is shown as typed", () => {
  expect(notApplied({ promotions: [byCode()] })).toEqual([]);
  const outcome = evaluatePromotions(sampleInput({ lines, promotions: [byCode()], codes: [sampleCode("five-off", 1)] }));
  expect(outcome.applied).toMatchObject([{ promotionId: 1, code: "five-off", amount: 500 }]);
});

test("two codes for one promotion give it once; the other code says why", () => {
  const codes = [sampleCode("ZED", 1), sampleCode("ABLE", 1)];
  const outcome = evaluatePromotions(sampleInput({ lines, promotions: [byCode()], codes }));
  expect(outcome).toMatchObject({ totalDiscount: 500, applied: [{ code: "ABLE" }] });
  expect(outcome.notApplied).toMatchObject([
    { code: "ZED", reason: "better-combination", message: "Another of your codes gives this offer already." },
  ]);
});

test("of two codes for one promotion a valid one counts, and a code typed twice counts once", () => {
  const codes = [sampleCode("ABLE", 1, { status: "revoked" }), sampleCode("ZED", 1), sampleCode("z ed", 1)];
  const outcome = evaluatePromotions(sampleInput({ lines, promotions: [byCode()], codes }));
  expect(outcome).toMatchObject({ totalDiscount: 500, applied: [{ code: "ZED" }] });
  expect(outcome.notApplied).toMatchObject([{ code: "ABLE", reason: "revoked" }]);
});
