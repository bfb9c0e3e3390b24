import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { categories, productCategories, products } from "#app/catalogue/data/tables.ts";
import { CHANGES_FIELD } from "#app/kit/sheet/sheet-data.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { adminAccess } from "#app/staff/domain/permissions.ts";
import * as undo from "#app/routes/admin/undo.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { readSettings, writeSettings } from "#app/store/data/site-settings.server.ts";
import * as productForm from "./form.tsx";
import * as list from "./index.tsx";
import * as prices from "./prices.tsx";
import type { readProductList } from "./product-list.server.ts";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const bo = openStaffPages(services, "Bo");
const HERE = "/admin/product";

beforeEach(async () => {
  await db.delete(products);
  await db.delete(categories);
});

type Listed = Awaited<ReturnType<typeof readProductList>>;
const read = async (search = "") => (await ana.get(list, `${HERE}${search}`)).data as Listed;
const namesOf = async (search: string) => (await read(search)).rows.map((row) => row.name);
const stored = async (id: number) => (await db.select().from(products).where(eq(products.id, id)))[0];
const lastEntry = async () =>
  (
    await db
      .select()
      .from(auditLog)
      .orderBy(sql`${auditLog.id} desc`)
      .limit(1)
  )[0];
const entries = () => db.$count(auditLog);
const undoLast = async () => ana.post(undo, "/admin/undo", { entry: String((await lastEntry())?.id), to: HERE });

test("searches by name, kitchen name and tag, filters, sorts, ignores invalid values", async () => {
  const food = await insertCategory(db, { name: "Food" });
  const soups = await insertCategory(db, { name: "Soups", parentId: food });
  await insertProduct(db, { name: "Tomato soup", kitchenName: "TS", tags: ["Vegan"], priceCents: 900, stock: 0 }, [soups]);
  await insertProduct(db, { name: "apple pie", priceCents: 500, taxClass: "zero", isHidden: true }, [food]);
  await insertProduct(db, { name: "100% juice", priceCents: 700, isSoldOut: true, deletedAt: null });
  await insertProduct(db, { name: "Old bread", deletedAt: services.now() });
  expect(await namesOf("")).toEqual(["100% juice", "apple pie", "Tomato soup"]);
  expect(await namesOf("?sort=-price")).toEqual(["Tomato soup", "100% juice", "apple pie"]);
  expect(await namesOf("?sort=-created")).toEqual(["100% juice", "apple pie", "Tomato soup"]);
  const found = {
    MATO: "Tomato soup",
    ts: "Tomato soup",
    vega: "Tomato soup",
    "soup tom": "Tomato soup",
    "00%": "100% juice",
    p: "apple pie",
  };
  for (const [q, name] of Object.entries(found)) expect(await namesOf(`?q=${encodeURIComponent(q)}`), q).toEqual([name]);
  // A short word is looked for where words begin.
  expect(await namesOf("?q=ma")).toEqual([]);
  expect(await namesOf(`?category=${food}`)).toEqual(["apple pie", "Tomato soup"]);
  expect(await namesOf(`?category=${soups}`)).toEqual(["Tomato soup"]);
  expect(await namesOf("?state=hidden")).toEqual(["apple pie"]);
  expect(await namesOf("?state=sold-out")).toEqual(["100% juice", "Tomato soup"]);
  expect(await namesOf("?state=bin")).toEqual(["Old bread"]);
  expect(await namesOf("?tax=zero")).toEqual(["apple pie"]);
  expect(await namesOf("?tag=Vegan&picture=without")).toEqual(["Tomato soup"]);
  expect(await namesOf("?per_page=1&page=2")).toEqual(["apple pie"]);
  expect(await namesOf("?category=-1&state=x&sort=nonsense&page=0&tag=%00")).toHaveLength(3);
  expect(await read("?view=sheet&q=soup")).toMatchObject({
    total: 1,
    sheet: { rows: [{ texts: { priceCents: "9.00", stock: "0", soldOut: "", isHidden: "shown", categories: String(soups) } }] },
  });
});

