import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { markCopySoldOut } from "#app/catalogue/data/sold-out/sold-out-copies.server.ts";
import { loadGroupsByProduct } from "#app/catalogue/data/customizations/customization-templates.server.ts";
import { customizationOptions, customizationTemplates, productCustomizations } from "#app/catalogue/data/tables.ts";
import { blankOption } from "#app/catalogue/domain/customization/option-rows.ts";
import type { PlanAnswer } from "#app/catalogue/ui/staff/application-plan.tsx";
import type { RecordFormData } from "#app/kit/record/record-form-data.ts";
import * as duplicate from "#app/routes/admin/product/duplicate.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertCategory, insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openTemplatePages } from "#test/template-pages.ts";
import * as apply from "./apply.tsx";
import * as remove from "./delete.tsx";
import * as form from "./form.tsx";

const { services } = await openTestShop();
const { db } = services;
const { ana, history, path, undoLast, clear } = openTemplatePages(services);
beforeEach(clear);

const groupsOf = async (id: number) => (await loadGroupsByProduct(db, [id], services.now())).get(id) ?? [];

async function milk(options: Parameters<typeof insertTemplate>[2] = [{ name: "Cow" }, { name: "Oat", priceDeltaCents: 50 }]) {
  return insertTemplate(db, { name: "Milk", title: "Choose your milk", minSelect: 1, maxSelect: 1 }, options);
}

test("a new price reaches linked products, but not copies or overrides", async () => {
  const { id, optionIds } = await milk();
  const [linked, free, copied] = [await insertProduct(db), await insertProduct(db), await insertProduct(db)];
  await linkTemplate(db, linked, id);
  await linkTemplate(db, free, id, { options: { [String(optionIds[1])]: { priceDelta: 0 } } });
  await applyTo(id, [copied], { mode: "copy" });
  const { form: opened } = (await ana.get(form, ...path(id))).data as { form: RecordFormData };
  const rows = JSON.parse(opened.values["options"] ?? "") as object[];
  const options = JSON.stringify([rows[0], { ...rows[1], price: "0.70" }]);
  await ana.post(form, path(id)[0], { ...opened.values, version: String(opened.version), seen: opened.seen, options }, path(id)[1]);
  const prices = async (product: number) => (await groupsOf(product)).map((group) => group.options.map((option) => option.priceDelta));
  expect([await prices(linked), await prices(free), await prices(copied)]).toEqual([[[0, 70]], [[0, 0]], [[0, 50]]]);
});

async function preview(
  id: number,
  productIds: readonly number[] | "all",
  over: Record<string, string> = {},
  search = "",
): Promise<PlanAnswer> {
  const selected = productIds === "all" ? "all" : productIds.join(",");
  const answer = await ana.post(
    apply,
    `/admin/customization-templates/apply/${id}${search}`,
    { intent: "preview", selected, ...over },
    { id: String(id) },
  );
  expect(answer.status).toBe(200);
  return answer.data as PlanAnswer;
}

async function applyTo(id: number, productIds: readonly number[], over: Record<string, string> = {}): Promise<PlanAnswer> {
  const { plan } = await preview(id, productIds, over);
  const fieldsOf = { intent: "apply", selected: productIds.join(","), seal: plan.seal, ...over };
  const answer = await ana.post(apply, `/admin/customization-templates/apply/${id}`, fieldsOf, { id: String(id) });
  const done = answer.data as PlanAnswer;
  expect(done).toMatchObject({ kind: "done", plan: { products: plan.products } });
  return done;
}
const outcomes = ({ plan }: PlanAnswer) => plan.products.map(({ outcome, isChanged }) => `${outcome}${isChanged ? "!" : ""}`);

