import { expect, test } from "vitest";
import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { historyLine } from "./history-line.server.ts";

const AT = new Date("2026-11-07T12:00:00Z");
const CLOCK = { timeZone: "UTC", region: US_REGION };
const line = (action: string, after: Record<string, unknown>) =>
  historyLine(
    { id: 1, at: AT, userName: "Ana", action, kind: "product", before: { 7: {} }, after: { 7: after }, undoneBy: null } as never,
    7,
    {},
    CLOCK,
    AT,
  ).what;

test("labels fields of a record as the history page does", () => {
  expect(line("update", { leadHours: 48, compareAtCents: 900, isHidden: true })).toBe("changed: lead time in hours, price before, hidden");
  expect(line("undo", { bodyHtml: "", slug: "a" })).toBe("took back: text, address");
  expect(line("update", { name: "", hue: 1, sku: "", cap: 1, goesWith: [] })).toBe(
    "changed: name, colour without a picture, SKU, at most off and more",
  );
});
