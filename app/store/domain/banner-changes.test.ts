import { TEST_HOURS } from "#test/slots.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeBannerList } from "./banner-changes.ts";
import { bannerAt, type BannerList } from "./banner-now.ts";
import { closedBanner, openState, type StoreHours } from "./hours/opening-hours.ts";
import { addMinutes, instantOf, localDateOf } from "#app/values/time.ts";
import { clockTimeOf } from "#test/clock.ts";

const hours: StoreHours = { ...TEST_HOURS, closingTime: "21:00" };
const always: StoreHours = { ...hours, openTime: null, closingTime: null };

/** What a reader of the list finds for an instant. */
function saidAt(list: BannerList, at: Date): readonly string[] {
  return bannerAt(list, at)?.slice(1).map(String) ?? [];
}

test("lists no text if always open, else changes at opening, closing and midnight", () => {
  expect(writeBannerList(always, "2026-11-20").changes.map((change) => change[1])).toEqual([""]);
  const noon = writeBannerList(hours, "2026-11-20").changes;
  expect(noon.slice(0, 4).map((change) => change[1])).toEqual([
    "The store is now closed. We will be back at 11:00 AM.",
    "",
    "The store is now closed. We will be back at 11:00 AM tomorrow.",
    "The store is now closed. We will be back at 11:00 AM.",
  ]);
  expect(saidAt(writeBannerList(hours, "2026-11-20"), instantOf("2026-11-23", 0, "America/Toronto"))).toEqual([]);
});

test("lists the start and end of a pause with its message", () => {
  const until = instantOf("2026-11-20", 14 * 60 + 30, "America/Toronto");
  const list = writeBannerList({ ...always, pausedUntil: until, pauseMessage: "The fryer needs a moment." }, "2026-11-20");
  expect(saidAt(list, addMinutes(until, -5))).toEqual([
    "The store is now closed. We will be back at 2:30 PM.",
    "The fryer needs a moment.",
  ]);
  expect(saidAt(list, until)).toEqual(["", ""]);
});

test("matches the open state at any time of the day and the next two", () => {
  const zone = fc.constantFrom("America/Toronto", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Apia");
  const today = fc.constantFrom("2026-11-20", "2026-03-07", "2026-03-28", "2026-10-31", "2026-12-31");
  const clock = fc.integer({ min: 0, max: 95 }).map((quarter) => clockTimeOf(quarter * 15));
  const pause = fc.option(fc.integer({ min: -600, max: 5000 }));
  fc.assert(
    fc.property(
      zone,
      today,
      clock,
      clock,
      pause,
      fc.integer({ min: 0, max: 3 * 1440 - 120 }),
      (timeZone, day, openTime, closingTime, paused, minutes) => {
        const midnight = instantOf(day, 0, timeZone);
        const shop: StoreHours = {
          ...hours,
          timeZone,
          openTime,
          closingTime,
          pausedUntil: paused === null ? null : addMinutes(midnight, paused),
          pauseMessage: "Soon.",
        };
        const at = addMinutes(midnight, minutes);
        const state = openState(shop, at);
        const sentence = closedBanner(state, at, shop) ?? "";
        expect(saidAt(writeBannerList(shop, day), at)).toEqual([sentence, sentence === "" ? "" : (state.message ?? "")]);
        expect(writeBannerList(shop, localDateOf(midnight, timeZone))).toEqual(writeBannerList(shop, day));
      },
    ),
  );
});