test.for([
  ["link", "skip", ["new!", "same", "conflict", "conflict"]],
  ["link", "update", ["new!", "same", "conflict", "conflict!"]],
  ["link", "replace", ["new!", "same", "conflict!", "conflict!"]],
  ["copy", "skip", ["new!", "conflict", "conflict", "same"]],
  ["copy", "update", ["new!", "conflict!", "conflict!", "same"]],
  ["copy", "replace", ["new!", "conflict!", "conflict!", "same"]],
] as const)("applying by %s and %s does what its preview says, once; undo takes the whole back", async ([mode, conflict, expected]) => {
  const { id, optionIds } = await milk();
  const ids: number[] = [];
  for (const name of ["New", "Linked", "Own", "Copied"]) ids.push(await insertProduct(db, { name }));
  const [, linked = 0, own = 0, copied = 0] = ids;
  await linkTemplate(db, linked, id);
  await linkTemplate(db, own, id, { title: "Milk?", options: { [String(optionIds[1])]: { priceDelta: 0 } } });
  await applyTo(id, [copied], { mode: "copy" });
  const all = () => db.select().from(productCustomizations).orderBy(productCustomizations.productId);
  const before = (await all()).map(({ id: _id, ...rest }) => rest);
  expect(outcomes(await preview(id, ids, { mode, conflict }))).toEqual(expected);
  expect((await all()).map(({ id: _id, ...rest }) => rest)).toEqual(before);
  const done = await applyTo(id, ids, { mode, conflict });
  expect(outcomes(done)).toEqual(expected);
  const again = await applyTo(id, ids, { mode, conflict });
  expect(again.plan.products.filter((product) => product.isChanged)).toEqual([]);
  expect(again.entry).toBeNull();
  const title = (await groupsOf(own))[0]?.title;
  expect(title).toBe(conflict === "replace" ? "Choose your milk" : "Milk?");
  await undoLast();
  expect((await all()).map(({ id: _id, ...rest }) => rest)).toEqual(before);
});

test("applies only the previewed changes; after another change, previews again", async () => {
  const { id } = await milk();
  const product = await insertProduct(db);
  const { plan } = await preview(id, [product]);
  await linkTemplate(db, product, id);
  const late = await ana.post(apply, "/x", { intent: "apply", selected: String(product), seal: plan.seal }, { id: String(id) });
  expect(late).toMatchObject({ status: 409, data: { kind: "outdated", plan: { products: [{ outcome: "same" }] } } });
  expect(await history()).toEqual([]);
  for (const selected of ["", "x,-1", "99999999999"]) {
    expect((await ana.post(apply, "/x", { intent: "apply", selected }, { id: String(id) })).status, selected).toBe(422);
  }
});

test("picks products by category, search and content, without those in the bin", async () => {
  const { id } = await milk();
  const drinks = await insertCategory(db, { name: "Drinks" });
  const hot = await insertCategory(db, { name: "Hot", parentId: drinks });
  await insertProduct(db, { name: "Latte" }, [hot]);
  await insertProduct(db, { name: "Juice" }, [drinks]);
  await insertProduct(db, { name: "Bread" });
  await insertProduct(db, { name: "Old latte", deletedAt: services.now() }, [hot]);
  const names = async (search: string) => (await preview(id, "all", {}, search)).plan.products.map((product) => product.name);
  expect(await names(`?category=${drinks}`)).toEqual(["Latte", "Juice"]);
  expect(await names(`?category=${drinks}&q=lat`)).toEqual(["Latte"]);
  const latte = await ana.get(apply, `/x?q=latte`, { id: String(id) });
  expect(latte.data).toMatchObject({ total: 1, rows: [{ name: "Latte", state: "none" }] });
});

