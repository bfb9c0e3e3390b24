import { TEST_HOURS } from "#test/slots.ts";
import { expect, test } from "vitest";
import { comingDays } from "./coming-days.ts";
import type { StoreHours } from "./opening-hours.ts";

const hours: StoreHours = {
  ...TEST_HOURS,
  openTime: null,
  closingTime: null,
  weekly: { friday: ["11:00-14:00", "18:00-02:00"], saturday: ["00:00-24:00"] },
  special: [{ from: "2026-03-08", to: "2026-03-08", ranges: ["12:00-20:00"], services: "all", message: "Clocks change" }],
  deliveryClosingTime: "22:00",
};

test("lists split shifts, nights, whole, special and closed days in the shop's zone", () => {
  // 11 PM on Thursday in Toronto, Friday already in UTC.
  const days = comingDays(hours, new Date("2026-03-06T04:00:00Z"), 5);
  expect(days.map(({ label, times }) => `${label}: ${times}`)).toEqual([
    "Thu, Mar 5: Closed",
    "Fri, Mar 6: 11:00 AM – 2:00 PM, 6:00 PM – 2:00 AM (next day)",
    "Sat, Mar 7: Open 24 hours",
    "Sun, Mar 8: 12:00 PM – 8:00 PM",
    "Mon, Mar 9: Closed",
  ]);
  expect(days[1]?.others).toEqual(["Delivery 11:00 AM – 2:00 PM, 6:00 PM – 10:00 PM"]);
  expect(days.map((day) => day.special?.message)).toEqual([undefined, undefined, undefined, "Clocks change", undefined]);
});

test("special hours for one service alone do not close the other", () => {
  const special = [{ from: "2026-03-06", to: "2026-03-06", ranges: [], services: "delivery", message: "" }] as const;
  const [, friday] = comingDays({ ...hours, deliveryClosingTime: null, special }, new Date("2026-03-05T17:00:00Z"), 2);
  expect(friday).toMatchObject({ times: "11:00 AM – 2:00 PM, 6:00 PM – 2:00 AM (next day)", others: ["Delivery closed"] });
});
