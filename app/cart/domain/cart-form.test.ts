import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import type { z } from "zod";
import { codesAfter, fulfillmentBody, itemBody, tipBody } from "./cart-form.ts";
import { addCartItemSchema, editCartItemSchema, editCartSchemaIn } from "./cart.schema.ts";
import { fieldNumber, type Fields } from "#app/values/form.ts";

const editCartSchema = editCartSchemaIn("USD");

type Field = readonly [string, string];

function form(...fields: readonly Field[]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

/** The parsed form, or the rejected paths. */
function reader<S extends z.ZodType>(schema: S, body: (fields: Fields) => unknown) {
  return {
    read: (...fields: readonly Field[]) => schema.parse(body(form(...fields))),
    wrong: (...fields: readonly Field[]) => schema.safeParse(body(form(...fields))).error?.issues.map(({ path }) => path.join(".")) ?? [],
  };
}

const added = reader(addCartItemSchema, (fields) => ({ productId: fieldNumber(fields, "productId"), ...itemBody(fields) }));
const edited = reader(editCartItemSchema, itemBody);
const tip = reader(editCartSchema, (fields) => tipBody(fields, US_DOLLARS));
const times = reader(editCartSchema, fulfillmentBody);

test("parses choices, texts and note of an added product", () => {
  expect(
    added.read(
      ["productId", "7"],
      ["quantity", "2"],
      ["note", " warm "],
      ["choice", "3:11:2"],
      ["choice", "4:12"],
      ["text:5", "Happy birthday"],
    ),
  ).toEqual({
    productId: 7,
    quantity: 2,
    note: "warm",
    choices: [
      { templateId: 3, optionId: 11, quantity: 2, text: null },
      { templateId: 4, optionId: 12, quantity: 1, text: null },
      { templateId: 5, optionId: null, quantity: 1, text: "Happy birthday" },
    ],
  });
});

test("ignores an empty text group and defaults to one unit", () => {
  expect(added.read(["productId", "7"], ["text:5", "  "])).toMatchObject({ quantity: 1, choices: [], note: "" });
});

test("keeps fields an edit does not contain; a marker field means no choices", () => {
  expect(edited.read(["quantity", "2"])).toEqual({ quantity: 2 });
  expect(edited.read(["choice", ""], ["note", ""])).toEqual({ choices: [], note: "" });
});

test.each(["0", "100", "1.5", "1e1", "", "[2]", "-1"])("rejects quantity %j at its field", (quantity) => {
  expect(edited.wrong(["quantity", quantity])).toEqual(["quantity"]);
  expect(added.wrong(["productId", "7"], ["quantity", quantity])).toEqual(["quantity"]);
});

test("plus and minus buttons stay within bounds without JavaScript", () => {
  const quantity = (text: string, step: string) => edited.read(["quantity", text], ["step", step]).quantity;
  expect([quantity("2", "1"), quantity("2", "-1"), quantity("1", "-1"), quantity("99", "1"), quantity("2", "50")]).toEqual([
    3, 1, 1, 99, 2,
  ]);
});

test("parses no tip, a percentage and a custom amount", () => {
  expect(tip.read(["tip", "none"])).toEqual({ tip: { kind: "none", isChosen: true } });
  expect(tip.read(["tip", "18"])).toEqual({ tip: { kind: "percentage", percentage: 18 } });
  expect(tip.read(["tip", "own"], ["tipAmount", "$2.35"])).toEqual({ tip: { kind: "fixed", amount: 235 } });
  expect(tip.read(["tip", "own"], ["tipAmount", " "])).toEqual({ tip: { kind: "none", isChosen: true } });
  for (const amount of ["-1", "lots", "1.005", "9999999"])
    expect(tip.wrong(["tip", "own"], ["tipAmount", amount]), amount).toEqual(["tip"]);
  for (const percentage of ["101", "-5", "much", "1e2"]) expect(tip.wrong(["tip", percentage]), percentage).toEqual(["tipPercentage"]);
});

test("rejects invalid choices, too many units and ids out of range", () => {
  expect(added.wrong(["productId", "7"], ["choice", "x:y:z"]).length).toBeGreaterThan(0);
  expect(added.wrong(["productId", "7"], ["choice", "1:2:1000"])).toEqual(["customizations.0.quantity"]);
  expect(added.wrong(["productId", "2147483648"])).toEqual(["productId"]);
});

test("rejects control characters and keeps line breaks in notes", () => {
  expect(edited.wrong(["note", "a\u0000b"])).toEqual(["note"]);
  expect(added.wrong(["productId", "7"], ["text:5", "a\u0007"])).toEqual(["customizations.0.text"]);
  expect(edited.read(["note", "a\r\nb"])).toEqual({ note: "a\nb" });
});

test("treats an empty time as soon as possible and rejects invalid ones", () => {
  expect(times.read(["requested_for", ""])).toEqual({ requestedFor: null });
  expect(times.read(["fulfillment", "delivery"], ["postal_code", " M5V 1A1 "])).toEqual({ fulfillment: "delivery", postalCode: "M5V 1A1" });
  expect(times.wrong(["requested_for", "tomorrow"], ["fulfillment", "drone"])).toEqual(["fulfillment", "requested_for"]);
});

test("adds a code once in any spelling, removes one, or all", () => {
  expect(codesAfter("coupon-add", ["A-1"], "B")).toEqual(["A-1", "B"]);
  expect(codesAfter("coupon-add", ["A-1"], "a1")).toEqual(["A-1"]);
  expect(codesAfter("coupon-remove", ["A-1", "B"], "a 1")).toEqual(["B"]);
  expect(codesAfter("coupon-remove-all", ["A-1", "B"], "")).toEqual([]);
});
