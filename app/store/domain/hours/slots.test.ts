import { TORONTO } from "#test/clocks.ts";
import { slotInput, TEST_ORDERING, type SlotChange } from "#test/slots.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listOpenings } from "./opening-hours.ts";
import { checkTime, countSlotLoads, earliestPromise, formatSlot, hasFreeSlot, listSlotDates, listSlots, type SlotInput } from "./slots.ts";
import { addDays, addMinutes, instantOf, localDateOf, localTimeOf, minutesBetween, roundDownToClock } from "#app/values/time.ts";

const toronto = "America/Toronto";
const at = (text: string, zone = toronto): Date => {
  const [date = "", clock = ""] = text.split(" ");
  return instantOf(date, Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)), zone);
};
const clockOf = (instant: Date, zone = toronto): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" }).format(instant);

const input = (now: string | Date, change: SlotChange = {}): SlotInput => slotInput(typeof now === "string" ? at(now) : now, change);
const promiseAt = (now: string, change: SlotChange = {}) => {
  const result = earliestPromise(input(now, change));
  return result.ok ? clockOf(result.value) : result.error;
};

test.each([
  ["2026-11-20 12:00", {}, "12:20"],
  ["2026-11-20 12:01", {}, "12:25"],
  ["2026-11-20 12:00", { fulfillment: "delivery" }, "12:45"],
  ["2026-11-20 12:00", { settings: { busyExtraMinutes: 20 } }, "12:40"],
  ["2026-11-20 12:00", { settings: { busyExtraMinutes: 20, busyUntil: at("2026-11-20 12:01") } }, "12:40"],
  ["2026-11-20 12:00", { settings: { busyExtraMinutes: 20, busyUntil: at("2026-11-20 12:00") } }, "12:20"],
  // Open until closing, so the promise may lie after it; never at the moment of the order.
  ["2026-11-20 21:59", {}, "22:20"],
  ["2026-11-20 21:39", { settings: { lastOrderMinutes: 20 } }, "22:00"],
] satisfies [string, SlotChange, string][])("ordered at %s with %j, promised at %s", (now, change, expected) => {
  expect(promiseAt(now, change)).toBe(expected);
});

test.each([
  ["2026-11-20 22:00", {}, "closed", "We are closed now. We are back at 11:00 AM tomorrow. You can choose a later time."],
  ["2026-11-20 22:00", { settings: { allowScheduling: false } }, "closed", "We are closed now. We are back at 11:00 AM tomorrow."],
  ["2026-11-20 21:40", { settings: { lastOrderMinutes: 20 } }, "closed", "Last orders were at 9:40 PM. You can choose a later time."],
  ["2026-11-20 12:00", { fulfillment: "delivery", hours: { deliveryEnabled: false } }, "delivery_off", "We do not deliver. Choose pickup."],
  [
    "2026-11-20 21:00",
    { fulfillment: "delivery", hours: { deliveryClosingTime: "20:00" } },
    "delivery_closed",
    "We are not delivering now. Choose pickup. You can choose a later time.",
  ],
  [
    "2026-11-20 12:00",
    { fulfillment: "delivery", hours: { deliveryPausedUntil: at("2026-11-20 13:00") } },
    "delivery_closed",
    "We are not delivering now. Delivery is paused until 1:00 PM. Choose pickup. You can choose a later time.",
  ],
  [
    "2026-11-20 12:00",
    { hours: { pausedUntil: at("2026-11-20 12:30") } },
    "paused",
    "We are not taking orders for a moment. We are back at 12:30 PM. You can choose a later time.",
  ],
] satisfies [string, SlotChange, string, string][])("at %s with %j an order is refused as %s", (now, change, code, message) => {
  expect(promiseAt(now, change)).toEqual({ code, message });
});

test("while delivery is paused its times begin after the pause, and those of pickup stay", () => {
  const first = (fulfillment: "pickup" | "delivery") => {
    const request = input("2026-11-20 12:00", { fulfillment, hours: { deliveryPausedUntil: at("2026-11-20 13:00") } });
    return listSlots(request, "2026-11-20").map((slot) => clockOf(slot.startsAt))[0];
  };
  expect([first("pickup"), first("delivery")]).toEqual(["12:30", "13:45"]);
});

