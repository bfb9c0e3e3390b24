import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { clockTimeOf } from "#test/clock.ts";
import {
  fileTime,
  addDays,
  addMinutes,
  businessDay,
  clockReaches,
  daysBetween,
  getClockMinutes,
  instantOf,
  isLocalDate,
  isTimeZone,
  listTimeZones,
  localDateOf,
  localTimeOf,
  minutesBetween,
  parseClockTime,
  parseInstant,
  roundDownToClock,
  roundUpToClock,
  roundUpToMinutes,
  weekdayOf,
} from "./time.ts";

const zones = [
  "America/Toronto",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Africa/Casablanca",
  "America/Sao_Paulo",
  "Asia/Gaza",
  "Antarctica/Troll",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "UTC",
];
const anyZone = fc.constantFrom(...zones);
const instants = fc.date({ min: new Date("2005-01-01T00:00:00Z"), max: new Date("2037-12-31T00:00:00Z"), noInvalidDate: true });

test.each([
  ["00:00", 0],
  ["09:05", 545],
  ["13:01", 781],
  ["23:59", 1439],
])("%s is minute %i", (clock, minutes) => {
  expect(parseClockTime(clock)).toBe(minutes);
});

test.each(["", "9:00", "24:00", "12:60", "12:5", "12:005", " 12:00", "12:00 ", "12:00:00", "12.00", "١٢:٠٠", "noon", "-1:00"])(
  "%j is not a clock time",
  (text) => {
    expect(parseClockTime(text)).toBeNull();
    expect(() => getClockMinutes(text)).toThrow(RangeError);
  },
);

test.each([
  ["2026-02-28", true],
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-00-10", false],
  ["2026-1-1", false],
  ["2026-01-01T00:00", false],
  ["", false],
])("whether %j is a day: %s", (text, expected) => {
  expect(isLocalDate(text)).toBe(expected);
});

test("calendar days step over months and leap days, never over clock changes", () => {
  expect(addDays("2026-03-07", 2)).toBe("2026-03-09");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  expect(daysBetween("2026-10-30", "2026-11-02")).toBe(3);
  expect(daysBetween("2026-11-02", "2026-10-30")).toBe(-3);
  expect(weekdayOf("2026-11-20")).toBe(5);
  expect(() => addDays("tomorrow", 1)).toThrow(RangeError);
});

test.each([
  // Both clock-change nights; gap times move later, repeated times are the first of the two.
  ["America/Toronto", "2026-03-08", "02:30", "2026-03-08T07:30:00Z"],
  ["America/Toronto", "2026-03-08", "03:30", "2026-03-08T07:30:00Z"],
  ["America/Toronto", "2026-03-08", "01:59", "2026-03-08T06:59:00Z"],
  ["America/Toronto", "2026-11-01", "01:30", "2026-11-01T05:30:00Z"],
  ["America/Toronto", "2026-11-01", "02:00", "2026-11-01T07:00:00Z"],
  ["Europe/Berlin", "2026-03-29", "02:15", "2026-03-29T01:15:00Z"],
  ["Europe/Berlin", "2026-10-25", "02:59", "2026-10-25T00:59:00Z"],
  ["Europe/Berlin", "2026-10-25", "03:00", "2026-10-25T02:00:00Z"],
  ["Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:45:00Z"],
  ["Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00Z"],
  ["Australia/Lord_Howe", "2026-04-05", "02:00", "2026-04-04T15:30:00Z"],
  // A whole day that never was.
  ["Pacific/Apia", "2011-12-30", "12:00", "2011-12-30T22:00:00Z"],
  ["UTC", "2026-06-01", "00:00", "2026-06-01T00:00:00Z"],
])("%s %s %s is %s", (zone, date, clock, expected) => {
  expect(instantOf(date, getClockMinutes(clock), zone)).toEqual(new Date(expected));
});

test("minutes past midnight belong to the next day's clock, whatever the night's length", () => {
  expect(instantOf("2026-03-07", 1440 + 240, "America/Toronto")).toEqual(instantOf("2026-03-08", 240, "America/Toronto"));
  expect(instantOf("2026-10-31", 1440 + 90, "America/Toronto")).toEqual(new Date("2026-11-01T05:30:00Z"));
});

