import { storedAmount } from "#app/values/money/stored-amount.ts";
import { expect, test } from "vitest";
import { deliveryPrefixes, deliveryTerms, readDeliveryAreas, type DeliveryArea } from "./delivery-areas.ts";
import { DEFAULT_SETTINGS, orderingSettings, settingText } from "#app/store/domain/settings.ts";
import { parseSetting } from "#app/store/domain/settings.schema.ts";

const area = (changes: Partial<DeliveryArea>): DeliveryArea => ({
  name: "Area",
  prefixes: "M5V",
  fee: "3.00",
  freeAbove: "",
  minOrder: "",
  minutes: "",
  ...changes,
});

/** Rings: a near one inside a wide one, and a far one. */
const SETTINGS = {
  ...DEFAULT_SETTINGS,
  DELIVERY_FEE: 999,
  DELIVERY_POSTAL_PREFIXES: "K1A",
  DELIVERY_AREAS: [
    area({ name: "Town", prefixes: "M5, M6", fee: "5.00", freeAbove: "40.00", minOrder: "15.00", minutes: "50" }),
    area({ name: "Next door", prefixes: "M5V", fee: "2.50" }),
    area({ name: "Far", prefixes: "L4", fee: "12.00", minOrder: "60.00", minutes: "90" }),
  ],
};

test("the longest prefix decides, and an area's empty fields inherit the shop's", () => {
  expect(deliveryTerms(SETTINGS, "m5v 1a1")).toEqual({ fee: 250, freeAbove: null, minOrder: null, minutes: 45, isByArea: true });
  expect(deliveryTerms(SETTINGS, "M5A 1A1")).toEqual({ fee: 500, freeAbove: 4000, minOrder: 1500, minutes: 50, isByArea: true });
  expect(deliveryTerms(SETTINGS, "L4Z1S9")).toMatchObject({ fee: 1200, minOrder: 6000, minutes: 90 });
  expect(deliveryPrefixes(SETTINGS)).toEqual(["M5", "M6", "M5V", "L4"]);
});

test("shows the cheapest area's terms for an unknown or unserved address", () => {
  for (const code of [null, "", "X1X 1X1"]) expect(deliveryTerms(SETTINGS, code).fee, String(code)).toBe(250);
});

test("uses the shop's own fee and codes without areas", () => {
  const settings = { ...SETTINGS, DELIVERY_AREAS: [] };
  expect(deliveryTerms(settings, "M5V 1A1")).toMatchObject({ fee: 999, isByArea: false });
  expect(deliveryPrefixes(settings)).toEqual(["K1A"]);
});

test("delivery time depends on the area, pickup time does not", () => {
  expect(orderingSettings(SETTINGS, "L4Z 1S9").prepMinutes).toEqual({ pickup: 20, delivery: 90 });
});

test("normalizes areas: amounts with two decimals, codes in capitals", () => {
  const typed = [
    area({ name: " Downtown ", prefixes: "m5v,m5t", fee: "4.5", minOrder: "20", minutes: "30" }),
    area({ name: "All else", prefixes: "M", fee: "" }),
  ];
  const parsed = parseSetting("DELIVERY_AREAS", JSON.stringify(typed));
  expect(parsed).toEqual({
    ok: true,
    value: [
      area({ name: "Downtown", prefixes: "M5V, M5T", fee: "4.50", minOrder: "20.00", minutes: "30" }),
      area({ name: "All else", prefixes: "M", fee: "0.00" }),
    ],
  });
  expect(readDeliveryAreas(settingText("DELIVERY_AREAS", parsed.ok ? parsed.value : [], storedAmount))).toEqual(parsed.ok && parsed.value);
});

test("reports an area's problem with its position", () => {
  const problem = (...areas: unknown[]) => {
    const parsed = parseSetting("DELIVERY_AREAS", areas);
    return parsed.ok ? null : parsed.error;
  };
  expect(problem(area({ name: "" }))).toBe("1 name: Name the area, such as Downtown.");
  expect(problem(area({ prefixes: " , " }))).toContain("1 prefixes: Enter how the postal codes begin");
  expect(problem(area({ fee: "lots" }))).toContain("1 fee: ");
  expect(problem(area({ minutes: "481" }))).toBe("1 minutes: Enter whole minutes from 0 to 480.");
  expect(problem(area({ name: "Town" }), area({ prefixes: "M6, m5v" }))).toBe("2 prefixes: M5V is in Town, too. Leave it in one area.");
  expect(problem("M5V")).toContain("This value does not have the expected shape.");
});