test("moves the promise from a full slot to the next free one, never past closing", () => {
  const loads = countSlotLoads(
    [at("2026-11-20 12:15"), at("2026-11-20 12:29"), at("2026-11-20 12:30"), at("2026-11-20 12:44")].map((time) => ({
      at: time,
      items: 3,
    })),
    TEST_ORDERING,
    toronto,
  );
  expect(promiseAt("2026-11-20 12:00", { loads, settings: { slotMaxOrders: 3 } })).toBe("12:20");
  expect(promiseAt("2026-11-20 12:00", { loads, settings: { slotMaxOrders: 2 } })).toBe("12:45");
  expect(promiseAt("2026-11-20 12:00", { loads, settings: { slotMaxItems: 8 }, items: 2 })).toBe("12:20");
  expect(promiseAt("2026-11-20 12:00", { loads, settings: { slotMaxItems: 8 }, items: 3 })).toBe("12:45");
  const evening = countSlotLoads(
    [at("2026-11-20 21:45"), at("2026-11-20 22:00")].map((time) => ({ at: time, items: 1 })),
    TEST_ORDERING,
    toronto,
  );
  expect(promiseAt("2026-11-20 21:30", { loads: evening, settings: { slotMaxOrders: 1 } })).toEqual({
    code: "time_unavailable",
    message: "We have no time left before closing. You can choose a later time.",
  });
});

test("an order larger than the item limit still fits an empty slot", () => {
  expect(promiseAt("2026-11-20 12:00", { settings: { slotMaxItems: 5 }, items: 40 })).toBe("12:20");
});

const clocks = (now: string, date: string, change: SlotChange = {}): string[] => {
  const request = input(now, change);
  return listSlots(request, date).map((slot) => clockOf(slot.startsAt, request.hours.timeZone));
};

test("slots start one preparation time after opening and end by closing", () => {
  const tomorrow = clocks("2026-11-20 12:00", "2026-11-21");
  expect(tomorrow[0]).toBe("11:30");
  expect(tomorrow.at(-1)).toBe("21:45");
  expect(tomorrow).toHaveLength(42);
});

test("the last slot ends with closing, also where closing is not on the interval", () => {
  const last = (closingTime: string) => listSlots(input("2026-11-20 12:00", { hours: { closingTime } }), "2026-11-21").at(-1);
  expect(last("22:00")).toMatchObject({ startsAt: at("2026-11-21 21:45"), endsAt: at("2026-11-21 22:00") });
  expect(last("22:05")).toMatchObject({ startsAt: at("2026-11-21 22:00"), endsAt: at("2026-11-21 22:05") });
  expect(checkTime(input("2026-11-20 12:00"), at("2026-11-21 22:00"))).toMatchObject({ ok: false, error: { code: "time_unavailable" } });
});

test("offers only times that suit everything in the cart", () => {
  const suits = (time: Date) => localDateOf(time, toronto) === "2026-11-21" && clockOf(time) < "12:15";
  const request = input("2026-11-20 12:00", { suits });
  expect(listSlotDates(request)).toEqual(["2026-11-21"]);
  expect(listSlots(request, "2026-11-21").map((slot) => clockOf(slot.startsAt))).toEqual(["11:30", "11:45", "12:00"]);
  expect(earliestPromise(request)).toMatchObject({
    ok: false,
    error: { message: "Not everything in your order can be ordered now. You can choose a later time." },
  });
  expect([hasFreeSlot(request), hasFreeSlot(input("2026-11-20 12:00", { suits: () => false }))]).toEqual([true, false]);
  expect(hasFreeSlot(input("2026-11-20 12:00", { settings: { allowScheduling: false } }))).toBe(false);
});

test("today's first slot is now plus preparation and busy minutes, on the interval", () => {
  expect(clocks("2026-11-20 12:01", "2026-11-20")[0]).toBe("12:30");
  expect(clocks("2026-11-20 12:01", "2026-11-20", { settings: { busyExtraMinutes: 10 } })[0]).toBe("12:45");
  expect(clocks("2026-11-20 09:00", "2026-11-20")[0]).toBe("11:30");
  expect(clocks("2026-11-20 23:00", "2026-11-20")).toEqual([]);
  expect(clocks("2026-11-20 12:00", "2026-11-20", { hours: { pausedUntil: at("2026-11-20 15:00") } })[0]).toBe("15:30");
});

