import { storedAmount } from "#app/values/money/stored-amount.ts";
import { expect, test } from "vitest";
import {
  DEFAULT_SETTINGS,
  isSettingKey,
  orderingSettings,
  PUBLIC_SETTING_KEYS,
  publicSettings,
  SECRET_SETTING_KEYS,
  SETTING_KEYS,
  SETTINGS,
  settingText,
  tipPresets,
  type SettingKey,
  type Settings,
} from "./settings.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import { otherTaxRates, otherTaxRatesText, shownRates } from "./tax-rates.ts";
import { storeHours } from "./hours/store-hours.ts";
import { postalPrefixes } from "./delivery/postal-prefixes.ts";

const specified: Record<string, string> = {
  APP_NAME: "text",
  ALLOW_TIP: "switch",
  ENABLE_DELIVERY: "switch",
  DELIVERY_CLOSING_TIME: "time",
  DELIVERY_DESCRIPTION: "html",
  DELIVERY_CITY_PREFILL: "text",
  DELIVERY_PROVINCE_PREFILL: "text",
  DELIVERY_COUNTRY_PREFILL: "text",
  STREET_ADDRESS: "text",
  ADDRESS_CITY: "text",
  ADDRESS_REGION: "text",
  COUNTRY: "text",
  POSTAL_CODE: "text",
  TELEPHONE: "tel",
  STORE_OPEN_TIME: "time",
  STORE_CLOSING_TIME: "time",
  STORE_TIMEZONE: "dropdown",
  ORDER_EMAIL_RECIPIENT: "text",
  ORDER_EMAIL_SENDER: "text",
  TAX_RATE: "number",
  STRIPE_PUBLIC_KEY: "text",
  STRIPE_SECRET_KEY: "secret",
  SENDGRID_API_KEY: "secret",
};

test("every setting exists with its editor", () => {
  for (const [key, kind] of Object.entries(specified)) {
    expect(SETTINGS[key as SettingKey]?.kind, key).toBe(kind);
  }
  expect(SETTINGS.DELIVERY_DESCRIPTION.hint.toLowerCase()).toContain("describe the 3rd party delivery service and pricing");
});

test("the public list contains exactly the public settings", () => {
  const byVisibility = SETTING_KEYS.filter((key) => SETTINGS[key].visibility === "public");
  expect([...PUBLIC_SETTING_KEYS].toSorted()).toEqual(byVisibility.toSorted());
  expect(new Set<string>(PUBLIC_SETTING_KEYS).size).toBe(PUBLIC_SETTING_KEYS.length);
});

test("the secrets are exactly the secret editors", () => {
  const secret = SETTING_KEYS.filter((key) => SETTINGS[key].visibility === "secret" || SETTINGS[key].kind === "secret");
  expect([...SECRET_SETTING_KEYS].toSorted()).toEqual(secret.toSorted());
});

test("every agreed key but the two sensitive ones is public", () => {
  const expected = Object.keys(specified).filter((key) => specified[key] !== "secret");
  expect(PUBLIC_SETTING_KEYS as readonly string[]).toEqual(expect.arrayContaining(expected));
});

test("the public answer never carries a secret, even when all are set", () => {
  const filled = Object.fromEntries(
    SETTING_KEYS.map((key) => [
      key,
      typeof DEFAULT_SETTINGS[key] === "string" ? `canary-${SETTINGS[key].visibility}` : DEFAULT_SETTINGS[key],
    ]),
  ) as unknown as Settings;
  const text = JSON.stringify(publicSettings(filled));
  expect(text).toContain("canary-public");
  expect(text).not.toContain("canary-secret");
  expect(text).not.toContain("canary-staff");
});

