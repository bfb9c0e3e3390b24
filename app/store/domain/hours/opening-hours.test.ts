import { TORONTO } from "#test/clocks.ts";
import { TEST_HOURS } from "#test/slots.ts";
import { expect, test } from "vitest";
import {
  closedBanner,
  deliveryPauseEnd,
  formatReopening,
  nextCheckDelay,
  openState,
  parseHoursRange,
  type OpenState,
  type SpecialDay,
  type StoreHours,
} from "./opening-hours.ts";
import { addMinutes, instantOf } from "#app/values/time.ts";

const toronto = "America/Toronto";
const always: StoreHours = { ...TEST_HOURS, openTime: null, closingTime: null };
const daily = (openTime: string | null, closingTime: string | null, more: Partial<StoreHours> = {}): StoreHours => ({
  ...always,
  openTime,
  closingTime,
  ...more,
});
function special(from: string, to: string, ranges: string[], services: SpecialDay["services"] = "all", message = ""): SpecialDay {
  return { from, to, ranges, services, message };
}
/** "2026-11-20 10:59" on the store's clock. */
const at = (text: string, zone = toronto): Date => {
  const [date = "", clock = ""] = text.split(" ");
  return instantOf(date, Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)), zone);
};
const stateAt = (hours: StoreHours, text: string, service?: "store" | "pickup" | "delivery") =>
  openState(hours, at(text, hours.timeZone), service);

test.each([
  ["11:00-14:30", { open: 660, close: 870 }],
  ["18:00-02:00", { open: 1080, close: 1560 }],
  ["18:00-00:00", { open: 1080, close: 1440 }],
  ["00:00-24:00", { open: 0, close: 1440 }],
  ["11:00-11:00", null],
  ["24:00-02:00", null],
  ["11:00", null],
  ["11:00-12:00-13:00", null],
  ["", null],
])("the range %s means %j", (text, minutes) => {
  expect(parseHoursRange(text)).toEqual(minutes);
});

test("with both times unset the store is always open and never about to close", () => {
  expect(stateAt(always, "2026-11-20 03:00")).toEqual({ isOpen: true, reason: null, opensAt: null, closesAt: null, message: null });
});

test.each([
  ["11:00", "22:00", "10:59", false],
  ["11:00", "22:00", "11:00", true],
  ["11:00", "22:00", "21:59", true],
  ["11:00", "22:00", "22:00", false],
  // One time unset: from midnight, or until midnight.
  [null, "22:00", "00:00", true],
  [null, "22:00", "22:00", false],
  ["11:00", null, "10:59", false],
  ["11:00", null, "23:59", true],
  [null, "00:00", "12:00", true],
  // Past midnight.
  ["18:00", "02:00", "17:59", false],
  ["18:00", "02:00", "23:59", true],
  ["18:00", "02:00", "00:00", true],
  ["18:00", "02:00", "01:59", true],
  ["18:00", "02:00", "02:00", false],
  ["18:00", "00:00", "23:59", true],
  ["18:00", "00:00", "00:00", false],
  // Equal times: from one (inclusive) to the same (exclusive) is never.
  ["11:00", "11:00", "11:00", false],
  ["11:00", "11:00", "15:00", false],
])("open %s to %s: at %s open is %s", (open, close, clock, expected) => {
  expect(stateAt(daily(open, close), `2026-11-20 ${clock}`).isOpen).toBe(expected);
});

test("an open store says when it closes, a closed one when it opens", () => {
  const hours = daily("11:00", "22:00");
  expect(stateAt(hours, "2026-11-20 12:00")).toMatchObject({ isOpen: true, opensAt: null, closesAt: at("2026-11-20 22:00") });
  expect(stateAt(hours, "2026-11-20 09:00")).toMatchObject({ reason: "closed", opensAt: at("2026-11-20 11:00"), closesAt: null });
  expect(stateAt(hours, "2026-11-20 23:00")).toMatchObject({ opensAt: at("2026-11-21 11:00") });
  expect(stateAt(daily("18:00", "02:00"), "2026-11-21 01:00")).toMatchObject({ isOpen: true, closesAt: at("2026-11-21 02:00") });
  expect(stateAt(daily("11:00", "11:00"), "2026-11-20 12:00")).toMatchObject({ isOpen: false, opensAt: null });
});

