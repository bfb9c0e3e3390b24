import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import { menuTextIn, STARTER_MENUS } from "./starter-menus.ts";
import { parseTypedMenu } from "./typed-menu.ts";

test.each(Object.values(STARTER_MENUS))("the starter menu of a $label has three categories, choices and no errors", ({ text }) => {
  const { products, categories, faults } = parseTypedMenu(text, US_DOLLARS);
  expect(faults).toEqual([]);
  expect(categories).toHaveLength(3);
  expect(products.length).toBeGreaterThanOrEqual(13);
  expect(products.length).toBeLessThanOrEqual(16);
  expect(products.some(({ choices }) => choices.length > 0)).toBe(true);
  expect(products.every(({ price }) => price > 0 && price < 5000)).toBe(true);
  // The digits stay in every currency.
  for (const format of [
    { currency: "EUR", locale: "de-DE" },
    { currency: "JPY", locale: "ja-JP" },
    { currency: "KWD", locale: "en-AE" },
  ])
    expect(parseTypedMenu(menuTextIn(text, format), format).products).toEqual(products);
});
