import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#app/store/domain/settings.ts";
import { pricingSettings } from "./pricing-settings.ts";

test("keeps decimals of a tax rate and throws for an invalid one", () => {
  expect(pricingSettings({ ...DEFAULT_SETTINGS, TAX_RATE: 8.875 }, null).taxRate).toBe(88_750);
  expect(() => pricingSettings({ ...DEFAULT_SETTINGS, TAX_RATE: 130 }, null)).toThrow(RangeError);
});

test("defaults to 13 percent tax and free delivery", () => {
  expect(pricingSettings(DEFAULT_SETTINGS, null)).toMatchObject({
    taxRate: 130_000,
    taxLabel: "Tax",
    deliveryFee: 0,
    deliveryFreeAbove: null,
  });
});
