import { beforeEach, expect, test } from "vitest";
import { loadGroupsByProduct } from "#app/catalogue/data/customizations/customization-templates.server.ts";
import { customizationTemplates, products } from "#app/catalogue/data/tables.ts";
import { blankQuestion, readQuestionRows, type QuestionRow } from "#app/catalogue/domain/customization/product-question.ts";
import { blankOption } from "#app/catalogue/domain/customization/option-rows.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertProduct, insertTemplate } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { errorsOf, openStaffPages, typed } from "#test/staff-pages.ts";
import * as records from "#app/routes/admin/api/records.ts";
import * as undo from "#app/routes/admin/undo.ts";
import * as duplicate from "./duplicate.ts";
import * as form from "./form.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const bo = openStaffPages(services, "Bo");

beforeEach(async () => {
  await db.delete(auditLog);
  await db.delete(products);
  await db.delete(customizationTemplates);
});

const ADD = "/admin/product/add";
const idOf = (location: string | null) => Number(location?.split("/").at(-1));
const groupsOf = async (id: number) => (await loadGroupsByProduct(db, [id], services.now())).get(id) ?? [];
const option = (name: string, price: string, over: object = {}) => ({ ...blankOption(name), name, price, ...over });

/** "Size" with Small, Large +2.50 and a row that was left empty. */
const SIZE: QuestionRow = {
  ...blankQuestion(-1, "Size", ["a", "b"]),
  options: [option("Small", "", { isDefault: "on" }), option("Large", "2.50"), blankOption("c")],
};
const asked = (rows: readonly QuestionRow[], ids = rows.map((row) => row.id)) => ({
  copies: JSON.stringify(rows),
  customizations: JSON.stringify(ids.map((id) => ({ kind: "copy", id, overrides: {} }))),
});
const add = (over: Record<string, string>) => ana.edit(form, ADD, { name: "Latte", priceCents: "4.00", ...over });
const edit = (id: number, over: Record<string, string>) => ana.edit(form, ADD, over, { id: String(id) });
const open = async (id: number) => ana.open(form, ADD, { id: String(id) });
const rowsOf = async (id: number) => readQuestionRows((await open(id)).values["copies"] ?? "");

test("stores a product's own question with its own ids and offers it", async () => {
  const answer = await add(asked([SIZE]));
  expect(answer).toMatchObject({ status: 302 });
  const id = idOf(answer.location);
  const [group] = await groupsOf(id);
  expect(group).toMatchObject({
    title: "Size",
    name: "Size",
    kind: "single",
    minSelect: 1,
    options: [
      { name: "Small", priceDelta: 0, isDefault: true },
      { name: "Large", priceDelta: 250 },
    ],
  });
  const ids = [group?.id, ...(group?.options.map((each) => each.id) ?? [])];
  expect(ids.every((each) => (each ?? 0) > 0)).toBe(true);
  expect(await rowsOf(id)).toMatchObject([
    { id: group?.id, title: "Size", options: [{ name: "Small" }, { name: "Large", price: "2.50" }] },
  ]);
});

test("saving unchanged keeps everything; options keep ids, and undo restores them", async () => {
  const id = idOf((await add(asked([SIZE]))).location);
  await edit(id, {});
  expect(await db.$count(auditLog)).toBe(1);
  const [row] = await rowsOf(id);
  const [before] = await groupsOf(id);
  await edit(id, { copies: JSON.stringify([{ ...row, options: [...(row?.options ?? []), option("Huge", "4")].slice(1) }]) });
  expect((await groupsOf(id))[0]).toMatchObject({
    id: before?.id,
    options: [{ id: before?.options[1]?.id }, { name: "Huge", priceDelta: 400 }],
  });
  const entry = (await db.select().from(auditLog).orderBy(auditLog.id)).at(-1);
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: ADD });
  expect(await groupsOf(id)).toEqual([before]);
});

test("shows errors at the row's field and stores nothing", async () => {
  const wrong = { ...SIZE, title: "", options: [option("Small", "x"), option("", "1")] };
  const { status, data } = await add(asked([wrong]));
  expect(status).toBe(422);
  expect(Object.keys(errorsOf(data))).toEqual(["copies[0].title", "copies[0].options[0].price", "copies[0].options[1].name"]);
  const none = await add(asked([{ ...SIZE, options: [] }]));
  expect(errorsOf(none.data)["copies[0].options"]).toEqual(["Add at least one option: there would be nothing to choose."]);
  expect(await db.$count(products)).toBe(0);
});

test("rejects a question id of a template or another product", async () => {
  const template = await insertTemplate(db, {}, [{}]);
  const other = idOf((await add(asked([SIZE]))).location);
  const [stored] = await rowsOf(other);
  for (const number of [template.id, stored?.id ?? 0]) {
    const answer = await add(asked([{ ...SIZE, id: number }]));
    expect(errorsOf(answer.data)["copies"]).toEqual(["One of these questions is gone. Reload the page."]);
  }
});

test("shows both versions to two users who change a question", async () => {
  const id = idOf((await add(asked([SIZE]))).location);
  const opened = await open(id);
  const change = (title: string) => ({
    copies: JSON.stringify(readQuestionRows(opened.values["copies"] ?? "").map((row) => ({ ...row, title }))),
  });
  const params = { id: String(id) };
  expect(await bo.post(form, ADD, typed(opened, change("Cup")), params)).toMatchObject({ status: 302 });
  const answer = await ana.post(form, ADD, typed(opened, change("Glass")), params);
  expect(answer).toMatchObject({ status: 409, data: { fields: [{ name: "copies" }] } });
});

test("a duplicate has its own question", async () => {
  const id = idOf((await add(asked([SIZE]))).location);
  const copy = await ana.post(duplicate, ADD, {}, { id: String(id) });
  const [[a], [b]] = [await groupsOf(id), await groupsOf(idOf(copy.location))];
  expect(b).toMatchObject({ title: "Size", options: [{ name: "Small" }, { name: "Large" }] });
  expect(b?.id).not.toBe(a?.id);
});

test("saves a question as a template, with its rules", async () => {
  const call = (body: object) =>
    ana.send(
      records,
      new Request(new URL("/admin/api/records", services.env.publicUrl), {
        method: "POST",
        headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
        body: JSON.stringify(body),
      }),
      {},
    );
  expect(await call({ kind: "template", question: SIZE })).toMatchObject({ status: 201 });
  expect(await db.select().from(customizationTemplates)).toMatchObject([{ name: "Size", title: "Size", kind: "single", minSelect: 1 }]);
  expect(await call({ kind: "template", question: { ...SIZE, minSelect: "2" } })).toMatchObject({ status: 422 });
  expect(await call({ kind: "category", name: " " })).toMatchObject({ status: 422 });
  expect(await db.$count(customizationTemplates)).toBe(1);
});

test("saves and opens an empty form again", async () => {
  expect((await add({ next: "another" })).location).toBe(ADD);
  const id = await insertProduct(db, { name: "Soup" });
  expect((await edit(id, { summary: "Hot" })).location).toBe(`/admin/product/edit/${id}`);
});
