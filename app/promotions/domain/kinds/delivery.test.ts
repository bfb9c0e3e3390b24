import { expect, test } from "vitest";
import { applyKind, describeKind, listParamErrors } from "#test/promotion-kinds.ts";
import { sampleLine } from "#test/promotion-samples.ts";

const lines = [sampleLine(1, 3000)];
const delivered = { lines, fulfillment: "delivery", deliveryFee: 499 } as const;

test.each([
  { kind: "delivery-percent", params: { rate: 1_000_000 }, amount: 499 },
  { kind: "delivery-percent", params: { rate: 500_000 }, amount: 250 },
  { kind: "delivery-fixed", params: { amount: 300 }, amount: 300 },
  { kind: "delivery-fixed", params: { amount: 900 }, amount: 499 },
])("$kind takes $amount off the fee and nothing off the lines", ({ kind, params, amount }) => {
  const { outcome } = applyKind(kind, params, delivered);
  expect(outcome).toMatchObject({ totalDiscount: amount, deliveryDiscount: amount, lineDiscounts: { "line-1": 0 } });
  expect(outcome.applied).toMatchObject([{ amount, deliveryShare: amount, lineShares: {} }]);
});

test.each(["delivery-percent", "delivery-fixed"])("%s says that it is for delivery, or that delivery is free already", (kind) => {
  const params = kind === "delivery-percent" ? { rate: 1_000_000 } : { amount: 300 };
  expect(applyKind(kind, params, { ...delivered, fulfillment: "pickup" }).outcome.notApplied).toMatchObject([
    { reason: "condition", message: "Delivery only." },
  ]);
  expect(applyKind(kind, params, { ...delivered, deliveryFee: 0 }).outcome.notApplied).toMatchObject([
    { reason: "no-eligible-items", message: "Delivery is free already." },
  ]);
});

test("summarizes itself in plain words", () => {
  expect(describeKind("delivery-percent", { rate: 1_000_000 })).toBe("Free delivery");
  expect(describeKind("delivery-percent", { rate: 500_000 })).toBe("50% off the delivery fee");
  expect(describeKind("delivery-fixed", { amount: 300 })).toBe("$3 off the delivery fee");
  expect(listParamErrors("delivery-fixed", { amount: 0 })).toEqual(["amount"]);
});
