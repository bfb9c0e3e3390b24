import { expect, test } from "vitest";
import { customizationTemplates } from "#app/catalogue/data/tables.ts";
import type { RecordAnswer } from "#app/kit/record/record-form-data.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { optionRow, templateForm } from "#test/template-form.ts";
import * as form from "./form.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");

const one = [optionRow("Cow")];
const refusals: readonly (readonly [string, Record<string, string>, readonly unknown[], string, string])[] = [
  ["no name", { name: "" }, one, "name", "Enter a name."],
  ["no question", { title: " " }, one, "title", "Enter the question."],
  ["a long question", { title: "x".repeat(61) }, one, "title", "Use at most 60 characters for the question."],
  ["a long help", { help: "x".repeat(141) }, one, "help", "Use at most 140 characters for the help."],
  ["a kind there is not", { kind: "slider" }, one, "kind", "Choose what customers do."],
  ["a least below zero", { minSelect: "-1" }, one, "minSelect", "Enter the least as a whole number from 0 to 99."],
  ["a least that is no number", { minSelect: "some" }, one, "minSelect", "Enter the least as a whole number from 0 to 99."],
  ["a most of zero", { maxSelect: "0" }, one, "maxSelect", "Enter the most as a whole number from 1 to 99."],
  [
    "a most below the least",
    { kind: "multiple", minSelect: "2", maxSelect: "1" },
    [optionRow("A"), optionRow("B")],
    "maxSelect",
    "Enter 2 or more: at least 2 must be chosen.",
  ],
  ["a single choice of two", { maxSelect: "2" }, one, "maxSelect", "A single choice takes one option. Enter 1, or choose another kind."],
  [
    "a single choice of at least two",
    { minSelect: "2" },
    [optionRow("A"), optionRow("B")],
    "minSelect",
    "A single choice takes one option: enter 1 or 0.",
  ],
  [
    "more at least than there are",
    { kind: "multiple", minSelect: "3" },
    [optionRow("A"), optionRow("B")],
    "minSelect",
    "Enter 2 or less: with 2 options no more can be chosen.",
  ],
  [
    "more included than may be chosen",
    { kind: "multiple", maxSelect: "2", freeCount: "3" },
    [optionRow("A"), optionRow("B")],
    "freeCount",
    "Enter 2 or less: no more than 2 can be chosen.",
  ],
  ["no option", {}, [], "options", "Add at least one option: there would be nothing to choose."],
  ["a text with options", { kind: "text" }, one, "options", "A text has no options. Remove them, or choose another kind."],
  ["a text to be filled in twice", { kind: "text", minSelect: "2" }, [], "minSelect", "A text is filled in or not: enter 1 or 0."],
  [
    "a text longer than can be sent",
    { kind: "text", maxLength: "501" },
    [],
    "maxLength",
    "Enter the longest text as a whole number from 1 to 500.",
  ],
  ["an option without a name", {}, [optionRow("Cow"), optionRow(" ")], "options[1].name", "Enter a name."],
  [
    "two options of one name",
    {},
    [optionRow("Cow"), optionRow("cow")],
    "options[1].name",
    "There is a “cow” already. Customers could not tell them apart.",
  ],
  ["a price that is none", {}, [optionRow("Cow", { price: "much" })], "options[0].price", "Enter an amount such as 12.50."],
  ["a price too high", {}, [optionRow("Cow", { price: "100000" })], "options[0].price", "Enter a price from -99999.99 to 99999.99."],
  [
    "a price by option that is none",
    {},
    [optionRow("Cow", { prices: { 7: "x" } })],
    "options[0].prices.7",
    "Enter an amount such as 12.50.",
  ],
  [
    "calories that are none",
    {},
    [optionRow("Cow", { calories: "-1" })],
    "options[0].calories",
    "Enter the calories as a whole number from 0 to 100\u00a0000.",
  ],
  ["a mark that is none", {}, [optionRow("Cow", { soldOut: "soon" })], "options[0].soldOut", "Choose whether it is sold out."],
  [
    "a default sold out",
    {},
    [optionRow("Cow", { isDefault: "on", soldOut: "until undone" })],
    "options[0].isDefault",
    "It is sold out until undone. Choose another default, or put it back on sale.",
  ],
  [
    "a default hidden",
    {},
    [optionRow("Cow", { isDefault: "on", isHidden: "on" })],
    "options[0].isDefault",
    "It is hidden. Choose another default, or show it.",
  ],
  [
    "two defaults of a single choice",
    {},
    [optionRow("A", { isDefault: "on" }), optionRow("B", { isDefault: "on" })],
    "options[1].isDefault",
    "Only one can be chosen, so only one can be chosen at first.",
  ],
  [
    "more defaults than may be chosen",
    { kind: "quantity", minSelect: "0", maxSelect: "2" },
    [optionRow("A", { isDefault: "on", defaultQuantity: "3" })],
    "options[0].isDefault",
    "At most 2 can be chosen, so no more at first.",
  ],
  [
    "more of one at first than of one",
    { kind: "quantity", maxPerOption: "1" },
    [optionRow("A", { isDefault: "on", defaultQuantity: "2" })],
    "options[0].defaultQuantity",
    "Enter 1 or less: no more of one option can be chosen.",
  ],
  ["a condition that is gone", { showWhenOptionIds: "999999" }, one, "showWhenOptionIds", "One of these options is gone. Remove it."],
  ["prices that depend on what is gone", { priceOptionIds: "999999" }, one, "priceOptionIds", "One of these options is gone. Remove it."],
  [
    "an option of another template",
    {},
    [optionRow("Cow", { id: "999999" })],
    "options[0].name",
    "This option is gone. Remove it, and add it again.",
  ],
  ["options that are no list", { options: "{}" }, one, "options", "The options could not be read. Reload the page."],
];

test.for(refusals)("%s: 422 beside the field, and nothing changed", async ([, over, options, field, message]) => {
  const answer = await ana.post(form, "/admin/customization-templates/add", { ...templateForm({}, ...options), ...over });
  expect(answer.status).toBe(422);
  expect((answer.data as Extract<RecordAnswer, { kind: "invalid" }>).errors[field]).toEqual([message]);
  expect(await db.select().from(customizationTemplates)).toEqual([]);
  expect(await db.select().from(auditLog)).toEqual([]);
});
