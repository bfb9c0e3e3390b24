import { expect, test } from "vitest";
import { isLinkOpen, isPayableByLink, linkAddress, linkEnd, linkTerms, shortened } from "./payment-link.ts";

const NOW = new Date("2027-03-05T17:00:00Z");
const at = (text: string) => new Date(text);

test.each([
  ["as soon as possible", null, null, "2027-03-05T18:00:00Z"],
  ["as soon as possible, long before last orders", null, "2027-03-05T21:00:00Z", "2027-03-05T18:00:00Z"],
  ["as soon as possible, shortly before last orders", null, "2027-03-05T17:20:00Z", "2027-03-05T17:20:00Z"],
  ["this evening, less the preparation", "2027-03-05T21:00:00Z", "2027-03-05T20:00:00Z", "2027-03-05T20:40:00Z"],
  ["in half an hour", "2027-03-05T17:30:00Z", null, "2027-03-05T17:15:00Z"],
  ["next week", "2027-03-12T17:00:00Z", "2027-03-05T20:00:00Z", "2027-03-06T17:00:00Z"],
])("a link for an order %s ends in time", (_, requested, last, end) => {
  const [requestedFor, lastOrders] = [requested, last].map((text) => (text === null ? null : at(text)));
  expect(linkEnd(NOW, { requestedFor: requestedFor ?? null, prepMinutes: 20, lastOrders: lastOrders ?? null })).toEqual(at(end));
});

test.each([
  ["an hour at most", "2027-03-05T20:00:00Z", null, "2027-03-05T18:00:00Z"],
  ["when the preparation for its order's time must begin", "2027-03-05T17:55:00Z", null, "2027-03-05T17:35:00Z"],
  ["after 15 minutes at the earliest", "2027-03-05T17:20:00Z", null, "2027-03-05T17:15:00Z"],
  ["after last orders, as its order is still made", "2027-03-05T17:45:00Z", "2027-03-05T16:50:00Z", "2027-03-05T17:25:00Z"],
])("a link for what is added to an order as soon as possible ends %s", (_, promised, last, end) => {
  const lastOrders = last === null ? null : at(last);
  expect(linkEnd(NOW, { requestedFor: null, promisedWith: at(promised), prepMinutes: 20, lastOrders })).toEqual(at(end));
});

test("a link ends in time for lead times", () => {
  const order = { prepMinutes: 20, lastOrders: null, requestedFor: at("2027-03-07T20:00:00Z") };
  expect(linkEnd(NOW, { ...order, leadUntil: at("2027-03-07T17:00:00Z") })).toEqual(at("2027-03-05T19:40:00Z"));
  expect(linkEnd(NOW, { ...order, leadUntil: at("2027-03-07T19:40:00Z") })).toEqual(at("2027-03-05T17:15:00Z"));
});

test("a link never ends later than it did", () => {
  const [payBy, sooner, later] = [at("2027-03-05T18:00:00Z"), at("2027-03-05T17:40:00Z"), at("2027-03-05T18:20:00Z")];
  expect([shortened(payBy, sooner), shortened(payBy, payBy), shortened(payBy, later)]).toEqual([
    { payBy: sooner, holdExpiresAt: sooner },
    {},
    {},
  ]);
});

test("minutes until it is ready count only as soon as possible", () => {
  const order = { prepMinutes: 20, lastOrders: null, minutes: 90 };
  expect(linkTerms(true, NOW, { ...order, requestedFor: null }).acceptMinutes).toBe(90);
  expect(linkTerms(true, NOW, { ...order, requestedFor: at("2027-03-06T17:00:00Z") }).acceptMinutes).toBeNull();
});

test("can be paid while no bank decides, also after an unanswered bank request", () => {
  const payBy = at("2027-03-05T18:00:00Z");
  const payable = (status: string | null, paymentProblem: string | null = null) =>
    isPayableByLink({ status: "awaiting_payment", payBy, paymentProblem, paymentIntent: status === null ? null : { status } }, NOW);
  expect([null, "requires_payment_method", "requires_confirmation", "requires_action"].map((status) => payable(status))).toEqual(
    Array(4).fill(true),
  );
  expect(["processing", "requires_capture", "succeeded"].map((status) => payable(status))).toEqual(Array(3).fill(false));
  expect(payable(null, "its amount differs")).toBe(false);
});

test("is open until its end, while nobody has paid", () => {
  const payBy = at("2027-03-05T18:00:00Z");
  expect(isLinkOpen({ status: "awaiting_payment", payBy }, NOW)).toBe(true);
  expect(isLinkOpen({ status: "awaiting_payment", payBy }, payBy)).toBe(false);
  expect(isLinkOpen({ status: "awaiting_payment", payBy: null }, NOW)).toBe(false);
  expect(isLinkOpen({ status: "accepted", payBy }, NOW)).toBe(false);
});

test("its address contains the whole token", () => {
  expect(linkAddress("https://shop.example", "a-b_c")).toBe("https://shop.example/pay-order?order=a-b_c");
});
