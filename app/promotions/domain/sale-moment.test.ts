import { TORONTO } from "#test/clocks.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Promotion } from "#app/promotions/domain/promotion.ts";
import { everything, sampleLine } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";
import { addMinutes } from "#app/values/time.ts";
import { findComingSale, findSale, listSaleOffers, saleMoment } from "./sale-prices.ts";

const LATTE = sampleLine(4, 1000);
const STEP_MINUTES = 30;

const times = fc.constantFrom(["01:30", "03:00"], ["08:00", "09:00"], ["12:00", "13:00"], ["17:30", "23:30"], ["22:00", "02:00"]);
const windows = fc.array(
  fc
    .record({ weekdays: fc.constantFrom([], [1, 2, 3, 4, 5], [6, 7], [3]), time: times })
    .map(({ weekdays, time: [from = "", to = ""] }) => ({
      weekdays,
      from,
      to,
    })),
  { maxLength: 2 },
);

/** Two days and a half, one of them the shortest or longest of the year in Toronto, or neither. */
const days = fc.constantFrom("2026-03-04T05:00:00Z", "2026-03-07T12:00:00Z", "2026-10-31T12:00:00Z");

/** The beginning of an offer in half hours from the first instant, and how many of them it lasts. */
const spans = fc.record({
  from: fc.option(fc.integer({ min: -10, max: 100 })),
  length: fc.option(fc.integer({ min: 1, max: 80 })),
});

const offers = fc.array(
  fc.record({
    schedule: windows,
    rate: fc.constantFrom(100_000, 200_000),
    group: fc.constantFrom(null, null, "a"),
    span: spans,
    isExclusive: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

test("prices and announcements stay the same while the moment's key does", () => {
  let same = 0;
  fc.assert(
    fc.property(days, offers, (day, drawn) => {
      const first = new Date(day);
      const promotions = drawn.map(({ schedule, rate, group, span, isExclusive }, index): Promotion => {
        const startsAt = span.from === null ? null : addMinutes(first, span.from * STEP_MINUTES);
        const endsAt = span.length === null ? null : addMinutes(startsAt ?? first, span.length * STEP_MINUTES);
        const stacking = { group, exclusive: isExclusive && index > 0, priority: 0 };
        return testPromotion(index + 1, "item-percent", { rate, target: everything }, { schedule, startsAt, endsAt, stacking });
      });
      const all = listSaleOffers(promotions);
      const saidAt = new Map<string, string>();
      for (let step = 0; step < 120; step += 1) {
        const clock = { ...TORONTO, now: addMinutes(first, step * STEP_MINUTES) };
        const sale = findSale(LATTE, all, clock);
        const said = JSON.stringify([sale, findComingSale(LATTE, all, sale?.price ?? LATTE.unitPrice, clock)]);
        const moment = saleMoment(all, clock);
        const known = saidAt.get(moment);
        if (known !== undefined) same += 1;
        expect(said, `${moment} at ${clock.now.toISOString()}`).toBe(known ?? said);
        saidAt.set(moment, said);
      }
    }),
    { numRuns: 25 },
  );
  expect(same).toBeGreaterThan(500);
});
