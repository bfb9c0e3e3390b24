import { expect, test } from "vitest";
import { isLinkOpen, linkAddress, linkEnd } from "./payment-link.ts";

const NOW = new Date("2027-03-05T17:00:00Z");
const at = (text: string) => new Date(text);

test.each([
  ["as soon as possible", null, "2027-03-05T18:00:00Z"],
  ["this evening, less the preparation", "2027-03-05T21:00:00Z", "2027-03-05T20:40:00Z"],
  ["in half an hour", "2027-03-05T17:30:00Z", "2027-03-05T18:00:00Z"],
  ["next week", "2027-03-12T17:00:00Z", "2027-03-06T17:00:00Z"],
])("a link for an order %s ends in time", (_, requested, end) => {
  const requestedFor = requested === null ? null : at(requested);
  expect(linkEnd(NOW, { requestedFor, prepMinutes: 20 })).toEqual(at(end));
});

test("is open until its end, while nobody has paid", () => {
  const payBy = at("2027-03-05T18:00:00Z");
  expect(isLinkOpen({ status: "awaiting_payment", payBy }, NOW)).toBe(true);
  expect(isLinkOpen({ status: "awaiting_payment", payBy }, payBy)).toBe(false);
  expect(isLinkOpen({ status: "awaiting_payment", payBy: null }, NOW)).toBe(false);
  expect(isLinkOpen({ status: "accepted", payBy }, NOW)).toBe(false);
});

test("its address carries the token whole", () => {
  expect(linkAddress("https://shop.example", "a-b_c")).toBe("https://shop.example/pay-order?order=a-b_c");
});