test("wall clock to instant agrees with Temporal's compatible resolution in every zone tried", () => {
  fc.assert(
    fc.property(anyZone, instants, fc.integer({ min: 0, max: 1439 }), (zone, near, minutes) => {
      const date = near.toISOString().slice(0, 10);
      const oracle = Temporal.PlainDateTime.from(`${date}T${clockTimeOf(minutes)}`).toZonedDateTime(zone, { disambiguation: "compatible" });
      expect(instantOf(date, minutes, zone).getTime()).toBe(oracle.epochMilliseconds);
    }),
    { numRuns: 600 },
  );
});

test("around every clock change of two years, each quarter of an hour agrees with Temporal", () => {
  for (const zone of zones) {
    let at = Temporal.Instant.from("2026-01-01T00:00:00Z").toZonedDateTimeISO(zone);
    for (let change = at.getTimeZoneTransition("next"); change !== null && change.year < 2028; change = at.getTimeZoneTransition("next")) {
      at = change;
      const night = change.toPlainDate().subtract({ days: 1 });
      for (let minutes = 0; minutes < 2 * 1440; minutes += 15) {
        const wall = night.toPlainDateTime().add({ minutes });
        expect(instantOf(night.toString(), minutes, zone).getTime(), `${zone} ${wall.toString()}`).toBe(
          wall.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds,
        );
      }
    }
  }
});

test("instant to wall clock agrees with Temporal", () => {
  fc.assert(
    fc.property(anyZone, instants, (zone, instant) => {
      const oracle = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
      expect(localTimeOf(instant, zone)).toEqual({
        date: oracle.toPlainDate().toString(),
        weekday: oracle.dayOfWeek % 7,
        minutes: oracle.hour * 60 + oracle.minute,
        seconds: oracle.second,
      });
    }),
    { numRuns: 600 },
  );
});

test.each([
  // A skipped time is reached when the clock jumps over it, every other time when the clock shows it first.
  ["America/Toronto", "2026-03-08", "02:30", "2026-03-08T07:00:00Z"],
  ["America/Toronto", "2026-03-08", "02:00", "2026-03-08T07:00:00Z"],
  ["America/Toronto", "2026-03-08", "03:00", "2026-03-08T07:00:00Z"],
  ["America/Toronto", "2026-11-01", "01:30", "2026-11-01T05:30:00Z"],
  ["Australia/Lord_Howe", "2026-10-04", "02:29", "2026-10-03T15:30:00Z"],
  ["Europe/Berlin", "2026-03-29", "02:59", "2026-03-29T01:00:00Z"],
  ["Pacific/Apia", "2011-12-30", "12:00", "2011-12-30T10:00:00Z"],
])("in %s the clock reaches %s %s at %s", (zone, date, clock, expected) => {
  expect(clockReaches(date, getClockMinutes(clock), zone)).toEqual(new Date(expected));
});

test("the clock shows an earlier time one minute before it reaches a time", () => {
  fc.assert(
    fc.property(anyZone, instants, fc.integer({ min: 0, max: 2880 }), (zone, near, minutes) => {
      const date = localDateOf(near, zone);
      const reached = clockReaches(date, minutes, zone);
      const wall = (at: Date): string => `${localDateOf(at, zone)}T${clockTimeOf(localTimeOf(at, zone).minutes)}`;
      const wanted = `${addDays(date, Math.floor(minutes / 1440))}T${clockTimeOf(minutes)}`;
      expect(wall(reached) >= wanted).toBe(true);
      expect(wall(addMinutes(reached, -1)) < wanted).toBe(true);
    }),
    { numRuns: 600 },
  );
});

test("date, weekday and 12-hour time are the store's, not the server's", () => {
  const instant = new Date("2026-11-21T03:30:00Z");
  expect(localDateOf(instant, "America/Toronto")).toBe("2026-11-20");
  expect(localTimeOf(instant, "America/Toronto").weekday).toBe(5);
  expect(localDateOf(instant, "Pacific/Kiritimati")).toBe("2026-11-21");
});

