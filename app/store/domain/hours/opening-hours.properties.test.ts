import fc from "fast-check";
import { expect, test } from "vitest";
import { listOpenings, openState, type OpeningRules } from "./opening-hours.ts";
import { addMinutes, localTimeOf } from "#app/values/time.ts";
import { clockTimeOf } from "#test/clock.ts";

const always: Omit<OpeningRules, "timeZone"> = {
  openTime: null,
  closingTime: null,
  weekly: null,
  special: [],
  deliveryEnabled: true,
  deliveryClosingTime: null,
  deliveryPausedUntil: null,
  pausedUntil: null,
  pauseMessage: "",
};
const clock = fc.integer({ min: 0, max: 95 }).map((quarter) => clockTimeOf(quarter * 15));
const zone = fc.constantFrom(
  "America/Toronto",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Pacific/Chatham",
);
const instant = fc.date({ min: new Date("2026-01-01T00:00:00Z"), max: new Date("2027-12-31T00:00:00Z"), noInvalidDate: true });

test("the open state matches minutes since midnight, except in a repeated hour", () => {
  fc.assert(
    fc.property(clock, clock, zone, instant, (openTime, closingTime, timeZone, now) => {
      const { minutes } = localTimeOf(now, timeZone);
      const isRepeated = [-60, -30, 30, 60].some((shift) => localTimeOf(addMinutes(now, shift), timeZone).minutes === minutes);
      fc.pre(!isRepeated);
      const open = Number(openTime.slice(0, 2)) * 60 + Number(openTime.slice(3));
      const close = Number(closingTime.slice(0, 2)) * 60 + Number(closingTime.slice(3));
      const expected = open <= close ? minutes >= open && minutes < close : minutes >= open || minutes < close;
      expect(openState({ ...always, openTime, closingTime, timeZone }, now).isOpen).toBe(expected);
    }),
    { numRuns: 400 },
  );
});

test("opens and closes exactly at the announced times", () => {
  const ranges = fc
    .array(fc.tuple(clock, clock), { maxLength: 2 })
    .map((pairs) => pairs.filter(([a, b]) => a !== b).map(([a, b]) => `${a}-${b}`));
  const weekly = fc.record({ monday: ranges, wednesday: ranges, friday: ranges, saturday: ranges, sunday: ranges });
  fc.assert(
    fc.property(
      weekly,
      zone,
      instant,
      fc.constantFrom("store", "delivery" as const),
      clock,
      (hours, timeZone, now, service, deliveryClosingTime) => {
        const store = { ...always, weekly: hours, timeZone, deliveryClosingTime };
        const state = openState(store, now, service);
        const change = state.isOpen ? state.closesAt : state.opensAt;
        if (change === null) {
          expect(listOpenings(store, service, now, 30).every((opening) => opening.from <= now)).toBe(true);
          return;
        }
        expect(change > now).toBe(true);
        expect(openState(store, change, service).isOpen).toBe(!state.isOpen);
        const before = addMinutes(change, -1);
        if (before > now) expect(openState(store, before, service).isOpen).toBe(state.isOpen);
      },
    ),
    { numRuns: 300 },
  );
});

test("lists openings in order, apart, and never empty", () => {
  fc.assert(
    fc.property(clock, clock, zone, instant, (openTime, closingTime, timeZone, now) => {
      const openings = listOpenings({ ...always, openTime, closingTime, timeZone }, "store", now, 10);
      openings.forEach((opening, index) => {
        expect(opening.from < opening.to && opening.to > now).toBe(true);
        const previous = openings[index - 1];
        if (previous !== undefined) expect(previous.to < opening.from).toBe(true);
      });
    }),
  );
});