test("adds no second preparation after midnight, and lists slots by calendar day", () => {
  const night = { hours: { openTime: "18:00", closingTime: "01:00" } };
  expect(clocks("2026-11-20 12:00", "2026-11-21", night).slice(0, 6)).toEqual(["00:00", "00:15", "00:30", "00:45", "18:30", "18:45"]);
  expect(clocks("2026-11-20 12:00", "2026-11-20", night)[0]).toBe("18:30");
  expect(clocks("2026-11-20 12:00", "2026-11-20", night).at(-1)).toBe("23:45");
});

test("offers only days within the scheduling limit, and none while it is off", () => {
  expect(clocks("2026-11-20 12:00", "2026-11-26")).not.toEqual([]);
  expect(clocks("2026-11-20 12:00", "2026-11-27")).toEqual([]);
  expect(clocks("2026-11-20 12:00", "2026-11-19")).toEqual([]);
  expect(clocks("2026-11-20 12:00", "2026-11-21", { settings: { allowScheduling: false } })).toEqual([]);
  expect(clocks("2026-11-20 12:00", "2026-11-21", { fulfillment: "delivery", hours: { deliveryEnabled: false } })).toEqual([]);
  expect(listSlotDates(input("2026-11-20 23:00", { settings: { scheduleDaysAhead: 2 } }))).toEqual(["2026-11-21", "2026-11-22"]);
});

test("a store that is always open offers every interval of a day", () => {
  expect(clocks("2026-11-20 12:00", "2026-11-22", { hours: { openTime: null, closingTime: null } })).toHaveLength(96);
});

test("a spring night has no skipped times, an autumn night has its repeated hour twice", () => {
  const open = { hours: { openTime: null, closingTime: null } };
  const spring = clocks("2026-03-07 12:00", "2026-03-08", open);
  expect(spring).toHaveLength(92);
  expect(spring.some((clock) => clock.startsWith("02:"))).toBe(false);
  const autumn = clocks("2026-10-31 12:00", "2026-11-01", open);
  expect(autumn).toHaveLength(100);
  expect(autumn.filter((clock) => clock === "01:15")).toHaveLength(2);
  const halfHour = { hours: { openTime: null, closingTime: null, timeZone: "Australia/Lord_Howe" } };
  expect(clocks("2026-10-03 00:00", "2026-10-04", halfHour)).toHaveLength(94);
  expect(clocks("2026-04-04 00:00", "2026-04-05", halfHour)).toHaveLength(98);
});

test("marks busy and full slots", () => {
  const loads = countSlotLoads(
    [
      { at: at("2026-11-21 12:05"), items: 2 },
      { at: at("2026-11-21 12:20"), items: 2 },
      { at: at("2026-11-21 12:25"), items: 2 },
    ],
    TEST_ORDERING,
    toronto,
  );
  const slots = listSlots(input("2026-11-20 12:00", { loads, settings: { slotMaxOrders: 2 } }), "2026-11-21");
  const marks = slots.map((slot) => `${clockOf(slot.startsAt)} ${slot.isFull ? "full" : slot.isBusy ? "busy" : "free"}`);
  expect(marks.slice(1, 5)).toEqual(["11:45 free", "12:00 busy", "12:15 full", "12:30 free"]);
});

test("accepts a requested time only if it is offered and has capacity", () => {
  const wanted = at("2026-11-21 12:15");
  expect(checkTime(input("2026-11-20 23:00"), wanted)).toEqual({ ok: true, value: wanted });
  expect(checkTime(input("2026-11-20 12:00"), null)).toEqual({ ok: true, value: at("2026-11-20 12:20") });
  const refused = (request: SlotInput, time: Date | null) => {
    const result = checkTime(request, time);
    return result.ok ? "taken" : result.error.code;
  };
  expect(refused(input("2026-11-20 23:00"), null)).toBe("closed");
  expect(refused(input("2026-11-20 12:00"), addMinutes(wanted, 1))).toBe("time_unavailable");
  expect(refused(input("2026-11-20 12:00"), at("2026-11-20 12:15"))).toBe("time_unavailable");
  expect(refused(input("2026-11-20 12:00"), at("2026-11-21 23:00"))).toBe("time_unavailable");
  expect(refused(input("2026-11-20 12:00"), at("2026-12-21 12:15"))).toBe("time_unavailable");
  expect(refused(input("2026-11-20 12:00", { settings: { allowScheduling: false } }), wanted)).toBe("time_unavailable");
  expect(refused(input("2026-11-20 12:00", { fulfillment: "delivery", hours: { deliveryEnabled: false } }), wanted)).toBe("delivery_off");
  const loads = countSlotLoads([{ at: wanted, items: 1 }], TEST_ORDERING, toronto);
  expect(refused(input("2026-11-20 12:00", { loads, settings: { slotMaxOrders: 1 } }), wanted)).toBe("time_unavailable");
});