test("sorts names with accents alphabetically", async () => {
  for (const name of ["Vienne", "Éclair", "eau", "Zest", "Œuf"]) await insertProduct(db, { name });
  expect(await namesOf("")).toEqual(["eau", "Éclair", "Œuf", "Vienne", "Zest"]);
  expect(await namesOf("?sort=-name")).toEqual(["Zest", "Vienne", "Œuf", "Éclair", "eau"]);
});

test("a bulk action changes all matches on all pages with one undo", async () => {
  for (const name of ["Soup 1", "Soup 2", "Soup 3", "Cake"]) await insertProduct(db, { name });
  const before = await entries();
  const answer = await ana.post(list, `${HERE}?q=soup&per_page=1&selected=all`, { intent: "hide", selected: "all" });
  expect(answer).toMatchObject({ status: 302, location: `${HERE}?q=soup&per_page=1` });
  expect(await namesOf("?state=hidden")).toEqual(["Soup 1", "Soup 2", "Soup 3"]);
  expect(await entries()).toBe(before + 1);
  expect(await lastEntry()).toMatchObject({ userName: "Ana", action: "hide", subject: "3 records" });
  await undoLast();
  expect(await namesOf("?state=hidden")).toEqual([]);
});

test("bulk actions for categories, tags, tax, sold out and the bin", async () => {
  const soups = await insertCategory(db, { name: "Soups" });
  const one = await insertProduct(db, { name: "One" });
  const two = await insertProduct(db, { name: "Two", tags: ["hot"] });
  const act = (intent: string, more: Record<string, string> = {}) => ana.post(list, HERE, { intent, selected: `${one},${two}`, ...more });
  await act("category-add", { category: String(soups) });
  expect(await namesOf(`?category=${soups}`)).toEqual(["One", "Two"]);
  await act("category-remove", { "old-category": String(soups) });
  expect(await db.$count(productCategories)).toBe(0);
  await act("tag-add", { tag: " Hot " });
  expect([(await stored(one))?.tags, (await stored(two))?.tags]).toEqual([["Hot"], ["hot"]]);
  await act("tag-remove", { "old-tag": "HOT" });
  expect([(await stored(one))?.tags, (await stored(two))?.tags]).toEqual([[], []]);
  await act("tax", { "tax-class": "zero" });
  expect([(await stored(one))?.taxClass, (await stored(two))?.taxClass]).toEqual(["zero", "zero"]);
  await undoLast();
  expect((await stored(two))?.taxClass).toBe("standard");
  await act("sold-out-today");
  expect(await stored(one)).toMatchObject({ isSoldOut: true, soldOutUntil: expect.any(Date) });
  await act("back");
  expect(await stored(one)).toMatchObject({ isSoldOut: false, soldOutUntil: null });
  await act("bin");
  expect(await namesOf("")).toEqual([]);
  expect(await namesOf("?state=bin")).toEqual(["One", "Two"]);
  await ana.post(list, `${HERE}?state=bin`, { intent: "restore", selected: String(one) });
  await act("purge");
  expect([await namesOf(""), await namesOf("?state=bin")]).toEqual([["One"], []]);
  await undoLast();
  expect(await namesOf("?state=bin")).toEqual(["Two"]);
});

test.each([
  [{ intent: "hide" }, "Choose products first."],
  [{ intent: "explode", selected: "all" }, "Choose what to do."],
  [{ intent: "hide", selected: "x,-1,0,9999999999" }, "Choose products first."],
  [{ intent: "category-add", selected: "all", category: "77" }, "Choose a category."],
  [{ intent: "tax", selected: "all", "tax-class": "luxury" }, "Choose a tax."],
  [{ intent: "tag-add", selected: "all", tag: "  " }, "Enter a tag."],
  [{ intent: "tag-add", selected: "all", tag: "a,b" }, "Write one tag, without a comma."],
  [{ intent: "tag-add", selected: "all", tag: "x".repeat(41) }, "Use at most 40 characters for a tag."],
  [{ intent: "sheet", [CHANGES_FIELD]: "[" }, "These changes could not be read. Save at most 500 products at once."],
])("%j is refused and changes nothing", async (fields, message) => {
  const id = await insertProduct(db, { name: "Soup" });
  const before = await entries();
  expect(await ana.post(list, HERE, fields)).toMatchObject({ status: 422, data: { message } });
  expect([await entries(), (await stored(id))?.version]).toEqual([before, 1]);
});

