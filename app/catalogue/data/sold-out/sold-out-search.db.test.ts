import { expect, test } from "vitest";
import { insertProduct, insertTemplate } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { searchSellable } from "./sold-out-search.server.ts";

const { services } = await openTestShop();
const { db } = services;

test("ranks exact names before names that contain the words, and these before summaries", async () => {
  await insertProduct(db, { name: "Arugula salad", summary: "With basil" });
  await insertProduct(db, { name: "Fresh basil pizza" });
  await insertProduct(db, { name: "Basil soup" });
  await insertTemplate(db, { title: "Toppings", kind: "multiple" }, [{ name: "Thai basil" }, { name: "Basil" }]);
  const namesOf = async (q: string) => (await searchSellable(db, q, 8)).map(({ name }) => name);
  const expected = ["Toppings: Basil", "Basil soup", "Fresh basil pizza", "Toppings: Thai basil", "Arugula salad"];
  expect(await namesOf("basil")).toEqual(expected);
  expect(await namesOf(" BASIL ")).toEqual(expected);
  expect(await namesOf("soup basil")).toEqual(["Basil soup"]);
  expect(await namesOf("100%_")).toEqual([]);
});
