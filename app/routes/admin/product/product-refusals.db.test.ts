import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { customizationTemplates, products } from "#app/catalogue/data/tables.ts";
import type { RecordAnswer } from "#app/kit/record/record-form-data.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertTemplate } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages, typed } from "#test/staff-pages.ts";
import * as duplicate from "./duplicate.ts";
import * as form from "./form.tsx";
import * as list from "./index.tsx";
import * as questions from "./questions.ts";
import * as remove from "./delete.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");

beforeEach(async () => {
  await db.delete(auditLog);
  await db.delete(products);
  await db.delete(customizationTemplates);
});

const ADD = "/admin/product/add";
const EDIT = "/admin/product/edit/1";

/** The form as it opens, with a name, a price and what is typed over. */
const filled = async (over: Readonly<Record<string, string>> = {}) =>
  typed(await ana.open(form, ADD), { name: "Soup", priceCents: "9.60", ...over });
const add = async (over: Readonly<Record<string, string>>) => ana.post(form, ADD, await filled(over));
test("requires a confirmation before a product at $0.00 is shown", async () => {
  expect((await ana.open(form, ADD)).values["priceCents"], "a new product has no price yet").toBe("");
  const free = await filled({ priceCents: "0.00" });
  const refused = await ana.post(form, ADD, free);
  expect(refused).toMatchObject({ status: 422, data: { kind: "invalid", question: { field: "priceCents", yes: "Show it at $0.00" } } });
  expect(await db.$count(products)).toBe(0);
  expect((await ana.post(form, ADD, { ...free, isHidden: "hidden", name: "Hidden" })).status).toBe(302);
  expect((await ana.post(form, ADD, { ...free, confirmed: "priceCents" })).status).toBe(302);
  const [hidden] = await db.select().from(products).where(eq(products.name, "Hidden"));
  const shown = await ana.post(list, "/admin/product", { intent: "show", selected: String(hidden?.id) });
  expect(shown.status).toBe(302);
  expect((await db.select().from(products).where(eq(products.name, "Hidden")))[0]?.isHidden, "the list leaves it hidden").toBe(true);
  const [soup] = await db.select().from(products).where(eq(products.name, "Soup"));
  const path = `/admin/product/edit/${soup?.id}`;
  const opened = await ana.open(form, path, { id: String(soup?.id) });
  const again = await ana.post(form, path, typed(opened, { summary: "With bread" }), { id: String(soup?.id) });
  expect(again.status, "one that is shown at $0.00 already is not asked about again").toBe(302);
});

