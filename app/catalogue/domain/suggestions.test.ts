import { expect, test } from "vitest";
import { suggestCategories } from "./suggestions.ts";

test("categories are suggested by the beginnings of their words, three at most", () => {
  const categories = ["Crêpes & waffles", "Hot drinks", "Cold drinks", "Dr. Pepper", "Drops"].map((name) => ({ name }));
  const names = (q: string) => suggestCategories(categories, q).map((category) => category.name);
  expect(names("CREPES")).toEqual(["Crêpes & waffles"]);
  expect(names("drinks h")).toEqual(["Hot drinks"]);
  expect(names("dr")).toEqual(["Hot drinks", "Cold drinks", "Dr. Pepper"]);
  expect(names("rinks")).toEqual([]);
  expect(names(" & ")).toEqual([]);
});