test("the store's zone decides, not the reader's", () => {
  const now = new Date("2026-11-20T16:30:00Z");
  expect(openState(daily("11:00", "22:00"), now).isOpen).toBe(true);
  expect(openState(daily("11:00", "22:00", { timeZone: "America/Vancouver" }), now).isOpen).toBe(false);
});

const week = {
  weekly: {
    monday: [],
    tuesday: ["11:00-14:30", "17:00-22:00"],
    friday: ["11:00-14:30", "17:00-02:00"],
    saturday: ["12:00-24:00"],
    sunday: ["00:00-03:00", "12:00-20:00"],
  },
};

test.each([
  ["2026-11-17 14:29", true],
  ["2026-11-17 14:30", false],
  ["2026-11-17 17:00", true],
  ["2026-11-16 12:00", false],
  ["2026-11-18 12:00", false],
  ["2026-11-20 23:30", true],
  ["2026-11-21 01:59", true],
  ["2026-11-21 02:00", false],
  ["2026-11-21 23:59", true],
  ["2026-11-22 02:59", true],
  ["2026-11-22 03:00", false],
])("weekly hours: at %s open is %s", (now, expected) => {
  expect(stateAt({ ...always, ...week }, now).isOpen).toBe(expected);
});

test("ranges that touch at midnight are one opening", () => {
  expect(stateAt({ ...always, ...week }, "2026-11-21 15:00").closesAt).toEqual(at("2026-11-22 03:00"));
});

test("weekly hours replace the two store times", () => {
  expect(stateAt(daily("11:00", "22:00", { weekly: {} }), "2026-11-20 12:00")).toMatchObject({ isOpen: false, opensAt: null });
});

test("a closed holiday does not cut the night before it, and no range starts on it", () => {
  const hours = daily("18:00", "02:00", { special: [special("2026-12-25", "2026-12-26", [], "all", "Merry Christmas")] });
  expect(stateAt(hours, "2026-12-25 01:30")).toMatchObject({ isOpen: true, closesAt: at("2026-12-25 02:00") });
  expect(stateAt(hours, "2026-12-25 19:00")).toMatchObject({ isOpen: false, message: "Merry Christmas", opensAt: at("2026-12-27 18:00") });
  expect(stateAt(hours, "2026-12-27 01:30").isOpen).toBe(false);
});

test("special hours replace the usual ones, the shorter span and the later entry win", () => {
  const hours = daily("11:00", "22:00", {
    special: [
      special("2026-12-20", "2026-12-31", ["12:00-18:00"]),
      special("2026-12-24", "2026-12-24", ["08:00-10:00"]),
      special("2026-12-24", "2026-12-24", ["09:00-10:00"]),
    ],
  });
  expect(stateAt(hours, "2026-12-22 11:30").isOpen).toBe(false);
  expect(stateAt(hours, "2026-12-22 17:59").isOpen).toBe(true);
  expect(stateAt(hours, "2026-12-24 08:30").isOpen).toBe(false);
  expect(stateAt(hours, "2026-12-24 09:30").isOpen).toBe(true);
  expect(stateAt(hours, "2026-12-24 12:30").isOpen).toBe(false);
});

test("special hours of one service do not affect the others", () => {
  const hours = daily("11:00", "22:00", { special: [special("2026-11-20", "2026-11-20", [], "delivery", "No drivers today")] });
  expect(stateAt(hours, "2026-11-20 12:00").isOpen).toBe(true);
  expect(stateAt(hours, "2026-11-20 12:00", "pickup").isOpen).toBe(true);
  expect(stateAt(hours, "2026-11-20 12:00", "delivery")).toMatchObject({
    isOpen: false,
    reason: "delivery_closed",
    message: "No drivers today",
    opensAt: at("2026-11-21 11:00"),
  });
});

test.each([
  ["11:00", "22:00", "21:00", "20:59", true],
  ["11:00", "22:00", "21:00", "21:00", false],
  ["11:00", "22:00", "23:00", "21:59", true],
  ["18:00", "02:00", "01:00", "23:30", true],
  ["18:00", "02:00", "01:00", "00:59", true],
  ["18:00", "02:00", "01:00", "01:00", false],
  [null, null, "21:00", "20:59", true],
  [null, null, "21:00", "21:00", false],
  [null, null, "21:00", "00:00", true],
  [null, null, "00:00", "23:59", true],
])("open %s to %s with delivery until %s: at %s delivery is %s", (open, close, end, clock, expected) => {
  const hours = daily(open, close, { deliveryClosingTime: end });
  expect(stateAt(hours, `2026-11-20 ${clock}`, "delivery").isOpen).toBe(expected);
  expect(stateAt(hours, `2026-11-20 ${clock}`, "pickup").isOpen).toBe(true);
});

