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

test("names a rate of one tax after that tax, so that it is one line with it", () => {
  const settings = { ...DEFAULT_SETTINGS, TAX_RATE: 12, TAX_COMPONENTS: "GST 5, PST 7" };
  const componentsWith = (rates: string) =>
    pricingSettings({ ...settings, REDUCED_TAX_RATES: rates }, null).otherRates.map(({ components }) => components);
  const gst = { label: "GST", rate: 50_000 };
  expect(componentsWith("gst 5, Groceries 2")).toEqual([[gst], [{ label: "Tax (Groceries)", rate: 20_000 }]]);
  expect(componentsWith("Alcohol: GST 5 + Liquor 10, Liquor 10")).toEqual([
    [gst, { label: "Liquor", rate: 100_000 }],
    [{ label: "Liquor", rate: 100_000 }],
  ]);
  expect(componentsWith("GST 4")).toEqual([[{ label: "Tax (GST)", rate: 40_000 }]]);
});