test("formats a slot as a time range", () => {
  const read = (start: string) =>
    formatSlot({ startsAt: at(start), endsAt: addMinutes(at(start), 15), isFull: false, isBusy: false }, TORONTO);
  expect(read("2026-11-20 18:40")).toBe("6:40–6:55 PM");
  expect(read("2026-11-20 11:45")).toBe("11:45 AM–12:00 PM");
});

const quarter = fc
  .integer({ min: 0, max: 95 })
  .map((count) => `${String(Math.floor(count / 4)).padStart(2, "0")}:${String((count % 4) * 15).padStart(2, "0")}`);
const zones = fc.constantFrom(toronto, "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu");
const instants = fc.date({ min: new Date("2026-01-01T00:00:00Z"), max: new Date("2027-12-31T00:00:00Z"), noInvalidDate: true });

test("never promises before now plus preparation, or outside an opening", () => {
  fc.assert(
    fc.property(
      quarter,
      quarter,
      zones,
      instants,
      fc.integer({ min: 0, max: 120 }),
      fc.constantFrom(5, 10, 15, 20, 30, 60),
      (openTime, closingTime, timeZone, now, prep, interval) => {
        fc.pre(openTime !== closingTime);
        const request = input(now, {
          hours: { openTime, closingTime, timeZone },
          settings: { prepMinutes: { pickup: prep, delivery: prep }, slotIntervalMinutes: interval },
        });
        const promise = earliestPromise(request);
        if (promise.ok) expect(minutesBetween(now, promise.value)).toBeGreaterThanOrEqual(prep);
        const today = localDateOf(now, timeZone);
        const slots = [...listSlots(request, today), ...listSlots(request, addDays(today, 1))];
        const openings = listOpenings(request.hours, "pickup", now, 2);
        slots.forEach((slot, index) => {
          expect(minutesBetween(now, slot.startsAt)).toBeGreaterThanOrEqual(prep);
          expect(localTimeOf(slot.startsAt, timeZone).minutes % interval).toBe(0);
          expect(roundDownToClock(slot.startsAt, interval, timeZone)).toEqual(slot.startsAt);
          const previous = slots[index - 1];
          if (previous !== undefined) expect(previous.startsAt < slot.startsAt).toBe(true);
          const opening = openings.find(({ from, to }) => from <= slot.startsAt && slot.startsAt <= to);
          expect(opening !== undefined && minutesBetween(opening.from, slot.startsAt) >= prep).toBe(true);
        });
        for (const slot of [slots[0], slots.at(-1)]) {
          if (slot !== undefined) expect(checkTime(request, slot.startsAt)).toEqual({ ok: true, value: slot.startsAt });
        }
      },
    ),
    // A day of 25 hours was once taken for two.
    { numRuns: 100, examples: [["00:00", "00:15", "Europe/Berlin", new Date("2026-10-24T22:00:00.000Z"), 0, 5]] },
  );
});

test("treats a slot closed by staff as full", () => {
  const closed = [{ startsAt: at("2026-03-02 18:15"), endsAt: at("2026-03-02 18:30") }];
  const now = input("2026-03-02 18:00", { closed });
  expect(earliestPromise(now)).toEqual({ ok: true, value: at("2026-03-02 18:30") });
  expect(listSlots(now, "2026-03-02").find((slot) => slot.startsAt.getTime() === at("2026-03-02 18:30").getTime())?.isFull).toBe(false);
  const earlier = input("2026-03-02 17:00", { closed });
  expect(listSlots(earlier, "2026-03-02").find((slot) => slot.startsAt.getTime() === at("2026-03-02 18:15").getTime())?.isFull).toBe(true);
  expect(checkTime(earlier, at("2026-03-02 18:15"))).toMatchObject({ ok: false, error: { code: "time_unavailable" } });
});
