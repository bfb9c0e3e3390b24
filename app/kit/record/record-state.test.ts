import { expect, test } from "vitest";
import { standing } from "./record-state.ts";

const row = (id: number, sku: string, stock: string) => ({ optionIds: [id], sku, barcode: "", stock });
const text = (...rows: readonly ReturnType<typeof row>[]) => JSON.stringify(rows);
const errors = {
  name: ["Enter a name."],
  "variants[0].stock": ["Enter a whole number."],
  "variants[1].sku": ["It is taken."],
};
const sent = { name: "", variants: text(row(1, "A", "x"), row(2, "B", "3")) };

test("keeps errors of other rows when one row of a list is corrected", () => {
  expect(Object.keys(standing(errors, { ...sent, variants: text(row(1, "A", "5"), row(2, "B", "4")) }, sent))).toEqual([
    "name",
    "variants[1].sku",
  ]);
  expect(Object.keys(standing(errors, { ...sent, name: "Tea" }, sent))).toEqual(["variants[0].stock", "variants[1].sku"]);
});

test("errors follow their row when another one is emptied", () => {
  expect(standing(errors, { ...sent, variants: text(row(2, "B", "3")) }, sent)).toEqual({
    name: errors.name,
    "variants[0].sku": errors["variants[1].sku"],
  });
});

test("drops errors of a list that cannot be read any more", () => {
  expect(standing(errors, { name: "", variants: "" }, sent)).toEqual({ name: errors.name });
});
