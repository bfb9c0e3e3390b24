import { expect, test } from "vitest";
import { calendarHref } from "./calendar.ts";

const ENTRY = {
  uid: "token",
  revision: 3,
  title: "Pick up order A-042, Copper Bell",
  startsAt: new Date("2026-03-08T18:45:00Z"),
  writtenAt: new Date("2026-03-08T18:00:00Z"),
  place: "41 Millrace Lane, Toronto; Ontario",
  url: "https://shop.example/payment-complete?order=token",
};

const raw = (href: string) => decodeURIComponent(href.slice(href.indexOf(",") + 1));

function lines(href: string): string[] {
  expect(href.startsWith("data:text/calendar;charset=utf-8,")).toBe(true);
  return raw(href).replaceAll("\r\n ", "").split("\r\n");
}

test("writes a 15 minute entry in UTC", () => {
  const file = lines(calendarHref(ENTRY));
  expect(file).toContain("DTSTART:20260308T184500Z");
  expect(file).toContain("DTEND:20260308T190000Z");
  expect(file).toContain("DTSTAMP:20260308T180000Z");
  expect(file).toContain("SEQUENCE:3");
  expect(file.at(0)).toBe("BEGIN:VCALENDAR");
  expect(file.at(-2)).toBe("END:VCALENDAR");
});

test("escapes separators and line breaks", () => {
  const file = lines(calendarHref({ ...ENTRY, title: "Order\nATTENDEE:x" }));
  expect(file).toContain("LOCATION:41 Millrace Lane\\, Toronto\\; Ontario");
  expect(file).toContain("SUMMARY:Order\\nATTENDEE:x");
  expect(file.some((line) => line.startsWith("ATTENDEE"))).toBe(false);
});

test("omits the location without an address", () => {
  expect(lines(calendarHref({ ...ENTRY, place: "" })).some((line) => line.startsWith("LOCATION"))).toBe(false);
});

test("folds lines at 75 bytes between characters", () => {
  const title = `Pick up order A-042, ${"Käsespätzle 🍜 ".repeat(12)}`;
  const file = raw(calendarHref({ ...ENTRY, title, place: "\\ back" }));
  for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(lines(calendarHref({ ...ENTRY, title }))).toContain(`SUMMARY:${title.replaceAll(",", "\\,")}`);
  expect(file).not.toContain("\uFFFD");
  expect(file).toContain("LOCATION:\\\\ back");
});
