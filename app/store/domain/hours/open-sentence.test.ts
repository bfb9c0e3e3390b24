import { TEST_HOURS } from "#test/slots.ts";
import { expect, test } from "vitest";
import { openSentence } from "./open-sentence.ts";
import type { StoreHours } from "./opening-hours.ts";

const hours: StoreHours = { ...TEST_HOURS, closingTime: "21:00", deliveryEnabled: false };
/** 3:00 PM in Toronto. */
const afternoon = new Date("2026-11-20T20:00:00Z");

test("an open store says when it closes", () => {
  expect(openSentence(hours, afternoon)).toEqual({ isOpen: true, sentence: "Open now; closes 9:00 PM" });
});

test("a closed store says when it opens, with the day if it is not today", () => {
  expect(openSentence(hours, new Date("2026-11-21T03:00:00Z"))).toEqual({ isOpen: false, sentence: "Closed; opens 11:00 AM tomorrow" });
});

test("a paused store says when it resumes", () => {
  expect(openSentence({ ...hours, pausedUntil: new Date("2026-11-20T20:30:00Z") }, afternoon)).toEqual({
    isOpen: false,
    sentence: "Paused; goes on 3:30 PM",
  });
});

test("a store without hours is just open", () => {
  expect(openSentence({ ...hours, openTime: null, closingTime: null }, afternoon).sentence).toBe("Open now");
});
