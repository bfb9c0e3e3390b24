import { expect, test } from "vitest";
import { fitMenu } from "./menu-fit.ts";

const items = (...texts: string[]) => texts.map((text) => ({ text }));
const ELEVEN = items("Pizza", "Pasta", "Salads", "Starters", "Desserts", "Drinks", "Catering", "Gift cards", "About us", "Contact", "Jobs");

test("shows every item of a short menu", () => {
  expect(fitMenu("Copper Bell", items("Menu", "Catering", "About us"))).toEqual({ desk: 3, wide: 3 });
  expect(fitMenu("Copper Bell", [])).toEqual({ desk: 0, wide: 0 });
});

test("folds eleven items, more on narrower screens", () => {
  const { desk, wide } = fitMenu("Copper Bell", ELEVEN);
  expect(wide).toBeLessThan(11);
  expect(wide).toBeGreaterThan(3);
  expect(desk).toBeLessThan(wide);
});

test("folds every item if the first is too wide", () => {
  expect(fitMenu("Shop", items("W".repeat(120), "Menu"))).toEqual({ desk: 0, wide: 0 });
});

test("allows for wide scripts and long shop names", () => {
  expect(
    fitMenu("Shop", items(..."餐前小吃拼盘 主厨推荐披萨 手工意大利面 时令沙拉拼盘 甜点与蛋糕类 咖啡茶与饮料".split(" "))).wide,
  ).toBeLessThan(6);
  expect(fitMenu("The Old Mill Bakery and Coffee House", ELEVEN).wide).toBeLessThan(fitMenu("Mill", ELEVEN).wide);
});
