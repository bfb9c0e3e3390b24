import { expect, test } from "vitest";
import type { Promotion } from "./promotion.ts";
import { testPromotion } from "#test/promotions.ts";
import { listConflicts } from "./conflicts.ts";

function promotion(id: number, group: string | null, exclusive = false, changes: Partial<Promotion> = {}): Promotion {
  return testPromotion(id, "order-fixed", { amount: 100 }, { stacking: { group, exclusive, priority: 0 }, ...changes });
}

test("names active promotions of the same group and those that stand alone, but not itself", () => {
  const edited = promotion(1, "happy");
  const others = [
    edited,
    promotion(2, "happy"),
    promotion(3, "other"),
    promotion(4, null),
    promotion(5, null, true),
    promotion(6, "happy", false, { status: "paused" }),
  ];
  expect(listConflicts(edited, others)).toEqual([
    { promotionId: 2, message: "Same group as Promotion 2; the better one wins." },
    { promotionId: 5, message: "Promotion 5 stands alone and is not applied with it; whatever is better for the customer wins." },
  ]);
});

test("an exclusive promotion conflicts with every other active one", () => {
  expect(listConflicts(promotion(1, null, true), [promotion(2, null)])).toEqual([
    { promotionId: 2, message: "Stands alone: Promotion 2 is not applied with it; whatever is better for the customer wins." },
  ]);
});