test("delivery that ends between two shifts does not return for the second", () => {
  const hours = { ...always, ...week, deliveryClosingTime: "16:00" };
  expect(stateAt(hours, "2026-11-17 14:00", "delivery").isOpen).toBe(true);
  expect(stateAt(hours, "2026-11-17 18:00", "delivery")).toMatchObject({ reason: "delivery_closed", opensAt: at("2026-11-20 11:00") });
});

test("special hours for delivery alone are used unchanged", () => {
  const hours = daily("11:00", "22:00", {
    deliveryClosingTime: "21:00",
    special: [special("2026-12-31", "2026-12-31", ["11:00-23:30"], "delivery")],
  });
  expect(stateAt(hours, "2026-12-31 23:00", "delivery").isOpen).toBe(true);
});

test("a pause of delivery leaves pickup open, and ends by itself", () => {
  const hours = daily("11:00", "22:00", { deliveryPausedUntil: at("2026-11-20 19:30") });
  expect(stateAt(hours, "2026-11-20 18:00", "pickup").isOpen).toBe(true);
  expect(stateAt(hours, "2026-11-20 18:00", "store").isOpen).toBe(true);
  const paused = { isOpen: false, reason: "delivery_closed", opensAt: at("2026-11-20 19:30"), message: null };
  expect(stateAt(hours, "2026-11-20 18:00", "delivery")).toMatchObject(paused);
  expect(stateAt(hours, "2026-11-20 19:30", "delivery").isOpen).toBe(true);
  expect(deliveryPauseEnd(hours, at("2026-11-20 18:00"))).toBe("7:30 PM");
  expect(deliveryPauseEnd(hours, at("2026-11-20 19:30"))).toBeNull();
  // When both are paused, customers read why the shop is.
  const both = { ...hours, pausedUntil: at("2026-11-20 18:30"), pauseMessage: "Oven is being fixed" };
  expect(stateAt(both, "2026-11-20 18:00", "delivery")).toMatchObject({
    reason: "paused",
    opensAt: at("2026-11-20 19:30"),
    message: "Oven is being fixed",
  });
});

test("reports that delivery is off, whatever the time", () => {
  expect(stateAt({ ...always, deliveryEnabled: false }, "2026-11-20 12:00", "delivery")).toMatchObject({
    isOpen: false,
    reason: "delivery_off",
    opensAt: null,
  });
});

test("a pause closes the open store until it ends, or until the next opening after that", () => {
  const paused = (until: string) => daily("11:00", "22:00", { pausedUntil: at(until), pauseMessage: "Oven is being fixed" });
  expect(stateAt(paused("2026-11-20 13:00"), "2026-11-20 12:00")).toEqual({
    isOpen: false,
    reason: "paused",
    opensAt: at("2026-11-20 13:00"),
    closesAt: null,
    message: "Oven is being fixed",
  });
  expect(stateAt(paused("2026-11-20 23:00"), "2026-11-20 12:00").opensAt).toEqual(at("2026-11-21 11:00"));
  expect(stateAt(paused("2026-11-21 12:00"), "2026-11-20 23:00")).toMatchObject({ reason: "closed", opensAt: at("2026-11-21 12:00") });
  expect(stateAt(paused("2026-11-20 12:00"), "2026-11-20 12:00").isOpen).toBe(true);
  expect(stateAt(paused("9999-01-01 00:00"), "2026-11-20 12:00")).toMatchObject({ reason: "paused", opensAt: null });
  expect(stateAt({ ...paused("2026-11-20 13:00"), openTime: null, closingTime: null }, "2026-11-20 12:00").opensAt).toEqual(
    at("2026-11-20 13:00"),
  );
});

test("finds the next opening after weeks, and none if closed for good", () => {
  const hours = daily("11:00", "22:00", { special: [special("2026-11-01", "2026-12-20", [])] });
  expect(stateAt(hours, "2026-11-20 12:00").opensAt).toEqual(at("2026-12-21 11:00"));
  expect(stateAt(daily("11:00", "22:00", { special: [special("2026-11-01", "2027-12-20", [])] }), "2026-11-20 12:00").opensAt).toBeNull();
});

