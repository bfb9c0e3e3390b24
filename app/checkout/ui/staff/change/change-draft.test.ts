import { expect, test } from "vitest";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { changedMeanwhile, draftOf } from "./change-draft.ts";

type Changed = Parameters<typeof draftOf>[0];

function orderOf(version: number, units: Readonly<Record<string, number>>, street = "1 King St"): Changed {
  const line = { name: "", details: [], note: "", isFreeItem: false, refundedQuantity: 0 };
  return {
    version,
    fulfillment: "delivery",
    customer: { name: "Bo", email: "", phone: "" },
    address: { street, unit: "", city: "Toronto", province: "ON", postalCode: "M5V 1A1", country: "Canada" },
    lines: Object.entries(units).map(([id, quantity]) => ({ ...line, id, quantity }) as unknown as StaffOrderDetail["lines"][number]),
  };
}

test("keeps a draft after another staff member's change if its lines still exist", () => {
  const before = orderOf(1, { a: 2, b: 1 });
  const draft = { ...draftOf(before), units: { a: 3, b: 1 }, when: "asap" as const };
  const kept = changedMeanwhile(before, orderOf(2, { a: 2, b: 4, c: 1 }, "9 Far Rd"), draft);
  expect(kept.isKept).toBe(true);
  expect(kept.draft).toMatchObject({ units: { a: 3, b: 4, c: 1 }, when: "asap", entered: { address: { street: "9 Far Rd" } } });
  const own = changedMeanwhile(before, orderOf(2, { a: 2 }, "9 Far Rd"), { ...draft, isMoved: true });
  expect(own.draft).toMatchObject({ units: { a: 3 }, entered: { address: { street: "1 King St" } } });
});

test("restarts a draft whose lines no longer exist", () => {
  const before = orderOf(1, { a: 2, b: 1 });
  const now = orderOf(2, { b: 1 });
  expect(changedMeanwhile(before, now, { ...draftOf(before), units: { a: 3, b: 1 } })).toEqual({ draft: draftOf(now), isKept: false });
});
