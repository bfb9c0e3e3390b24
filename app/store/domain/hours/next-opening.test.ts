import { TEST_HOURS } from "#test/slots.ts";
import { expect, test } from "vitest";
import { nextOpening } from "./next-opening.ts";
import type { StoreHours } from "./opening-hours.ts";

const shop: StoreHours = { ...TEST_HOURS, deliveryEnabled: false };
const at = (text: string) => new Date(`2026-03-04T${text}:00-05:00`);

test.for([
  ["before it opens", shop, "09:00", "2026-03-04T16:00:00.000Z"],
  ["while it is open", shop, "12:00", "2026-03-05T16:00:00.000Z"],
  ["while it is paused", { ...shop, pausedUntil: at("13:00") }, "12:00", "2026-03-05T16:00:00.000Z"],
  ["a shop that never closes", { ...shop, openTime: null, closingTime: null }, "12:00", "2026-03-05T09:00:00.000Z"],
] as const)("%s", ([, hours, now, expected]) => {
  expect(nextOpening(hours, at(now)).toISOString()).toBe(expected);
});
