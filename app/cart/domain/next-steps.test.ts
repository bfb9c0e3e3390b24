import { expect, test } from "vitest";
import type { AppliedPromotion, NotApplied } from "#app/promotions/domain/promotion.ts";
import { listNextSteps } from "./next-steps.ts";

function waiting(title: string, changes: Partial<NotApplied> = {}): NotApplied {
  return { promotionId: 1, code: null, title, reason: "condition", message: `${title}!`, shortfall: null, ...changes };
}
const tiers = { title: "Spend more", nextStep: "Add $1.00 more: $12 off." } as AppliedPromotion;

test("lists earned offers first, then missing gifts, then the nearest offers, up to three", () => {
  const notApplied = [
    waiting("Far", { shortfall: { kind: "cents", amount: 2500 } }),
    waiting("Two drinks", { shortfall: { kind: "items", amount: 2 } }),
    waiting("Near", { shortfall: { kind: "cents", amount: 420 } }),
    waiting("Cookie", { reason: "gift-unavailable" }),
  ];
  const titles = (applied: readonly AppliedPromotion[]) => listNextSteps({ applied, notApplied }).map((step) => step.title);
  expect(titles([tiers])).toEqual(["Spend more", "Cookie", "Near"]);
  expect(titles([])).toEqual(["Cookie", "Near", "Two drinks"]);
});

test("omits offers that no item can earn, and codes", () => {
  const notApplied = [waiting("For members"), waiting("Happy hour", { code: "HAPPY", reason: "not-now", message: "From 5:00 PM today." })];
  expect(listNextSteps({ applied: [], notApplied })).toEqual([]);
});
