import { stringify } from "csv-stringify/sync";
import { beforeEach, expect, test } from "vitest";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { categories, customizationOptions, customizationTemplates, products } from "#app/catalogue/data/tables.ts";
import { blankOption } from "#app/catalogue/domain/customization/option-rows.ts";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { importFile } from "#app/catalogue/workflows/import/import-runs.server.ts";
import { readCsvRows } from "#app/catalogue/workflows/import/csv-rows.server.ts";
import type { RecordFormData } from "#app/kit/record/record-form-data.ts";
import * as categoryForm from "#app/routes/admin/category/form.tsx";
import * as templateForm from "#app/routes/admin/customization-templates/form.tsx";
import { isText, tidyText } from "#app/values/text.ts";
import { HOSTILE_TEXTS } from "#test/data/hostile-texts.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as form from "./form.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");

beforeEach(async () => {
  await db.delete(products);
  await db.delete(categories);
  await db.delete(customizationTemplates);
  await db.delete(importRuns);
});

async function* fileOf(text: string) {
  yield Buffer.from(text);
}
const ACTIVE = /<(?:script|style|iframe|svg|math|img[^>]+canary)|<[^>]+\son\w+=|href="(?:javascript|data)/i;

type Module = Parameters<typeof ana.post>[0] & Parameters<typeof ana.get>[0];

/** Adds a record with this text in each of the fields; answers the fields that were refused, none when it was stored. */
async function add(
  module: Module,
  path: string,
  names: readonly string[],
  over: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const { form: blank } = (await ana.get(module, path, {})).data as { form: RecordFormData };
  const answer = await ana.post(module, path, { ...blank.values, seen: blank.seen, ...over }, {});
  expect([302, 422]).toContain(answer.status);
  if (answer.status === 302) return [];
  const { errors = {} } = answer.data as { errors?: Record<string, unknown> };
  const refused = Object.keys(errors);
  expect(refused.length, "422 names its fields").toBeGreaterThan(0);
  for (const name of refused) expect(names, name).toContain(name);
  return refused;
}

/** What is kept of a text wherever it may stand: as it was typed but for what nobody sees, and nothing that a mail or a printer obeys. */
const isKept = (typed: string, stored: string) => isText(stored) && stored === tidyText(typed.toWellFormed());

test.for(HOSTILE_TEXTS)("%s is kept as the text it is, or refused beside its field: product, category, template", async ([, text]) => {
  const names = ["name", "summary", "kitchenName", "tags", "dietaryTags", "allergens", "seoTitle", "seoDescription", "descriptionHtml"];
  const values = Object.fromEntries(names.map((name) => [name, text]));
  const refused = await add(form, "/admin/product/add", names, { ...values, priceCents: "5.00", isHidden: "shown" });
  // Without what was refused the rest goes in.
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !refused.includes(name)));
  if (refused.length > 0)
    expect(await add(form, "/admin/product/add", [], { name: "Zed", ...rest, priceCents: "5.00", isHidden: "shown" })).toEqual([]);
  const stored = await db.select().from(products);
  if (refused.length === 0) expect(stored.some(({ name }) => isKept(text, name))).toBe(true);
  for (const row of stored) {
    for (const field of [row.name, row.summary, row.kitchenName ?? "", row.seoTitle, ...row.tags, ...row.allergens])
      expect(isText(field), JSON.stringify(field)).toBe(true);
    expect(row.descriptionHtml).not.toMatch(ACTIVE);
  }
  await add(categoryForm, "/admin/category/add", ["name", "description"], { name: text, description: text });
  for (const row of await db.select().from(categories)) expect(isKept(text, row.name), JSON.stringify(row.name)).toBe(true);
  const option = { ...blankOption("a"), name: text.slice(0, 60), kitchenName: text.slice(0, 20) };
  const options = JSON.stringify([option]);
  const template = ["name", "title", "help", "kitchenLabel", "options", "options[0].name", "options[0].kitchenName"];
  const over = { name: text, title: text, help: text, kitchenLabel: text.slice(0, 20), options };
  await add(templateForm, "/admin/customization-templates/add", template, over);
  for (const row of await db.select().from(customizationTemplates)) expect(isText(row.name + row.title + row.help)).toBe(true);
  for (const row of await db.select().from(customizationOptions)) expect(isText(row.name)).toBe(true);
});

test("imports a product file of hostile texts and exports it unchanged", async () => {
  const heading = [
    "Handle",
    "Title",
    "Body (HTML)",
    "Tags",
    "SEO Title",
    "Kitchen Name",
    "Categories",
    "Option1 Name",
    "Option1 Value",
    "Variant Price",
  ];
  const rows = HOSTILE_TEXTS.map(([, text], index) => {
    const name = text.slice(0, 60);
    return [`h${index}`, name, text, name, name, name, name, "Size", text.slice(0, 40), "5.00"];
  });
  const bring = async (text: string) => {
    const open = () => fileOf(text);
    const tools = {
      ...services,
      publicUrl: services.env.publicUrl,
      fetchPicture: () => Promise.reject(new Error("something was fetched")),
    };
    const file = { fileName: "products.csv", size: 1, open, isDryRun: false, withPictures: false };
    const answer = await importFile(tools, file, { userId: null, userName: "Test" });
    if (!answer.ok) throw new Error(answer.error);
    return answer.value.report;
  };
  const { products: counts } = await bring(stringify([heading, ...rows]));
  expect(counts.new).toBeGreaterThan(HOSTILE_TEXTS.length - 6);
  expect(counts.new + counts.broken).toBe(HOSTILE_TEXTS.length);
  for (const row of await db.select().from(products)) {
    expect(isText(row.name + row.seoTitle + (row.kitchenName ?? "") + row.tags.join(""))).toBe(true);
    expect(row.descriptionHtml).not.toMatch(ACTIVE);
  }
  const exported = (await Array.fromAsync(exportCatalogue(db, { publicUrl: "https://shop.example", now: services.now() }))).join("");
  // No cell that a spreadsheet would run.
  const written = readCsvRows(fileOf(exported));
  for await (const row of written) {
    if ("problem" in row) throw new Error(row.problem);
    expect(row.cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  }
  const again = await bring(exported);
  expect([again.changedProducts, again.products.new, again.products.broken]).toEqual([[], 0, 0]);
});
