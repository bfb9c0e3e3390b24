import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { findProduct } from "#app/catalogue/data/products.server.ts";
import { customizationOptions, customizationTemplates } from "#app/catalogue/data/tables.ts";
import type { RecordAnswer, RecordFormData } from "#app/kit/record/record-form-data.ts";
import { insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { readSettings, writeSettings } from "#app/store/data/site-settings.server.ts";
import { nextOpening } from "#app/store/domain/hours/next-opening.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { localTimeOf } from "#app/values/time.ts";
import { openTestShop } from "#test/shop.ts";
import { openTemplatePages } from "#test/template-pages.ts";
import { optionRow, templateForm } from "#test/template-form.ts";
import * as apply from "./apply.tsx";
import * as remove from "./delete.tsx";
import * as form from "./form.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const { ana, history, path, undoLast, clear } = openTemplatePages(services);
beforeEach(clear);

const ADD = "/admin/customization-templates/add";

async function open(id: number): Promise<RecordFormData> {
  return ((await ana.get(form, ...path(id))).data as { form: RecordFormData }).form;
}
const typed = (opened: RecordFormData, over: Record<string, string>) => ({
  ...opened.values,
  version: String(opened.version ?? ""),
  seen: opened.seen,
  ...over,
});
const errorsOf = (data: unknown) => (data as Extract<RecordAnswer, { kind: "invalid" }>).errors;

async function milk(options: Parameters<typeof insertTemplate>[2] = [{ name: "Cow" }, { name: "Oat", priceDeltaCents: 50 }]) {
  return insertTemplate(db, { name: "Milk", title: "Choose your milk", minSelect: 1, maxSelect: 1 }, options);
}

test("an option sold out for today is available at the next opening", async () => {
  const hours = { STORE_OPEN_TIME: "07:00", STORE_CLOSING_TIME: "19:00" };
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, hours, { userId: null, userName: "Test" }));
  const { id } = await milk();
  const { todayEnds } = (await ana.get(form, ...path(id))).data as { todayEnds: string };
  expect(todayEnds).toBe(nextOpening(storeHours(await readSettings(db)), services.now()).toISOString());
  expect(localTimeOf(new Date(todayEnds), "America/Toronto").minutes).toBe(7 * 60);
});

test("stores, shows and undoes a template with every field", async () => {
  const size = await insertTemplate(db, { name: "Size" }, [{ name: "Small" }, { name: "Large" }]);
  const large = size.optionIds[1] ?? 0;
  const added = await ana.post(
    form,
    ADD,
    templateForm(
      {
        kind: "quantity",
        minSelect: "0",
        maxSelect: "4",
        maxPerOption: "2",
        freeCount: "1",
        showWhenOptionIds: `${large}`,
        priceOptionIds: `${large}`,
      },
      optionRow("Shot", { price: "0.80", prices: { [large]: "1.20" }, isDefault: "on", defaultQuantity: "2", kitchenName: "SH" }),
      optionRow("Honey", {
        price: "-0.10",
        allergens: "nuts, milk",
        dietaryTags: "vegan",
        calories: "40",
        countsTowardFree: "",
        soldOut: "until undone",
        isHidden: "on",
      }),
    ),
  );
  expect(added).toMatchObject({ status: 302, location: expect.stringMatching(/\/edit\/\d+$/) });
  const id = Number(added.location?.split("/").at(-1));
  const stored = await db
    .select()
    .from(customizationOptions)
    .where(eq(customizationOptions.templateId, id))
    .orderBy(asc(customizationOptions.position));
  expect(stored).toMatchObject([
    {
      name: "Shot",
      kitchenName: "SH",
      priceDeltaCents: 80,
      priceByOption: { [large]: 120 },
      isDefault: true,
      defaultQuantity: 2,
      isSoldOut: false,
    },
    {
      name: "Honey",
      priceDeltaCents: -10,
      allergens: ["nuts", "milk"],
      calories: 40,
      countsTowardFree: false,
      isSoldOut: true,
      soldOutUntil: null,
      isHidden: true,
    },
  ]);
  const opened = await open(id);
  expect(opened.values).toMatchObject({
    kind: "quantity",
    maxSelect: "4",
    freeCount: "1",
    showWhenOptionIds: `${large}`,
    priceOptionIds: `${large}`,
  });
  expect(await ana.post(form, path(id)[0], typed(opened, {}), path(id)[1])).toMatchObject({ status: 302 });
  expect(await history()).toHaveLength(1);
  await undoLast();
  expect(await db.select().from(customizationTemplates).where(eq(customizationTemplates.id, id))).toEqual([]);
});