test("deleting keeps the question as copies or removes it; undo links again", async () => {
  const { id, optionIds } = await milk();
  const [cow = 0] = optionIds;
  const foam = await insertTemplate(db, { name: "Foam" }, [{}]);
  const product = await insertProduct(db);
  await linkTemplate(db, product, id, { options: { [String(cow)]: { priceDelta: 25 } } });
  await linkTemplate(db, product, foam.id, {}, 1);
  const before = await groupsOf(product);
  expect((await ana.post(remove, "/x", {}, { id: String(id) })).status).toBe(422);
  expect(await ana.post(remove, "/x", { links: "copy" }, { id: String(id) })).toMatchObject({ status: 302 });
  const copied = await groupsOf(product);
  const plain = (groups: typeof before) =>
    groups.map(({ id: _id, options, ...group }) => ({ ...group, options: options.map(({ id: _option, ...option }) => option) }));
  expect(plain(copied)).toEqual(plain(before));
  const taken = new Set([...(await db.select().from(customizationOptions)).map((option) => option.id), ...optionIds]);
  for (const option of copied[0]?.options ?? []) expect(taken.has(option.id)).toBe(false);
  await undoLast();
  expect(await groupsOf(product)).toEqual(before);
  await ana.post(remove, "/x", { links: "remove" }, { id: String(id) });
  expect((await groupsOf(product)).map((group) => group.name)).toEqual(["Foam"]);
  await undoLast();
  expect(await groupsOf(product)).toEqual(before);
});

test("undoing a template's deletion keeps later changes of its copies", async () => {
  const { id, optionIds } = await milk();
  const [cow = 0, oat = 0] = optionIds;
  const names = ["untouched", "dearer", "sold out", "removed", "moved"] as const;
  const ids = await Promise.all(names.map((name) => insertProduct(db, { name })));
  for (const each of ids) await linkTemplate(db, each, id, { options: { [String(cow)]: { priceDelta: 25 } } });
  await ana.post(remove, "/x", { links: "copy" }, { id: String(id) });
  const rowsOf = async (name: (typeof names)[number]) =>
    db
      .select()
      .from(productCustomizations)
      .where(eq(productCustomizations.productId, ids[names.indexOf(name)] ?? 0));
  const copyOf = async (name: (typeof names)[number]) => (await rowsOf(name))[0]!;
  const dearer = await copyOf("dearer");
  const overrides = { options: { [String(dearer.body?.options[1]?.id)]: { priceDelta: 95 } } };
  await db.update(productCustomizations).set({ overrides }).where(eq(productCustomizations.id, dearer.id));
  await markCopySoldOut(db, (await copyOf("sold out")).body?.options[0]?.id ?? 0, true, null);
  await db.delete(productCustomizations).where(eq(productCustomizations.id, (await copyOf("removed")).id));
  await db
    .update(productCustomizations)
    .set({ position: 7 })
    .where(eq(productCustomizations.id, (await copyOf("moved")).id));
  await undoLast();
  expect(await rowsOf("untouched")).toMatchObject([{ templateId: id, body: null, overrides: { options: { [cow]: { priceDelta: 25 } } } }]);
  expect(await rowsOf("moved")).toMatchObject([{ templateId: id, position: 7 }]);
  expect(await rowsOf("removed")).toEqual([]);
  expect(await rowsOf("dearer")).toMatchObject([{ templateId: null, copiedFrom: id, overrides }]);
  expect((await groupsOf(ids[2] ?? 0))[0]?.options.map((option) => option.soldOut)).toEqual([true, false]);
  expect((await groupsOf(ids[0] ?? 0))[0]?.options.map((option) => option.id)).toEqual([cow, oat]);
});

test("undoing a deletion does not link products whose copies were removed", async () => {
  const { id } = await milk();
  const product = await insertProduct(db);
  await linkTemplate(db, product, id);
  await ana.post(remove, "/x", { links: "copy" }, { id: String(id) });
  await db.delete(productCustomizations);
  await undoLast();
  expect(await db.select().from(customizationTemplates)).toHaveLength(1);
  expect(await groupsOf(product)).toEqual([]);
});

test("deleting keeps a link as a copy next to an older copy; undo restores both", async () => {
  const { id } = await milk();
  const product = await insertProduct(db);
  await applyTo(id, [product], { mode: "copy" });
  await linkTemplate(db, product, id, { title: "And the second?" }, 1);
  const stored = async () =>
    (await db.select().from(productCustomizations).orderBy(productCustomizations.position)).map(({ id: _id, ...row }) => row);
  const before = await stored();
  await ana.post(remove, "/x", { links: "copy" }, { id: String(id) });
  expect((await groupsOf(product)).map((group) => group.title)).toEqual(["Choose your milk", "And the second?"]);
  await undoLast();
  expect(await stored()).toEqual(before);
  await ana.post(remove, "/x", { links: "remove" }, { id: String(id) });
  expect((await groupsOf(product)).map((group) => group.title)).toEqual(["Choose your milk"]);
  await undoLast();
  expect(await stored()).toEqual(before);
});