type Row = NonNullable<Listed["sheet"]>["rows"][number];

/** What the sheet sends of rows as they were shown, with cells typed over. */
async function sheetOf(typed: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<readonly object[]> {
  const { sheet } = await read("?view=sheet");
  const rows = new Map((sheet?.rows ?? []).map((row): [string, Row] => [row.label, row]));
  return Object.entries(typed).map(([name, texts]) => {
    const row = rows.get(name)!;
    return {
      id: Number(row.id),
      before: Object.fromEntries(Object.keys(texts).map((each) => [each, row.texts[each] ?? ""])),
      texts,
    };
  });
}
const save = (pages: typeof ana, changes: unknown) =>
  pages.post(list, `${HERE}?view=sheet`, { intent: "sheet", [CHANGES_FIELD]: JSON.stringify(changes) });

test("saves a sheet with one history entry and undoes it", async () => {
  const soups = await insertCategory(db, { name: "Soups" });
  const soup = await insertProduct(db, { name: "Soup" });
  const cake = await insertProduct(db, { name: "Cake", stock: 4 });
  const changes = await sheetOf({
    Soup: { priceCents: "12.5", compareAtCents: "15.00", categories: String(soups), soldOut: "undone" },
    Cake: { stock: "", isHidden: "hidden" },
  });
  const before = await entries();
  expect(await save(ana, changes)).toMatchObject({ status: 302, location: `${HERE}?view=sheet` });
  expect(await stored(soup)).toMatchObject({ priceCents: 1250, compareAtCents: 1500, isSoldOut: true, soldOutUntil: null, version: 2 });
  expect(await stored(cake)).toMatchObject({ stock: null, isHidden: true });
  expect(await namesOf(`?category=${soups}`)).toEqual(["Soup"]);
  expect(await entries()).toBe(before + 1);
  await undoLast();
  expect(await stored(soup)).toMatchObject({ priceCents: 1000, compareAtCents: null, isSoldOut: false });
  expect(await stored(cake)).toMatchObject({ stock: 4, isHidden: false });
});

test("stores valid rows when others fail, and reports each failed cell", async () => {
  const ids: number[] = [];
  for (const name of ["Good", "Wrong", "Sale", "Overtaken", "Gone"]) ids.push(await insertProduct(db, { name, compareAtCents: 1200 }));
  const [good = 0, wrong = 0, sale = 0, overtaken = 0, gone = 0] = ids;
  const changes = await sheetOf({
    Good: { priceCents: "8.00" },
    Wrong: { priceCents: "abc", stock: "-1", categories: "Cakes", isHidden: "x", soldOut: "soon" },
    Sale: { priceCents: "12.00" },
    Overtaken: { priceCents: "9.00" },
    Gone: { stock: "3" },
  });
  await save(bo, await sheetOf({ Overtaken: { priceCents: "7.00" } }));
  await db.delete(products).where(eq(products.id, gone));
  const answer = await save(ana, changes);
  expect(answer).toMatchObject({
    status: 200,
    data: {
      kind: "sheet",
      saved: [String(good)],
      problems: {
        [wrong]: {
          priceCents: "Enter an amount such as 12.50.",
          stock: "Enter the stock as a whole number from 0 to 1\u00a0000\u00a0000.",
          categories: expect.stringContaining("categories"),
          isHidden: "Choose whether it is shown.",
          soldOut: "Choose whether it is sold out.",
        },
        [sale]: { priceCents: "Enter less than the price before, $12.00." },
        [overtaken]: { priceCents: "Bo has changed this meanwhile. Save again to replace it with yours." },
        [gone]: { "": "This record was deleted." },
      },
      overtaken: { [overtaken]: { texts: { priceCents: "7.00" } } },
    },
  });
  expect([(await stored(good))?.priceCents, (await stored(sale))?.priceCents, (await stored(overtaken))?.priceCents]).toEqual([
    800, 1000, 700,
  ]);
  const again = [{ id: overtaken, before: { priceCents: "7.00" }, texts: { priceCents: "9.00" } }];
  expect((await save(ana, again)).status).toBe(302);
  expect((await stored(overtaken))?.priceCents).toBe(900);
});

test("edits of other fields do not block a sheet; no saved row is 422", async () => {
  const soup = await insertProduct(db, { name: "Soup", stock: 5 });
  const changes = await sheetOf({ Soup: { priceCents: "9.00" } });
  await db.update(products).set({ stock: 3, summary: "Hot", version: 7 }).where(eq(products.id, soup));
  expect((await save(ana, changes)).status).toBe(302);
  expect(await stored(soup)).toMatchObject({ priceCents: 900, stock: 3, summary: "Hot" });
  expect((await save(ana, [{ id: soup, before: {}, texts: { name: "x" } }])).status).toBe(422);
});

interface Preview {
  readonly errors: object;
  readonly preview: {
    readonly rows: readonly { readonly id: number; readonly newPrice: number }[];
    readonly seal: string;
    readonly refusedCount: number;
  } | null;
}
const PERCENT = { direction: "up", kind: "percent", by: "10", ending: "exact", towards: "nearest" };
const preview = async (fields: Record<string, string>) => {
  const answer = await ana.get(prices, `${HERE}/prices?${new URLSearchParams({ selected: "all", ...fields }).toString()}`);
  return { status: answer.status, ...(answer.data as Preview) };
};
const apply = (fields: Record<string, string>, seal: string) =>
  ana.post(prices, `${HERE}/prices?${new URLSearchParams({ selected: "all", ...fields }).toString()}`, { ...fields, seal });

test("applies the previewed prices and undoes them together", async () => {
  await insertProduct(db, { name: "Soup", priceCents: 995 });
  const onSale = await insertProduct(db, { name: "Cake", priceCents: 500, compareAtCents: 550 });
  await insertProduct(db, { name: "Water", priceCents: 0 });
  await insertProduct(db, { name: "Old", deletedAt: services.now() });
  const shown = await preview(PERCENT);
  expect(shown.preview).toMatchObject({ changed: 2, same: 1, refusedCount: 0, saleEnds: 1, free: 0 });
  const before = await entries();
  expect(await apply(PERCENT, shown.preview!.seal)).toMatchObject({ status: 302, location: HERE });
  for (const row of shown.preview!.rows) expect((await stored(row.id))?.priceCents).toBe(row.newPrice);
  expect((await stored(onSale))?.compareAtCents).toBeNull();
  expect(await entries()).toBe(before + 1);
  await undoLast();
  expect(await stored(onSale)).toMatchObject({ priceCents: 500, compareAtCents: 550 });
});

test("exact prices need no rounding field, which browsers omit when disabled", async () => {
  await insertProduct(db, { name: "Soup", priceCents: 995 });
  const { towards: _, ...sent } = PERCENT;
  const shown = await preview(sent);
  expect(shown).toMatchObject({ status: 200, preview: { changed: 1 } });
  expect(await apply({ ...sent, towards: "" }, shown.preview!.seal)).toMatchObject({ status: 302 });
});

test("skips prices below zero, and stops if prices changed after the preview", async () => {
  const cheap = await insertProduct(db, { name: "Cheap", priceCents: 50 });
  const dear = await insertProduct(db, { name: "Dear", priceCents: 500 });
  const down = { ...PERCENT, direction: "down", kind: "amount", by: "1" };
  const shown = await preview(down);
  expect(shown.preview).toMatchObject({ changed: 1, refused: [{ name: "Cheap", problem: "It would be below zero." }] });
  await db.update(products).set({ priceCents: 600 }).where(eq(products.id, dear));
  const late = await apply(down, shown.preview!.seal);
  expect(late.location).toContain("/admin/product/prices?");
  expect((await stored(dear))?.priceCents).toBe(600);
  await apply(down, (await preview(down)).preview!.seal);
  expect([(await stored(cheap))?.priceCents, (await stored(dear))?.priceCents]).toEqual([50, 500]);
});

test.each([
  [{ by: "" }, "by", "Enter a percentage from 0 to 100, such as 13 or 8.875."],
  [{ by: "101" }, "by", "Enter a percentage from 0 to 100, such as 13 or 8.875."],
  [{ kind: "amount", by: "-1" }, "by", "Enter an amount from 0 to 99999.99."],
  [{ kind: "amount", by: "1.234" }, "by", "Enter an amount with at most two decimals, such as 12.50. Thousands have no point: 1234."],
  [{ kind: "x" }, "kind", "Choose an amount or a percentage."],
  [{ direction: "" }, "direction", "Choose up or down."],
  [{ ending: "37" }, "ending", "Choose how prices end."],
  [{ towards: "down" }, "towards", "Choose how prices are rounded."],
])("prices: %j is refused beside the field", async (over: Record<string, string>, field, message) => {
  const id = await insertProduct(db, { name: "Soup" });
  const shown = await preview({ ...PERCENT, ...over });
  expect(shown).toMatchObject({ status: 422, errors: { [field]: [message] }, preview: null });
  expect((await apply({ ...PERCENT, ...over }, "x")).status).toBe(422);
  expect((await stored(id))?.version).toBe(1);
});

test.each([
  ["en-US", "percent", "5,125", 10_513],
  ["en-US", "amount", "$5.50", 10_550],
  ["de-DE", "percent", "8.875", 10_888],
  ["de-DE", "percent", "8,875", 10_888],
  ["de-DE", "amount", "5,50 €", 10_550],
])("prices: a shop in %s reads by %s %j", async (LOCALE, kind, by, newPrice) => {
  const write = (values: object) =>
    inTransaction(db, (tx) => writeSettings(tx, services.secrets, values, { userId: null, userName: "Test" }));
  await write({ CURRENCY: LOCALE === "de-DE" ? "EUR" : "USD", LOCALE });
  await insertProduct(db, { name: "Soup", priceCents: 10_000 });
  expect(await preview({ ...PERCENT, kind, by })).toMatchObject({ status: 200, preview: { rows: [{ newPrice }] } });
  await write({ CURRENCY: "USD", LOCALE: "en-US" });
});

test("only super-admins open the pages", () => {
  for (const path of [HERE, `${HERE}/prices`])
    expect([adminAccess(path, { roles: ["order-admin"] }).allow, adminAccess(path, { roles: ["super-admin"] }).allow]).toEqual([
      false,
      true,
    ]);
});

test("a product with certain days shows its hours, and ordering ahead if enabled", async () => {
  const zone = (await readSettings(db)).STORE_TIMEZONE;
  const inThreeDays = new Date(services.now().getTime() + 3 * 86_400_000);
  const day = new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "long" }).format(inThreeDays);
  const id = await insertProduct(db, { name: "Stew", hours: { [day.toLowerCase()]: ["09:00-21:00"] } });
  await insertProduct(db, { name: "Tea" });
  const hours = async () => Object.fromEntries((await read()).rows.map((row) => [row.name, row.hours]));
  expect(await hours()).toEqual({ Stew: `Hours: ${day} 9:00 AM – 9:00 PM; cannot be ordered now`, Tea: "" });
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, { ALLOW_SCHEDULING: true }, { userId: null, userName: "Test" }));
  expect(await hours()).toEqual({ Stew: `Hours: ${day} 9:00 AM – 9:00 PM; can be ordered ahead`, Tea: "" });
  const form = (await ana.get(productForm, `/admin/product/edit/${id}`, { id: String(id) })).data;
  expect(form).toMatchObject({ canScheduleOrders: true, hours: { isNow: false, isLater: true } });
});
