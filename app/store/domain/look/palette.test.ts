import { expect, test } from "vitest";
import { contrast, paletteOf, READABLE } from "./palette.ts";

const HUES = ["#0e5a45", "#ffe600", "#ff6fa8", "#00e5ff", "#7a1fa2", "#c2410c", "#ffffff", "#000000", "#1d56a6", "#d4f000"];

test.each(HUES)("derives a readable palette from %s", (accent) => {
  const { primary, hover, tint } = paletteOf(accent);
  for (const surface of ["#ffffff", "#f3f5f0", tint]) {
    expect(contrast(primary, surface)).toBeGreaterThanOrEqual(READABLE);
    expect(contrast(hover, surface)).toBeGreaterThanOrEqual(READABLE);
  }
});

test("keeps a readable accent, and darkens others as little as needed", () => {
  expect(paletteOf("#0e5a45")).toMatchObject({ primary: "#0e5a45", isAdjusted: false });
  const yellow = paletteOf("#ffe600");
  expect(yellow.isAdjusted).toBe(true);
  expect(contrast(yellow.primary, "#f3f5f0")).toBeLessThan(READABLE + 0.3);
});

test("measures contrast as WCAG does", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});
