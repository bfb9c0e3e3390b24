import { leadTimeOf } from "#app/catalogue/domain/order-rules/order-rules.ts";
import { testLine, testProduct } from "#test/carts.ts";
import { addMinutes } from "#app/values/time.ts";
import { slotInput } from "#test/slots.ts";
import { expect, test } from "vitest";
import { hoursProblems } from "./hours-problems.ts";
import type { SlotInput } from "#app/store/domain/hours/slots.ts";

/** Wednesday 2026-03-04 in Toronto, at a wall-clock hour. */
const at = (hour: number) => new Date(Date.UTC(2026, 2, 4, hour + 5));

function input(now: Date, changes: Partial<SlotInput["hours"]> = {}, fulfillment: SlotInput["fulfillment"] = "pickup"): SlotInput {
  return slotInput(now, { hours: { closingTime: "21:00", deliveryClosingTime: "20:00", ...changes }, fulfillment });
}

const codes = (slotInput: SlotInput, requestedFor: Date | null = null) =>
  hoursProblems(slotInput, requestedFor).map((problem) => problem.code);

test("reports no problem while the shop is open", () => {
  expect(codes(input(at(12)))).toEqual([]);
});

test("blocks orders when closed, paused or after delivery hours", () => {
  expect(codes(input(at(10)))).toEqual(["closed"]);
  expect(codes(input(at(12), { pausedUntil: at(13) }))).toEqual(["paused"]);
  expect(codes(input(at(20), {}, "delivery"))).toEqual(["delivery_closed"]);
  expect(codes(input(at(20)))).toEqual([]);
  expect(hoursProblems(input(at(10)), null)).toMatchObject([
    { cartItemId: null, blocks: true, message: expect.stringContaining("11:00 AM") },
  ]);
});

test("accepts a scheduled order while closed, only for offered times", () => {
  expect(codes(input(at(10)), at(12))).toEqual([]);
  expect(codes(input(at(10)), at(22))).toEqual(["time_unavailable"]);
});

test("leaves disabled delivery to pricing", () => {
  expect(codes(input(at(12), { deliveryEnabled: false }, "delivery"))).toEqual([]);
});

const cake = testLine(testProduct(1, { name: "Cake", leadHours: 48 }));
const bread = testLine(testProduct(2, { name: "Bread", leadHours: 1 }));
const tea = testLine(testProduct(3, { name: "Tea" }));
/** Messages at noon by line, with the longest lead time of the lines. */
const said = (lines: readonly (typeof cake)[], requestedFor: Date | null, changes: Partial<SlotInput["settings"]> = {}) => {
  const base = input(at(12));
  const lead = leadTimeOf(
    lines.map(({ product }) => product),
    base.now,
  );
  return hoursProblems({ ...base, settings: { ...base.settings, ...changes }, lead }, requestedFor, lines).map(
    ({ code, cartItemId, message }) => `${code} ${cartItemId}: ${message}`,
  );
};

test("names each line whose lead time ends after the requested time", () => {
  const early = [
    "lead_time line-1: Cake must be ordered at least 48 hours ahead. Choose a later time.",
    "lead_time line-2: Bread must be ordered at least 1 hour ahead. Choose a later time.",
  ];
  expect(said([cake, bread, tea], null)).toEqual(early);
  expect(said([cake, bread, tea], addMinutes(at(12), 30))).toEqual(early);
  expect(said([cake, bread, tea], at(14))).toEqual(early.slice(0, 1));
  expect(said([cake, bread, tea], at(11 + 48))).toEqual(early.slice(0, 1));
  expect(said([cake, bread, tea], at(12 + 48)), "half an hour to fill in the form").toEqual([]);
  expect(said([bread], at(14))).toEqual([]);
  expect(said([tea], null)).toEqual([]);
});

test("reports when no offered time is after the lead time", () => {
  const text = "Cake must be ordered at least 48 hours ahead, but no such time is free:";
  const tooLong = (days: string) => `lead_time_too_long line-1: ${text} ${days}. Remove it to continue.`;
  expect(said([cake, tea], null, { scheduleDaysAhead: 1 })).toEqual([tooLong("the shop takes orders for 1 day ahead")]);
  expect(said([cake, tea], at(14), { scheduleDaysAhead: 0 })).toEqual([tooLong("the shop takes orders for today only")]);
  expect(said([cake, tea], null, { allowScheduling: false })).toEqual([tooLong("the shop takes no orders for later")]);
  expect(said([cake, tea], null, { scheduleDaysAhead: 2 })).toEqual([
    "lead_time line-1: Cake must be ordered at least 48 hours ahead. Choose a later time.",
  ]);
});

test("offers pickup where only delivery has no time, and leaves delivery that is off to pricing", () => {
  const base = input(at(12), {}, "delivery");
  const lead = leadTimeOf([cake.product], base.now);
  const deliveryEnds = {
    ...base,
    lead,
    settings: { ...base.settings, scheduleDaysAhead: 2, prepMinutes: { pickup: 20, delivery: 20_000 } },
  };
  expect(hoursProblems(deliveryEnds, null, [cake]).map(({ message }) => message)).toEqual([
    "Cake must be ordered at least 48 hours ahead, and no such time for delivery is free. Choose pickup, or remove it.",
  ]);
  expect(hoursProblems({ ...base, lead, hours: { ...base.hours, deliveryEnabled: false } }, null, [cake])).toEqual([]);
});