test("a sold-out option of a copy stays sold out when it becomes a link", async () => {
  const { id } = await milk();
  const product = await insertProduct(db);
  await applyTo(id, [product], { mode: "copy" });
  await markCopySoldOut(db, (await groupsOf(product))[0]?.options[1]?.id ?? 0, true, null);
  await applyTo(id, [product], { mode: "link", conflict: "update" });
  expect((await groupsOf(product))[0]?.options.map(({ soldOut }) => soldOut)).toEqual([false, true]);
});

test("undo keeps templates and options that others depend on", async () => {
  const { id } = await milk([{ name: "Cow" }]);
  const opened = async () => ((await ana.get(form, ...path(id))).data as { form: RecordFormData }).form;
  const save = async (options: readonly object[]) => {
    const { values, version, seen } = await opened();
    const fields = { ...values, version: String(version), seen, options: JSON.stringify(options) };
    return (await ana.post(form, path(id)[0], fields, path(id)[1])).status;
  };
  const rows = async () => JSON.parse((await opened()).values["options"] ?? "") as { readonly id: string; readonly name: string }[];
  expect(await save([...(await rows()), { ...(await rows())[0], id: "", key: "new", name: "Oat" }])).toBe(302);
  const oat = Number((await rows())[1]?.id);
  const foam = await insertTemplate(db, { name: "Foam", showWhenOptionIds: [oat] }, [{}]);
  await undoLast();
  expect(await rows()).toHaveLength(2);
  const product = await insertProduct(db, { name: "Latte" });
  await linkTemplate(db, product, id);
  await applyTo(foam.id, [product], { mode: "copy" });
  await db.delete(auditLog);
  await ana.post(remove, "/x", { links: "remove" }, { id: String(foam.id) });
  expect(await save((await rows()).slice(0, 1))).toBe(422);
  expect(await rows()).toHaveLength(2);
});

test("undo keeps a template whose options another one depends on", async () => {
  const add = "/admin/customization-templates/add";
  const { form: blank } = (await ana.get(form, add, {})).data as { form: RecordFormData };
  const option = { ...blankOption("a"), name: "Oat" };
  const fields = { ...blank.values, seen: blank.seen, name: "Milk", title: "Milk?", options: JSON.stringify([option]) };
  expect((await ana.post(form, add, fields, {})).status).toBe(302);
  const [oat] = await db.select().from(customizationOptions);
  await insertTemplate(db, { name: "Foam", showWhenOptionIds: [oat?.id ?? 0] }, [{}]);
  await undoLast();
  expect(await db.select().from(customizationOptions)).toHaveLength(2);
});

test("a duplicated product has copies with their own ids", async () => {
  const { id } = await milk();
  const product = await insertProduct(db, { name: "Latte" });
  await applyTo(id, [product], { mode: "copy" });
  const [first] = await groupsOf(product);
  const oat = first?.options[1]?.id ?? 0;
  await db
    .update(productCustomizations)
    .set({ overrides: { options: { [String(oat)]: { priceDelta: 95 } } } })
    .where(eq(productCustomizations.productId, product));
  const answer = await ana.post(duplicate, `/admin/product/duplicate/${product}`, {}, { id: String(product) });
  const [second] = await groupsOf(Number(answer.location?.split("/").at(-1)));
  const ids = (group: typeof first) => group?.options.map((option) => option.id) ?? [];
  expect(second?.options.map(({ name, priceDelta }) => [name, priceDelta])).toEqual([
    ["Cow", 0],
    ["Oat", 95],
  ]);
  expect(second?.id).not.toBe(first?.id);
  expect(ids(second).filter((each) => ids(first).includes(each))).toEqual([]);
});
