import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#app/store/domain/settings.ts";
import { pricingSettings } from "./settings.ts";

test("a tax rate keeps its decimals on the way to pricing, and one that slipped past the check is a bug", () => {
  expect(pricingSettings({ ...DEFAULT_SETTINGS, TAX_RATE: 8.875 }, null).taxRate).toBe(88_750);
  expect(() => pricingSettings({ ...DEFAULT_SETTINGS, TAX_RATE: 130 }, null)).toThrow(RangeError);
});

test("with nothing stored, prices are taxed at 13 percent and delivery is free", () => {
  expect(pricingSettings(DEFAULT_SETTINGS, null)).toMatchObject({
    taxRate: 130_000,
    taxLabel: "Tax",
    deliveryFee: 0,
    deliveryFreeAbove: null,
  });
});
