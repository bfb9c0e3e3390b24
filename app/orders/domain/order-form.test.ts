import { expect, test } from "vitest";
import { US_DOLLARS } from "#app/values/money.ts";
import { staffActionBody, weightField } from "./order-form.ts";

test.each([
  ["cancel", [], undefined],
  ["cancel", ["off"], false],
  ["cancel", ["off", "on"], true],
  ["refund", [], undefined],
  ["refund", ["off"], undefined],
  ["refund", ["off", "on"], true],
] as const)("a form to %s with the boxes %j has the choice %j for the stock", (intent, boxes, restock) => {
  const form = new FormData();
  form.set("what", "all");
  for (const box of boxes) form.append("restock", box);
  expect(staffActionBody(intent, form, US_DOLLARS)).toMatchObject({ restock });
});

test.each([
  ["lb", "1,25", "de-DE", 125],
  ["lb", "1.25", "de-DE", 125],
  ["lb", "1.25", "en-US", 125],
  ["g", "460", "de-DE", 460],
  ["g", "460,5", "de-DE", 460.5],
  ["lb", "1,25", "en-US", 125],
] as const)("reads a weight in %s typed as %s in %s as %j", (unit, typed, locale, weight) => {
  const form = new FormData();
  form.set("version", "3");
  form.set(weightField("item", unit), typed);
  expect(staffActionBody("edit", form, { currency: "EUR", locale })).toEqual({ version: 3, weights: [{ id: "item", weight }] });
});