test("the public answer is flat: booleans, percent as a number, dollars, and null for what is unset", () => {
  const answer = publicSettings({
    ...DEFAULT_SETTINGS,
    TAX_RATE: 8.875,
    DELIVERY_FEE: 450,
    DELIVERY_MIN_ORDER: 2000,
    STORE_OPEN_TIME: "11:00",
  });
  expect(answer).toMatchObject({
    APP_NAME: "Shopbell",
    ALLOW_TIP: false,
    TAX_RATE: 8.875,
    DELIVERY_FEE: 4.5,
    DELIVERY_MIN_ORDER: 20,
    DELIVERY_FREE_ABOVE: null,
    STORE_OPEN_TIME: "11:00",
    STORE_CLOSING_TIME: null,
    STORE_TIMEZONE: "America/Toronto",
    OPENING_HOURS: null,
    SPECIAL_HOURS: [],
    PREP_MINUTES_PICKUP: 20,
    TIP_PRESETS: "15,18,20",
  });
  expect(Object.values(answer)).not.toContain("");
});

test("with nothing stored the shop is always open and takes no deliveries", () => {
  expect(storeHours(DEFAULT_SETTINGS)).toMatchObject({
    openTime: null,
    closingTime: null,
    weekly: null,
    special: [],
    deliveryEnabled: false,
  });
  expect(orderingSettings(DEFAULT_SETTINGS)).toMatchObject({ prepMinutes: { pickup: 20, delivery: 45 }, slotIntervalMinutes: 15 });
});

test("converts hours and pauses for the opening rules", () => {
  const hours = storeHours({
    ...DEFAULT_SETTINGS,
    STORE_OPEN_TIME: "11:00",
    DELIVERY_CLOSING_TIME: "21:00",
    ORDERING_PAUSED_UNTIL: "2026-03-08T18:30:00Z",
  });
  expect(hours).toMatchObject({ openTime: "11:00", closingTime: null, deliveryClosingTime: "21:00" });
  expect(hours.pausedUntil).toEqual(new Date("2026-03-08T18:30:00Z"));
});

test("parses lists in a text leniently", () => {
  expect(postalPrefixes(" m5v, M6 ;m5v\n k1a 0b1,, ")).toEqual(["M5V", "M6", "K1A0B1"]);
  expect(postalPrefixes("")).toEqual([]);
  expect(tipPresets("15, 18,20")).toEqual([15, 18, 20]);
  expect(tipPresets("0,-5,x,200,12.5")).toEqual([12.5]);
});

test("formats values for their form control", () => {
  expect(settingText("DELIVERY_FEE", 450, storedAmount)).toBe("4.50");
  expect(settingText("TAX_RATE", 8.875, storedAmount)).toBe("8.875");
  expect(settingText("ALLOW_TIP", true, storedAmount)).toBe("on");
  expect(settingText("ALLOW_TIP", false, storedAmount)).toBe("");
  expect(settingText("DELIVERY_FREE_ABOVE", null, storedAmount)).toBe("");
  expect(settingText("OPENING_HOURS", { monday: ["11:00-14:00"] }, storedAmount)).toBe('{"monday":["11:00-14:00"]}');
});

test("accepts only names of settings", () => {
  expect(isSettingKey("TAX_RATE")).toBe(true);
  for (const name of ["tax_rate", "toString", "__proto__", "constructor", ""]) expect(isSettingKey(name), name).toBe(false);
});

test("shows rates with the shop's decimal separator and parses them back", () => {
  const french = { currency: "EUR", locale: "fr-FR" };
  const text = "Taux réduit 5.5, Alcool: GST 5.5 + PST 10";
  expect(shownRates("REDUCED_TAX_RATES", text, french)).toBe("Taux réduit 5,5, Alcool: GST 5,5 + PST 10");
  expect(otherTaxRatesText(otherTaxRates(shownRates("REDUCED_TAX_RATES", text, french)))).toBe(text);
  expect(shownRates("REDUCED_TAX_RATES", text, US_DOLLARS)).toBe(text);
  expect(shownRates("TAX_RATE", "5.5", french)).toBe("5,5");
  expect(shownRates("TAX_COMPONENTS", "GST 5.5", french)).toBe("GST 5,5");
});
