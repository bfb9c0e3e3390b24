import { expect, test } from "vitest";
import { suggestCategories } from "./suggestions.ts";

test("suggests up to three categories by word prefix", () => {
  const categories = ["Crêpes & waffles", "Hot drinks", "Cold drinks", "Dr. Pepper", "Drops"].map((name) => ({ name }));
  const names = (q: string) => suggestCategories(categories, q).map((category) => category.name);
  expect(names("CREPES")).toEqual(["Crêpes & waffles"]);
  expect(names("drinks h")).toEqual(["Hot drinks"]);
  expect(names("dr")).toEqual(["Hot drinks", "Cold drinks", "Dr. Pepper"]);
  expect(names("rinks")).toEqual([]);
  expect(names(" & ")).toEqual([]);
});
