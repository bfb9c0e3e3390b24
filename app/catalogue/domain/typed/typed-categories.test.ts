import { expect, test } from "vitest";
import { planCategories, readTypedCategories } from "./typed-categories.ts";

const read = (text: string) => readTypedCategories(text);

test("reads one category a line, and indented ones below the line above", () => {
  expect(read("Breads\n  - Sour\n\n      Rye\n  Sweet\r\nCakes \n\tTarts")).toEqual({
    ok: true,
    value: [
      { name: "Breads", depth: 0 },
      { name: "Sour", depth: 1 },
      { name: "Rye", depth: 2 },
      { name: "Sweet", depth: 1 },
      { name: "Cakes", depth: 0 },
      { name: "Tarts", depth: 1 },
    ],
  });
  expect(read("  Breads\n  Cakes")).toMatchObject({ value: [{ depth: 0 }, { depth: 0 }] });
});

test.each([
  ["nothing", " \n\n", "Enter at least one name."],
  ["a long name", `Breads\n${"x".repeat(300)}`, "Line 2: enter at most"],
  ["a control character", "Breads\nCa\u0000kes", "Line 2: enter one line of plain text."],
  ["half a character", "Breads \ud83c", "Line 1: enter one line of plain text."],
  ["five levels", "a\n b\n  c\n   d\n    e", "Line 5: categories have at most 4 levels."],
  ["too many", "x\n".repeat(201), "Enter at most 200 categories at once."],
])("%s is refused with its line", (_what, text, message) => {
  expect(read(text)).toMatchObject({ ok: false, error: expect.stringContaining(message) as string });
});

test("plans only missing categories, below existing ones", () => {
  const existing = [
    { id: 1, parentId: null, name: "Breads" },
    { id: 2, parentId: 1, name: "Rye" },
  ];
  const typed = read("breads\n  Rye\n  Sour\n    Big\nCakes\ncakes\n  Tarts\nRye");
  expect(typed.ok && planCategories(existing, typed.value)).toEqual([
    { name: "Sour", parent: { id: 1 } },
    { name: "Big", parent: { place: 0 } },
    { name: "Cakes", parent: null },
    { name: "Tarts", parent: { place: 2 } },
    { name: "Rye", parent: null },
  ]);
});
