import { TORONTO } from "#test/clocks.ts";
import { expect, test } from "vitest";
import { soldOutText } from "./sold-out-text.ts";

const now = new Date("2026-05-04T22:00:00Z"); // 6 PM in Toronto
const text = (until: string | null, stock: number | null = null, isSoldOut = true) =>
  soldOutText({ isSoldOut, soldOutUntil: until === null ? null : new Date(until), stock }, [], now, TORONTO);

test("says when a sold-out product returns", () => {
  expect(text("2026-05-05T15:00:00Z")).toBe("Sold out, back tomorrow 11:00 AM");
  expect(text("2026-05-05T00:30:00Z")).toBe("Sold out, back 8:30 PM");
  expect(text("2026-05-08T15:00:00Z")).toBe("Sold out, back Friday 11:00 AM");
  expect(text(null)).toBe("Sold out");
  expect(text("2026-05-05T15:00:00Z", 0), "it is counted down to nothing, too").toBe("Sold out");
  expect(text(null, 0, false)).toBe("Sold out");
});

test("says nothing for an available product", () => {
  expect(text("2026-05-04T22:00:00Z"), "the mark has just ended").toBe("");
  expect(text(null, 3, false)).toBe("");
});