test("rejects a group that depends on itself, directly or through others", async () => {
  const a = await insertTemplate(db, { name: "A" }, [{}]);
  const b = await insertTemplate(db, { name: "B", showWhenOptionIds: [...a.optionIds] }, [{}]);
  const [own, circle] = await Promise.all(
    [a.optionIds, b.optionIds].map(async (ids) =>
      ana.post(form, path(a.id)[0], typed(await open(a.id), { showWhenOptionIds: ids.join() }), path(a.id)[1]),
    ),
  );
  expect(errorsOf(own?.data)).toEqual({ showWhenOptionIds: ["It cannot depend on one of its own options."] });
  expect(errorsOf(circle?.data)).toEqual({ showWhenOptionIds: ["It would never show: what it waits for waits for it."] });
});

test("options keep their ids; one that another template needs cannot be removed", async () => {
  const { id, optionIds } = await milk();
  const [cow = 0, oat = 0] = optionIds;
  const opened = await open(id);
  const rows = JSON.parse(opened.values["options"] ?? "") as { name: string }[];
  const next = [optionRow("Soy"), { ...rows[1], name: "Oat milk", price: "0.70" }, rows[0]];
  expect((await ana.post(form, path(id)[0], typed(opened, { options: JSON.stringify(next) }), path(id)[1])).status).toBe(302);
  const stored = await db.select().from(customizationOptions).orderBy(asc(customizationOptions.position));
  expect(stored.map((option) => [option.name, option.id])).toEqual([
    ["Soy", expect.any(Number)],
    ["Oat milk", oat],
    ["Cow", cow],
  ]);
  await insertTemplate(db, { name: "Foam", showWhenOptionIds: [oat] }, [{}]);
  const without = await ana.post(form, path(id)[0], typed(await open(id), { options: JSON.stringify([rows[0]]) }), path(id)[1]);
  expect(errorsOf(without.data)).toEqual({ options: ["“Foam” depends on an option that is no longer here. Change that template first."] });
  expect((await ana.post(remove, path(id)[0], { links: "remove" }, { id: String(id) })).status).toBe(422);
});

test("a product with too few available options is unavailable", async () => {
  const { id } = await milk([{ name: "Cow", isSoldOut: true }]);
  const product = await insertProduct(db);
  await linkTemplate(db, product, id);
  expect(await findProduct(db, product, services.now())).toMatchObject({ isSoldOut: true });
  await db.update(customizationOptions).set({ isSoldOut: false });
  expect(await findProduct(db, product, services.now())).toMatchObject({ isSoldOut: false });
});

test("the list searches, shows uses, and deletes only unused templates", async () => {
  const { id, optionIds } = await milk();
  const unused = await insertTemplate(db, { name: "Foam", showWhenOptionIds: [optionIds[0] ?? 0] }, [{ name: "Extra" }]);
  const product = await insertProduct(db);
  await linkTemplate(db, product, id, { title: "Milk?" });
  const rows = async (search: string) => ((await ana.get(list, `/x${search}`)).data as { rows: { name: string }[] }).rows;
  expect(await rows("?sort=-name")).toMatchObject([
    { name: "Milk", productCount: 1, overrideCount: 1, copyCount: 0, optionCount: 2 },
    { name: "Foam", isConditional: true },
  ]);
  for (const search of ["?q=extra", "?use=unused", "?q=foam&kind=single"])
    expect(await rows(search), search).toMatchObject([{ name: "Foam" }]);
  expect(await rows("?kind=text")).toEqual([]);
  expect((await ana.post(list, "/x", { intent: "delete", selected: String(id) })).status).toBe(422);
  expect((await ana.post(list, "/x", { intent: "delete", selected: "all" })).status).toBe(302);
  expect((await db.select().from(customizationTemplates)).map((row) => row.id)).toEqual([id]);
  await undoLast();
  expect(await rows("?q=foam")).toMatchObject([{ id: unused.id, optionCount: 1 }]);
});

test("returns 404 for templates that do not exist", async () => {
  for (const id of ["999999", "0", "x"]) {
    for (const page of [form, apply, remove]) {
      expect((await ana.get(page, "/x", { id })).status, id).toBe(404);
      expect((await ana.post(page, "/x", { ...templateForm({}, optionRow("Cow")), links: "copy", selected: "1" }, { id })).status, id).toBe(
        404,
      );
    }
  }
});