test.each([
  ["2026-11-21T08:59:00Z", "2026-11-20"],
  ["2026-11-21T09:00:00Z", "2026-11-21"],
  ["2026-11-21T04:00:00Z", "2026-11-20"],
])("at %s the business day in Toronto is %s", (instant, day) => {
  expect(businessDay(new Date(instant), "America/Toronto")).toBe(day);
});

test("rounding up moves forward by less than one step, onto a step", () => {
  expect(roundUpToMinutes(new Date("2026-01-01T10:00:00.001Z"), 5)).toEqual(new Date("2026-01-01T10:05:00Z"));
  expect(roundUpToMinutes(new Date("2026-01-01T10:05:00Z"), 5)).toEqual(new Date("2026-01-01T10:05:00Z"));
  fc.assert(
    fc.property(anyZone, instants, fc.constantFrom(5, 10, 15, 20, 30), (zone, instant, step) => {
      const rounded = roundUpToMinutes(instant, step);
      expect(minutesBetween(instant, rounded)).toBeGreaterThanOrEqual(0);
      expect(minutesBetween(instant, rounded)).toBeLessThan(step);
      const onClock = roundUpToClock(instant, step, zone);
      expect(minutesBetween(instant, onClock)).toBeGreaterThanOrEqual(0);
      expect(minutesBetween(instant, onClock)).toBeLessThan(step + 1);
    }),
  );
  expect(roundUpToClock(new Date("2026-01-01T10:01:00Z"), 30, "Asia/Kathmandu")).toEqual(new Date("2026-01-01T10:15:00Z"));
  expect(roundDownToClock(new Date("2026-01-01T10:14:59Z"), 30, "Asia/Kathmandu")).toEqual(new Date("2026-01-01T09:45:00Z"));
  expect(roundDownToClock(new Date("2026-01-01T10:15:00Z"), 30, "Asia/Kathmandu")).toEqual(new Date("2026-01-01T10:15:00Z"));
});

test("adding minutes counts real time across a clock change", () => {
  const beforeGap = instantOf("2026-03-08", 90, "America/Toronto");
  expect(localTimeOf(addMinutes(beforeGap, 60), "America/Toronto").minutes).toBe(210);
});

test.each([
  ["2026-03-08T07:30:00Z", "2026-03-08T07:30:00.000Z"],
  ["2026-03-08T07:30Z", "2026-03-08T07:30:00.000Z"],
  ["2026-03-08T08:30:00.5+01:00", "2026-03-08T07:30:00.500Z"],
])("the instant %s is read", (text, expected) => {
  expect(parseInstant(text)?.toISOString()).toBe(expected);
});

test.each([
  "",
  "2026-03-08",
  "2026-03-08T07:30:00",
  "2026-02-30T07:30:00Z",
  "2026-03-08 07:30Z",
  "2026-03-08T25:00:00Z",
  "now",
  "1700000000",
])("%j is not an instant", (text) => {
  expect(parseInstant(text)).toBeNull();
});

test("lists only valid zones, and accepts aliases", () => {
  const list = listTimeZones();
  expect(list).toContain("America/Toronto");
  expect(list).toContain("UTC");
  expect(list.every(isTimeZone)).toBe(true);
  expect(isTimeZone("US/Eastern")).toBe(true);
  for (const bad of ["", "Mars/Olympus", "+05:00", "America/", "America/Toronto ", "x".repeat(500), "Europe\\Berlin"]) {
    expect(isTimeZone(bad), bad).toBe(false);
  }
  expect(() => localDateOf(new Date(0), "Mars/Olympus")).toThrow(RangeError);
});

test("writes an instant to a file in the shop's zone", () => {
  expect(fileTime(new Date("2026-11-01T04:05:06Z"), "America/Toronto")).toBe("2026-11-01 00:05:06");
  expect(fileTime(new Date("2026-07-01T18:45:00Z"), "Asia/Kolkata")).toBe("2026-07-02 00:15:00");
  expect(fileTime(null, "UTC")).toBe("");
});