test.each([
  // Spring: 02:00–03:00 does not exist. A closing time inside it is past as soon as the clock jumps.
  ["18:00", "02:30", "2026-03-08T06:59:00Z", true],
  ["18:00", "02:30", "2026-03-08T07:00:00Z", false],
  ["02:30", "10:00", "2026-03-08T06:59:00Z", false],
  ["02:30", "10:00", "2026-03-08T07:00:00Z", true],
  ["18:00", "04:00", "2026-03-08T07:59:00Z", true],
  ["18:00", "04:00", "2026-03-08T08:00:00Z", false],
  // Autumn: 01:00–02:00 happens twice. Opening and closing happen once, at the first.
  ["18:00", "01:30", "2026-11-01T05:29:00Z", true],
  ["18:00", "01:30", "2026-11-01T05:30:00Z", false],
  ["18:00", "01:30", "2026-11-01T06:15:00Z", false],
  ["18:00", "02:00", "2026-11-01T06:59:00Z", true],
  ["18:00", "02:00", "2026-11-01T07:00:00Z", false],
  ["01:30", "10:00", "2026-11-01T05:30:00Z", true],
  ["01:30", "10:00", "2026-11-01T06:10:00Z", true],
])("clock change in Toronto, open %s to %s: at %s open is %s", (open, close, instant, expected) => {
  expect(openState(daily(open, close), new Date(instant)).isOpen).toBe(expected);
});

test.each([
  ["Australia/Lord_Howe", "2026-10-03T15:29:00Z", "2026-10-03T15:30:00Z"],
  ["Europe/Berlin", "2026-03-29T00:59:00Z", "2026-03-29T01:00:00Z"],
])("clock change in %s: a closing time that is skipped ends the night at the jump", (timeZone, open, closed) => {
  const hours = daily("18:00", "02:15", { timeZone });
  expect(openState(hours, new Date(open)).isOpen).toBe(true);
  expect(openState(hours, new Date(closed)).isOpen).toBe(false);
});

const openUntil = (closesAt: Date | null): OpenState => ({ isOpen: true, reason: null, opensAt: null, closesAt, message: null });

test.each([
  [6, 300_000],
  [5.01, 300_000],
  [5, 10_000],
  [0.1, 10_000],
])("%s minutes before closing the next check is in %s ms", (minutes, delay) => {
  const now = at("2026-11-20 21:00");
  expect(nextCheckDelay(openUntil(addMinutes(now, minutes)), now)).toBe(delay);
});

test("a shop that never closes is checked every 5 minutes, a closed one every 10 seconds", () => {
  const now = at("2026-11-20 21:00");
  expect(nextCheckDelay(openUntil(null), now)).toBe(300_000);
  expect(nextCheckDelay(stateAt(daily("11:00", "20:00"), "2026-11-20 21:00"), now)).toBe(10_000);
});

test.each([
  ["2026-11-20 09:00", "2026-11-20 11:00", "11:00 AM"],
  ["2026-11-20 23:30", "2026-11-21 00:30", "12:30 AM tomorrow"],
  ["2026-11-20 23:30", "2026-11-21 11:00", "11:00 AM tomorrow"],
  ["2026-11-20 23:30", "2026-11-23 11:00", "Monday 11:00 AM"],
  ["2026-11-20 12:00", "2026-11-26 11:00", "Thursday 11:00 AM"],
  ["2026-11-20 12:00", "2026-11-27 11:00", "Friday, November 27, 11:00 AM"],
  ["2026-10-31 23:00", "2026-11-01 11:00", "11:00 AM tomorrow"],
])("at %s an opening at %s reads %s", (now, opensAt, text) => {
  expect(formatReopening(at(opensAt), at(now), TORONTO)).toBe(text);
});

test("the banner is the fixed sentence, and absent while open", () => {
  const hours = daily("11:00", "22:00");
  const banner = (store: StoreHours, now: string) => closedBanner(stateAt(store, now), at(now), TORONTO);
  expect(banner(hours, "2026-11-20 10:00")).toBe("The store is now closed. We will be back at 11:00 AM.");
  expect(banner(hours, "2026-11-20 22:00")).toBe("The store is now closed. We will be back at 11:00 AM tomorrow.");
  expect(banner(hours, "2026-11-20 12:00")).toBeNull();
  expect(banner(daily("11:00", "11:00"), "2026-11-20 12:00")).toBe("The store is now closed.");
});
