import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addMinutes, instantOf, localDateOf } from "#app/values/time.ts";
import { TORONTO } from "#test/clocks.ts";
import { slotInput, TEST_ORDERING, type SlotChange } from "#test/slots.ts";
import { checkTime, earliestPromise, hasFreeSlot, listSlotDates, listSlots, type SlotInput } from "./slots.ts";

const zone = TORONTO.timeZone;
/** "2026-11-20 12:00" in Toronto. */
const at = (text: string): Date => {
  const [date = "", clock = ""] = text.split(" ");
  return instantOf(date, Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)), zone);
};
const shown = (instant: Date | undefined) =>
  instant === undefined
    ? "none"
    : new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(instant);

/** An order that is wanted `leadHours` ahead; 0 = no lead time. */
function input(now: string | Date, leadHours: number, change: SlotChange = {}): SlotInput {
  const instant = typeof now === "string" ? at(now) : now;
  const lead = leadHours === 0 ? undefined : { until: addMinutes(instant, leadHours * 60), text: "Cake takes time." };
  return slotInput(instant, { lead, ...change });
}

function firstSlot(slots: SlotInput) {
  const [day] = listSlotDates(slots);
  return day === undefined ? undefined : listSlots(slots, day).find(({ isFull }) => !isFull)?.startsAt;
}

const NIGHT = { openTime: "18:00", closingTime: "02:00" };
const closedOn = (date: string) => ({ special: [{ from: date, to: date, ranges: [], services: "all" as const, message: "" }] });

test.each<[string, string, number, SlotChange, string]>([
  ["ends in an opening", "2026-11-20 12:00", 48, {}, "2026-11-22 12:30"],
  ["ends between two minutes of the grid", "2026-11-20 12:01", 48, {}, "2026-11-22 12:30"],
  ["ends in the preparation before closing", "2026-11-20 21:50", 48, {}, "2026-11-23 11:30"],
  ["ends at night", "2026-11-20 03:00", 48, {}, "2026-11-22 11:30"],
  ["is shorter than the time to the next opening", "2026-11-20 23:00", 2, {}, "2026-11-21 11:30"],
  ["ends on the same day", "2026-11-20 12:00", 3, {}, "2026-11-20 15:30"],
  ["is for delivery", "2026-11-20 12:00", 48, { fulfillment: "delivery" }, "2026-11-22 12:45"],
  ["ends on a closed day", "2026-11-20 12:00", 48, { hours: closedOn("2026-11-22") }, "2026-11-23 11:30"],
  ["ends after midnight in a night's opening", "2026-11-20 23:50", 24, { hours: NIGHT }, "2026-11-22 00:15"],
  ["ends before midnight in a night's opening", "2026-11-20 23:30", 24, { hours: NIGHT }, "2026-11-22 00:00"],
  ["ends when the night's opening closes", "2026-11-20 01:50", 24, { hours: NIGHT }, "2026-11-21 18:30"],
  ["passes the end of daylight saving", "2026-10-31 13:00", 24, {}, "2026-11-01 12:30"],
  ["passes the start of daylight saving", "2026-03-07 13:00", 24, {}, "2026-03-08 14:30"],
  ["ends before the hour that is repeated", "2026-10-31 01:30", 24, { hours: NIGHT }, "2026-11-01 01:00"],
  ["ends before a pause", "2026-11-20 12:00", 1, { hours: { pausedUntil: at("2026-11-20 16:00") } }, "2026-11-20 16:30"],
  ["ends after a pause", "2026-11-20 12:00", 48, { hours: { pausedUntil: at("2026-11-20 16:00") } }, "2026-11-22 12:30"],
  [
    "ends after busy hours",
    "2026-11-20 12:00",
    48,
    { settings: { busyExtraMinutes: 30, busyUntil: at("2026-11-20 18:00") } },
    "2026-11-22 12:30",
  ],
  ["is busy without an end", "2026-11-20 12:00", 48, { settings: { busyExtraMinutes: 30 } }, "2026-11-22 13:00"],
  [
    "ends in a full slot",
    "2026-11-20 12:00",
    48,
    { settings: { slotMaxOrders: 1 }, loads: new Map([[at("2026-11-22 12:30").getTime(), { orders: 1, items: 1 }]]) },
    "2026-11-22 12:45",
  ],
  ["ends on the last day", "2026-11-20 12:00", 6 * 24, {}, "2026-11-26 12:30"],
  ["ends on the last day after closing", "2026-11-20 21:50", 6 * 24, {}, "none"],
  ["is longer than orders are taken ahead", "2026-11-20 12:00", 7 * 24, {}, "none"],
  ["is used without orders for later", "2026-11-20 12:00", 1, { settings: { allowScheduling: false } }, "none"],
])("offers the first time when the lead time %s", (_, now, leadHours, change, first) => {
  const slots = input(now, leadHours, change);
  expect(shown(firstSlot(slots))).toBe(first);
  expect(hasFreeSlot(slots)).toBe(first !== "none");
  expect(earliestPromise(slots)).toMatchObject({ ok: false, error: { code: "lead_time", message: "Cake takes time." } });
});

test("accepts only offered times and says which are within the lead time", () => {
  const slots = input("2026-11-20 12:00", 48);
  const code = (requested: Date | null) => {
    const result = checkTime(slots, requested);
    return result.ok ? shown(result.value) : result.error.code;
  };
  expect(code(null)).toBe("lead_time");
  expect(code(at("2026-11-21 12:30"))).toBe("lead_time");
  expect(code(at("2026-11-22 11:45"))).toBe("lead_time");
  expect(code(at("2026-11-22 12:15")), "half an hour to fill in the form").toBe("2026-11-22 12:15");
  expect(code(at("2026-11-22 12:30"))).toBe("2026-11-22 12:30");
  expect(code(at("2026-11-22 12:40"))).toBe("time_unavailable");
  expect(code(at("2026-11-27 12:30"))).toBe("time_unavailable");
});

test("leaves out exactly the times before the lead time and the preparation", () => {
  const start = at("2026-10-20 00:00");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 * 1440 }), fc.integer({ min: 1, max: 200 }), fc.boolean(), (minutes, leadHours, isNight) => {
      const now = addMinutes(start, minutes);
      const change = isNight ? { hours: NIGHT } : {};
      const ready = addMinutes(now, leadHours * 60 + TEST_ORDERING.prepMinutes.pickup);
      const days = Array.from({ length: TEST_ORDERING.scheduleDaysAhead + 2 }, (_value, day) => addDays(localDateOf(now, zone), day));
      const timesOf = (slots: SlotInput) => days.flatMap((day) => listSlots(slots, day).map(({ startsAt }) => startsAt));
      expect(timesOf(input(now, leadHours, change))).toEqual(timesOf(input(now, 0, change)).filter((time) => time >= ready));
    }),
    { numRuns: 100 },
  );
});
