import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCategoryPaths, labelKey, labelName, parseCategoryPaths } from "./category-paths.ts";
import { escapeCell, unescapeCell } from "./columns.ts";

test("cells restore any text and never start a formula", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[=+\-@'\t\r＝＠]{1,3}.{0,3}$/)), (text) => {
      expect(unescapeCell(escapeCell(text))).toBe(text);
      expect(escapeCell(text)).not.toMatch(/^[=+\-@\t\r＝＠]/);
    }),
  );
});

test("keeps an apostrophe of the text", () => {
  expect(unescapeCell("'n Sync")).toBe("'n Sync");
  expect(unescapeCell("'=1+1")).toBe("=1+1");
});

test("restores category paths with separators", () => {
  const name = fc
    .stringMatching(/^[A-Za-z\\>;& ]{1,8}$/)
    .map((text) => text.trim())
    .filter((text) => text !== "");
  fc.assert(
    fc.property(fc.array(fc.array(name, { minLength: 1, maxLength: 3 }), { maxLength: 3 }), (paths) => {
      expect(parseCategoryPaths(formatCategoryPaths(paths))).toEqual(paths);
    }),
  );
  expect(parseCategoryPaths(" ; > ;a>b ;")).toEqual([["a", "b"]]);
});

test("merges categories that differ in case and spaces", () => {
  expect(labelKey(" Men ")).toBe(labelKey("men"));
  expect(labelName("men  and women")).toBe("Men and women");
});
