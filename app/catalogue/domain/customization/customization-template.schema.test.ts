import { expect, test } from "vitest";
import { z } from "zod";
import { customizationTemplateForm } from "./customization-template.schema.ts";
import { ON_SALE, type TemplateOption } from "./customization-template.ts";
import { readOptionRows } from "./option-rows.ts";

const OPTION: TemplateOption = {
  id: 7,
  name: "Oat milk",
  kitchenName: "",
  price: 50,
  prices: {},
  isDefault: false,
  defaultQuantity: 1,
  countsTowardFree: true,
  allergens: ["oats"],
  dietaryTags: [],
  calories: null,
  soldOut: ON_SALE,
  isHidden: false,
};

/** Stored by an older release: the form must open so that it can be fixed. */
const beyond: readonly (readonly [string, Partial<TemplateOption>, Readonly<Record<string, string>>])[] = [
  ["a name", { name: "L".repeat(5000) }, { name: "L".repeat(5000) }],
  ["a kitchen name of two lines", { kitchenName: "oat\nmilk" }, { kitchenName: "oat\nmilk" }],
  ["a number of units", { defaultQuantity: 5000 }, { defaultQuantity: "5000" }],
  ["a mark", { soldOut: "yes" }, { soldOut: "yes" }],
];

test.each(beyond)("shows an invalid %s and the rest of the option", (_, changes, shown) => {
  const text = z.encode(customizationTemplateForm.shape.options, [{ ...OPTION, ...changes }]);
  expect(readOptionRows(text)).toEqual([expect.objectContaining({ id: "7", price: "0.50", allergens: "oats", ...changes, ...shown })]);
});
