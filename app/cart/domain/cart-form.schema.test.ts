import { expect, test } from "vitest";
import { parseCartForm } from "./cart-form.schema.ts";

const ITEM = "0b9c6a3e-1f5d-4c6b-9a53-0d6f6a1c2b3d";

function form(...fields: readonly (readonly [string, string])[]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

function read(...fields: readonly (readonly [string, string])[]) {
  const parsed = parseCartForm(form(...fields));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.value;
}

function errors(...fields: readonly (readonly [string, string])[]) {
  const parsed = parseCartForm(form(...fields));
  return parsed.ok ? {} : parsed.errors;
}

test("an added product carries its choices, its texts and its note", () => {
  expect(
    read(
      ["intent", "add"],
      ["productId", "7"],
      ["quantity", "2"],
      ["note", " warm "],
      ["choice", "3:11:2"],
      ["choice", "4:12"],
      ["text:5", "Happy birthday"],
    ),
  ).toEqual({
    intent: "add",
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

test("an empty text group is no choice, and one unit is meant when no quantity is sent", () => {
  expect(read(["intent", "add"], ["productId", "7"], ["text:5", "  "])).toMatchObject({ quantity: 1, choices: [], note: "" });
});

test.each([
  ["0", "quantity"],
  ["100", "quantity"],
  ["1.5", "quantity"],
  ["1e1", "quantity"],
  ["", "quantity"],
])("a quantity of %j is refused at its field", (quantity, field) => {
  expect(errors(["intent", "quantity"], ["itemId", ITEM], ["quantity", quantity])).toHaveProperty(field);
});

test("the plus and minus buttons of a page without script move the number and stay within its bounds", () => {
  const quantity = (text: string, step: string) => read(["intent", "quantity"], ["itemId", ITEM], ["quantity", text], ["step", step]);
  expect(quantity("2", "1")).toMatchObject({ quantity: 3 });
  expect(quantity("2", "-1")).toMatchObject({ quantity: 1 });
  expect(quantity("1", "-1")).toMatchObject({ quantity: 1 });
  expect(quantity("99", "1")).toMatchObject({ quantity: 99 });
});

test("tips: none, a percentage, an own amount in exact cents", () => {
  const tip = (...fields: readonly (readonly [string, string])[]) => read(["intent", "tip"], ...fields);
  expect(tip(["tip", "none"])).toMatchObject({ choice: { kind: "none", isChosen: true } });
  expect(tip(["tip", "percentage"], ["tipPercentage", "18"])).toMatchObject({ choice: { kind: "percentage", percentage: 18 } });
  expect(tip(["tip", "own"], ["tipAmount", "$2.35"])).toMatchObject({ choice: { kind: "fixed", amount: 235 } });
  expect(tip(["tip", "own"], ["tipAmount", ""])).toMatchObject({ choice: { kind: "none", isChosen: true } });
  expect(errors(["intent", "tip"], ["tip", "own"], ["tipAmount", "-1"])).toHaveProperty("tipAmount", "A tip is 0 or more.");
  expect(errors(["intent", "tip"], ["tip", "own"], ["tipAmount", "lots"])).toHaveProperty("tipAmount");
  expect(errors(["intent", "tip"], ["tip", "percentage"], ["tipPercentage", "101"])).toHaveProperty("tipPercentage");
});

test("choices that are no numbers, too many units and ids out of range are refused", () => {
  expect(parseCartForm(form(["intent", "add"], ["productId", "7"], ["choice", "x:y:z"])).ok).toBe(false);
  expect(parseCartForm(form(["intent", "add"], ["productId", "7"], ["choice", "1:2:1000"])).ok).toBe(false);
  expect(parseCartForm(form(["intent", "add"], ["productId", "2147483648"])).ok).toBe(false);
  expect(parseCartForm(form(["intent", "remove"], ["itemId", "not-an-id"])).ok).toBe(false);
});

test("an unknown intent is answered with a sentence for the whole form", () => {
  expect(errors(["intent", "explode"])).toEqual({ "": "This form could not be understood. Reload the page and try again." });
  expect(errors()).toHaveProperty([""]);
});

test("text that cannot be stored loses those characters", () => {
  expect(read(["intent", "note"], ["itemId", ITEM], ["note", "a\u0000b"])).toMatchObject({ note: "ab" });
});

test("an empty wished time means as soon as possible, and an odd one is refused", () => {
  expect(read(["intent", "fulfillment"], ["requestedFor", ""])).toMatchObject({ requestedFor: null });
  expect(errors(["intent", "fulfillment"], ["requestedFor", "tomorrow"])).toHaveProperty("requestedFor");
});