const long = (length: number) => "x".repeat(length);
const attached = (overrides: object, id = 1) => JSON.stringify([{ kind: "link", id, overrides }]);
const AMOUNTS = "Enter amounts and numbers for the questions, or leave them empty.";
const refusals: readonly (readonly [string, Record<string, string>, string, string])[] = [
  ["no name", { name: " \u00a0 " }, "name", "Enter a name."],
  ["a long name", { name: long(121) }, "name", "Use at most 120 characters for a name."],
  ["a name of two lines", { name: "a\nb" }, "name", "Write a name in one line of plain text."],
  ["a long summary", { summary: long(201) }, "summary", "Use at most 200 characters for the summary."],
  ["a NUL in the description", { descriptionHtml: "a\u0000b" }, "descriptionHtml", "Write the description as plain text."],
  ["a long description", { descriptionHtml: long(100_001) }, "descriptionHtml", "Use at most 100\u00a0000 characters for the description."],
  ["no price", { priceCents: "" }, "priceCents", "Enter a price."],
  ["a price that is no number", { priceCents: "ten" }, "priceCents", "Enter an amount such as 12.50."],
  [
    "half a cent",
    { priceCents: "1.005" },
    "priceCents",
    "Enter an amount with at most two decimals, such as 12.50. Thousands have no point: 1005.",
  ],
  ["a price below zero", { priceCents: "-1" }, "priceCents", "Enter a price from 0 to 99999.99."],
  ["a price above all", { priceCents: "100000" }, "priceCents", "Enter a price from 0 to 99999.99."],
  [
    "a price before that is lower",
    { compareAtCents: "9.60" },
    "compareAtCents",
    "Enter a compare-at price above the price, or leave it empty.",
  ],
  ["a tax class there is not", { taxClass: "books" }, "taxClass", "Choose how it is taxed."],
  ["no tax class", { taxClass: "" }, "taxClass", "Choose how it is taxed."],
  ["categories that are no numbers", { categories: "1;drop" }, "categories", "Enter the numbers of categories, separated by commas."],
  ["categories that are gone", { categories: "999999" }, "categories", "One of these categories is gone. Remove it."],
  ["pictures that are gone", { pictures: "999999" }, "pictures", "One of these pictures is gone. Remove it."],
  [
    "too many pictures",
    { pictures: Array.from({ length: 21 }, (_, index) => index + 1).join() },
    "pictures",
    "Choose at most 20 pictures.",
  ],
  [
    "words of pictures that are none",
    { pictureTexts: '{"x":1}' },
    "pictureTexts",
    "Describe each picture in one line of at most 200 characters.",
  ],
  ["too many tags", { tags: Array.from({ length: 31 }, (_, index) => `t${index}`).join() }, "tags", "Enter at most 30 tags."],
  ["a long tag", { tags: long(41) }, "tags", "Use at most 40 characters for each of the tags."],
  ["a control character in an allergen", { allergens: "nu\u0007ts" }, "allergens", "Write allergens in one line of plain text."],
  ["sold out until some day", { soldOut: "tomorrow" }, "soldOut", "Choose whether it is sold out."],
  ["a visibility there is not", { isHidden: "maybe" }, "isHidden", "Choose whether it is shown."],
  ["a stock below zero", { stock: "-1" }, "stock", "Enter the stock as a whole number from 0 to 1\u00a0000\u00a0000."],
  ["half a piece", { stock: "1.5" }, "stock", "Enter the stock as a whole number from 0 to 1\u00a0000\u00a0000."],
  ["calories without end", { calories: "99999" }, "calories", "Enter the calories as a whole number from 0 to 20\u00a0000."],
  [
    "hours that are no hours",
    { hours: '{"monday":["7-11"]}' },
    "hours",
    "Enter hours as HH:MM-HH:MM with two different times, such as 11:00-22:00.",
  ],
  ["a long search title", { seoTitle: long(121) }, "seoTitle", "Use at most 120 characters for the title for search engines."],
  ["questions that are no JSON", { customizations: "{" }, "customizations", AMOUNTS],
  ["a price that is still typed", { customizations: attached({ options: { "1": { priceDelta: "1." } } }) }, "customizations", AMOUNTS],
  ["a field of questions there is not", { customizations: attached({ __proto__: null, constructor: 1 }) }, "customizations", AMOUNTS],
  ["an option without a number", { customizations: attached({ options: { __x: {} } }) }, "customizations", AMOUNTS],
  [
    "a question twice",
    { customizations: JSON.stringify([1, 1].map((id) => ({ kind: "link", id, overrides: {} }))) },
    "customizations",
    "Each question can be attached once.",
  ],
  ["a question that is gone", { customizations: attached({}, 999_999) }, "customizations", "One of these questions is gone. Remove it."],
  [
    "a copy that it does not have",
    { customizations: '[{"kind":"copy","id":5,"overrides":{}}]' },
    "customizations",
    "One of these questions is gone. Remove it.",
  ],
];

test.for(refusals)("%s: 422 beside the field, and nothing changed", async ([, over, field, message]) => {
  const answer = await add(over);
  expect(answer.status).toBe(422);
  const refused = answer.data as Extract<RecordAnswer, { kind: "invalid" }>;
  expect(refused.errors[field]?.[0]).toBe(message);
  expect(refused.typed).toMatchObject({ name: expect.any(String) as string });
  expect(await db.select().from(products)).toEqual([]);
  expect(await db.$count(auditLog)).toBe(0);
});

test("rejects questions without possible answers, with the reason", async () => {
  const size = await insertTemplate(db, { name: "Size", title: "Size", kind: "single", minSelect: 1 }, [{ name: "S" }, { name: "L" }]);
  const [small, large] = size.optionIds;
  const dips = await insertTemplate(db, { name: "Dips", title: "Dips", kind: "multiple", maxSelect: 2 }, [
    { name: "A" },
    { name: "B" },
    { name: "C" },
  ]);
  const refusal = async (value: string) =>
    ((await add({ customizations: value })).data as Extract<RecordAnswer, { kind: "invalid" }>).errors["customizations"]?.[0];
  expect(await refusal(attached({ options: { [small!]: { hidden: true }, [large!]: { hidden: true } } }, size.id))).toBe(
    "“Size” requires at least 1, but only 0 can be chosen.",
  );
  expect(await refusal(attached({ title: "Sauces", minSelect: 3 }, dips.id))).toBe("“Sauces” requires at least 3 and allows at most 2.");
  expect((await add({ customizations: attached({ minSelect: 0, maxSelect: 3, freeCount: 0 }, dips.id) })).status).toBe(302);
});

test("returns 404 for products that do not exist", async () => {
  const fields = await filled();
  for (const id of ["999999", "0", "x", "1e1"]) {
    expect((await ana.get(form, EDIT, { id })).status, id).toBe(404);
    expect((await ana.post(form, EDIT, fields, { id })).status, id).toBe(404);
    expect((await ana.get(remove, EDIT, { id })).status, id).toBe(404);
    expect((await ana.post(remove, EDIT, {}, { id })).status, id).toBe(404);
    expect((await ana.post(duplicate, EDIT, {}, { id })).status, id).toBe(404);
  }
  expect((await ana.get(questions, "/admin/product/questions?ids=999999")).data).toEqual({ questions: [] });
  expect((await ana.get(questions, "/admin/product/questions?ids=x")).status).toBe(400);
});
