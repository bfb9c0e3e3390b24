import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { menus, menuVersions, pages } from "#app/content/data/tables.ts";
import { saveMenu } from "#app/content/data/menus.server.ts";
import { pageRecords } from "#app/content/data/page-records.server.ts";
import { listHistory } from "#app/staff/data/history.server.ts";
import { listOwnRoles } from "#app/staff/data/role-records.server.ts";
import { auditLog, staffRoles } from "#app/staff/data/tables.ts";
import { listSettingsChanges } from "#app/store/data/settings-history.server.ts";
import { readSettings, writeSettings } from "#app/store/data/site-settings.server.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { undoEntry } from "#app/staff/workflows/undo-entry.server.ts";
import { RECORD_STORES } from "#app/http/staff/record-stores.server.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as filePage from "#app/routes/admin/site-settings/file.tsx";
import { CONFIGURATION_PARTS } from "#app/promotions/workflows/configuration/configuration-parts.server.ts";
import { couponSets, promotions } from "#app/promotions/data/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { applyConfiguration, compareConfiguration, exportConfiguration } from "./configuration.server.ts";

const { services } = await openTestShop();
const { db, secrets } = services;
const ana = { userId: 1, userName: "Ana", isConfirmed: true };
const parts = CONFIGURATION_PARTS;
const drinks = await insertCategory(db, { name: "Drinks" });
const coffee = await insertCategory(db, { name: "Coffee", parentId: drinks });

beforeEach(async () => {
  await db.delete(staffRoles);
  await db.delete(pages);
  await db.delete(menus);
  await db.delete(menuVersions);
  await writeSettings(db, secrets, { APP_NAME: "Copper Bell", TAX_RATE: null, STRIPE_SECRET_KEY: "sk_test_0123456789abcdefghij" }, ana);
  await saveMenu(
    db,
    "site_top_menu",
    [
      { id: "a", type: "category", text: "Coffee", categoryId: coffee, children: [] },
      {
        id: "b",
        type: "text",
        text: "More",
        children: [{ id: "c", type: "link", text: "About", url: "/about", openInNewTab: false, children: [] }],
      },
    ],
    "Ana",
  );
  const about = { slug: "about", title: "About", html: "<p>Us.</p>", summary: "", seoTitle: "", seoDescription: "" };
  await pageRecords.insert(db, { ...about, publishAt: null, live: about });
  await db.delete(auditLog);
});

// oxlint-disable-next-line no-explicit-any -- the file is written over at will
type Loose = any;
const file = async () => JSON.parse(await exportConfiguration(db, parts)) as Record<string, Loose>;
const changesOf = async (value: unknown) => {
  const compared = await compareConfiguration(db, typeof value === "string" ? value : JSON.stringify(value), parts);
  return compared.ok ? compared.value.changes : compared.error;
};

test("names records readably, contains no secret and round-trips", async () => {
  const text = await exportConfiguration(db, parts);
  expect(text).toBe(await exportConfiguration(db, parts));
  expect(text).not.toContain("sk_test_");
  expect(JSON.parse(text)).toMatchObject({
    format: "shopbell-configuration",
    version: 1,
    settings: { APP_NAME: "Copper Bell" },
    menus: {
      site_top_menu: [
        { type: "category", text: "Coffee", category: ["Drinks", "Coffee"] },
        { type: "text", text: "More", children: [{ type: "link", text: "About", url: "/about" }] },
      ],
    },
    pages: [{ slug: "about", title: "About", html: "<p>Us.</p>" }],
  });
  expect(await changesOf(text)).toEqual([]);
  expect(await applyConfiguration(db, text, null, ana, parts)).toMatchObject({ kind: "done", changed: 0 });
  expect(await db.$count(auditLog)).toBe(0);
});

test("shows changes, writes them together, and is idempotent", async () => {
  const wanted = await file();
  wanted["settings"].APP_NAME = "Silver Bell";
  wanted["menus"].site_top_menu[0].text = "Espresso";
  wanted["pages"].push({ slug: "help/delivery", title: "Delivery", html: '<p onclick="x()">Fast.</p>', status: "draft" });
  const text = JSON.stringify(wanted);
  const compared = await compareConfiguration(db, text, parts);
  if (!compared.ok) throw new Error(JSON.stringify(compared.error));
  expect(compared.value.changes.map(({ section, name, before }) => [section, name, before === null])).toEqual([
    ["settings", "APP_NAME", false],
    ["pages", "help/delivery", true],
    ["menus", "site_top_menu", false],
  ]);
  await writeSettings(db, secrets, { APP_NAME: "Gold Bell" }, ana);
  expect(await applyConfiguration(db, text, compared.value.seal, ana, parts)).toMatchObject({ kind: "overtaken" });
  expect((await readSettings(db)).APP_NAME).toBe("Gold Bell");
  expect(await applyConfiguration(db, text, null, ana, parts)).toMatchObject({ kind: "done", changed: 3 });
  expect((await readSettings(db)).APP_NAME).toBe("Silver Bell");
  // One act, one row; settings stand in it as they do in their own history.
  const rows = (await db.select().from(auditLog)).filter((each) => each.action !== "change-settings");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ action: "import-configuration", userName: "Ana", subjectKind: "configuration" });
  expect((await listSettingsChanges(db, 1))[0]).toMatchObject({ before: { APP_NAME: "Gold Bell" }, after: { APP_NAME: "Silver Bell" } });
  expect((await file())["pages"][1]).toMatchObject({ slug: "help/delivery", html: "<p>Fast.</p>", status: "draft" });
  expect(await applyConfiguration(db, text, null, ana, parts)).toMatchObject({ kind: "done", changed: 0 });
});

test("a file cannot make a shop erase customers, or erase them earlier", async () => {
  const wanted = await file();
  wanted["settings"].ERASE_CUSTOMERS_MONTHS = "12";
  const text = JSON.stringify(wanted);
  const message = expect.stringContaining("cannot be undone");
  const refused = { kind: "refused", problems: [{ path: "settings.ERASE_CUSTOMERS_MONTHS", message }] };
  expect(await applyConfiguration(db, text, null, ana, parts)).toMatchObject(refused);
  await writeSettings(db, secrets, { ERASE_CUSTOMERS_MONTHS: 24 }, ana);
  expect(await applyConfiguration(db, text, null, ana, parts)).toMatchObject(refused);
  await writeSettings(db, secrets, { ERASE_CUSTOMERS_MONTHS: 6 }, ana);
  expect(await applyConfiguration(db, text, null, ana, parts)).toMatchObject({ kind: "done", changed: 1 });
  await writeSettings(db, secrets, { ERASE_CUSTOMERS_MONTHS: null }, ana);
});

test.each([
  ["no JSON", "{", "", /no JSON/],
  ["another thing", '{"format":"x","version":1}', "format", /no configuration/],
  ["a later version", '{"format":"shopbell-configuration","version":2}', "version", /version 1/],
  ["deep nesting", `${"[".repeat(5000)}${"]".repeat(5000)}`, "", /no configuration/],
])("rejects %s with path and reason", async (_what, text, path, message) => {
  expect(await changesOf(text)).toEqual([{ path, message: expect.stringMatching(message) as string }]);
});

test("rejects the whole file and reports row and column", async () => {
  const wanted = await file();
  wanted["settings"].APP_NAME = "Silver Bell";
  wanted["settings"].TAX_RATE = "many";
  wanted["settings"].NO_SUCH = "1";
  wanted["settings"].STRIPE_SECRET_KEY = "sk_test_x";
  wanted["menus"].site_top_menu[0].category = ["Drinks", "Tea"];
  expect((await changesOf(wanted)).map((problem) => ("path" in problem ? problem.path : ""))).toEqual([
    "settings.TAX_RATE",
    "settings.NO_SUCH",
    "settings.STRIPE_SECRET_KEY",
    "menus.site_top_menu[0].category",
  ]);
  expect(await applyConfiguration(db, JSON.stringify(wanted), null, ana, parts)).toMatchObject({ kind: "refused" });
  expect((await readSettings(db)).APP_NAME).toBe("Copper Bell");
  const shadow = {
    ...(await file()),
    pages: [
      { slug: "cart", title: "x", html: "", status: "draft" },
      { slug: "Bad Slug", title: "", html: "", status: "x" },
    ],
  };
  expect((await changesOf(shadow)).map((problem) => ("path" in problem ? problem.path : ""))).toEqual([
    "pages[0].slug",
    "pages[1].slug",
    "pages[1].title",
    "pages[1].status",
  ]);
});

test("previews a file's changes", async () => {
  const pagesOfAna = openStaffPages(services, "Ana");
  const wanted = await file();
  wanted["settings"].APP_NAME = "Silver Bell";
  const text = JSON.stringify(wanted);
  const post = (fields: Readonly<Record<string, string>>) => pagesOfAna.post(filePage, "/admin/site-settings/file", fields);
  expect(await post({ text: "" })).toMatchObject({ status: 422, data: { refusal: { message: "Choose a file first." } } });
  expect(await post({ text: "{" })).toMatchObject({
    status: 422,
    data: { refusal: { message: expect.stringContaining("The file is no JSON") as string }, problems: [] },
  });
  const shown = await post({ text });
  expect(shown).toMatchObject({
    status: 200,
    data: { shown: { changes: [{ name: "APP_NAME", before: "Copper Bell", after: "Silver Bell" }] } },
  });
  const { seal } = (shown.data as { shown: { seal: string } }).shown;
  expect(await post({ text, seal: "other" })).toMatchObject({ status: 409 });
  expect(await post({ text, seal })).toMatchObject({ status: 200, data: { shown: null, message: "1 change is made." } });
  expect((await readSettings(db)).APP_NAME).toBe("Silver Bell");
  expect(await post({ text })).toMatchObject({
    status: 200,
    data: { shown: null, message: expect.stringContaining("nothing to change") as string },
  });
});

test("renames a used tax rate with its products or keeps it", async () => {
  await writeSettings(db, secrets, { REDUCED_TAX_RATES: "Groceries 5, Books 2.5" }, ana);
  const bread = await insertProduct(db, { name: "Bread", taxClass: "groceries" });
  const wanted = await file();
  wanted["settings"].REDUCED_TAX_RATES = "Books 2.5";
  expect(await changesOf(wanted)).toEqual([
    { path: "settings.REDUCED_TAX_RATES", message: expect.stringContaining("1 product is taxed as “Groceries”") as string },
  ]);
  wanted["settings"].REDUCED_TAX_RATES = "Food 5, Books 2.5";
  expect(await changesOf(wanted)).toContainEqual({ section: "settings", name: "Tax of 1 product", before: "Groceries", after: "Food" });
  await applyConfiguration(db, JSON.stringify(wanted), null, ana, parts);
  expect(await db.$count(products, eq(products.taxClass, "food"))).toBe(1);
  await db.delete(products).where(eq(products.id, bread));
  await writeSettings(db, secrets, { REDUCED_TAX_RATES: null }, ana);
});

test("exports promotions with names of coupon sets, products and categories", async () => {
  const tea = await insertProduct(db, { name: "Tea" });
  const target = { everything: false, productIds: [tea], categoryIds: [coffee], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
  const [made] = await db
    .insert(promotions)
    .values({
      name: "Tea time",
      title: "Half price tea",
      status: "active",
      trigger: "coupon",
      condition: { type: "contains", target },
      actionKind: "item-percent",
      actionParams: { rate: 500_000, target },
      capCents: 1250,
    })
    .returning({ id: promotions.id });
  await db.insert(couponSets).values({ name: "Spring", promotionId: made!.id });
  const text = await exportConfiguration(db, parts);
  expect(await changesOf(text)).toEqual([]);
  const wanted = await file();
  expect(wanted["promotions"]).toMatchObject([
    {
      name: "Tea time",
      cap: "12.50",
      condition: { type: "contains", target: { productIds: ["Tea"], categoryIds: [["Drinks", "Coffee"]] } },
      couponSets: ["Spring"],
    },
  ]);
  // Another shop: other numbers, the same names.
  await db.delete(couponSets);
  await db.delete(promotions);
  await db.delete(products).where(eq(products.id, tea));
  const other = await insertProduct(db, { name: "Tea" });
  expect(await applyConfiguration(db, text, null, ana, parts)).toMatchObject({ kind: "done", changed: 1 });
  const [row] = await db.select().from(promotions);
  expect(row).toMatchObject({ status: "active", capCents: 1250, condition: { target: { productIds: [other], categoryIds: [coffee] } } });
  expect(await db.$count(couponSets)).toBe(1);
  expect(await listHistory(db, "promotion", row!.id), "it stands in the promotion's own history").toEqual([
    expect.objectContaining({ userName: "Ana", action: "import-configuration", before: { [row!.id]: null } }),
  ]);
  expect(await applyConfiguration(db, text, null, ana, parts)).toMatchObject({ kind: "done", changed: 0 });

  const aboutCustomer = {
    type: "all",
    of: [
      { type: "order-count", min: 9, max: null },
      { type: "customer-tag", tags: ["regular", "staff meal"] },
      { type: "customer-spent", amount: 5000, days: 30 },
    ],
  };
  await db.update(promotions).set({ condition: aboutCustomer });
  const exported = await exportConfiguration(db, parts);
  await db.update(promotions).set({ condition: { type: "all", of: [] } });
  expect(await applyConfiguration(db, exported, null, ana, parts)).toMatchObject({ kind: "done", changed: 1 });
  expect(await db.select({ condition: promotions.condition }).from(promotions)).toEqual([{ condition: aboutCustomer }]);
  expect(await applyConfiguration(db, text, null, ana, parts)).toMatchObject({ kind: "done", changed: 1 });

  const dearer = { ...wanted, promotions: [{ ...wanted["promotions"][0], cap: "15.00" }] };
  expect(await changesOf(dearer)).toEqual([{ section: "promotions", name: "Tea time", before: "cap: 12.50", after: "cap: 15.00" }]);

  wanted["promotions"][0].cap = "a lot";
  wanted["promotions"][0].condition.target.productIds = ["Cocoa"];
  wanted["promotions"][0].colour = "red";
  expect((await changesOf(wanted)).map((problem) => ("path" in problem ? problem.path : ""))).toEqual(
    expect.arrayContaining(["promotions[0].condition", "promotions[0].colour", "promotions[0].cap"]),
  );
  expect((await db.select().from(promotions))[0]?.capCents).toBe(1250);
});

test("does not resolve a deleted product by id", async () => {
  const target = {
    everything: false,
    productIds: [900_001],
    categoryIds: [900_002],
    tags: [],
    excludedProductIds: [],
    excludedCategoryIds: [],
  };
  const [{ id } = { id: 0 }] = await db
    .insert(promotions)
    .values({
      name: "Gone",
      title: "Gone",
      trigger: "automatic",
      condition: { type: "contains", target },
      actionKind: "item-percent",
      actionParams: { rate: 500_000, target },
    })
    .returning({ id: promotions.id });
  const wanted = await file();
  expect(await changesOf(wanted)).toEqual([]);
  await db.delete(promotions).where(eq(promotions.id, id));
  await insertProduct(db, { id: 900_001, name: "Another" });
  const problems = (await changesOf(wanted)).map((each) => ("message" in each ? `${each.path}: ${each.message}` : each.name));
  expect(problems).toContainEqual(expect.stringMatching(/condition: The product #900001 had been deleted/));
  expect(problems).toContainEqual(expect.stringMatching(/condition: The category #900002 had been deleted/));
});

test("re-imports its own home page when a block's category is deleted", async () => {
  const blocks = [{ id: "a", type: "categories" as const, title: "Ours", ids: [900_002] }];
  const home = { pictureId: null, button: null, blocks };
  await db.insert(pages).values({ slug: "", title: "Welcome", html: "", status: "published", home });
  const wanted = await file();
  expect(await changesOf(wanted)).toEqual([]);
  wanted["home"].title = "Hello";
  expect(await changesOf(wanted)).toEqual([
    { path: "home.blocks[0].categories[0]", message: expect.stringContaining("The category #900002 had been deleted") as string },
  ]);
});

test("imports custom roles by name without deleting any, and undoes all changes", async () => {
  await db.insert(staffRoles).values([
    { name: "Weekend shift", permissions: ["orders"] },
    { name: "Social media", permissions: ["cms"] },
  ]);
  expect((await file())["roles"]).toEqual([
    { name: "Social media", permissions: ["cms"] },
    { name: "Weekend shift", permissions: ["orders"] },
  ]);
  const roles = [
    { name: "Weekend shift", permissions: ["orders", "refunds"] },
    { name: "Baker", permissions: ["kitchen"] },
  ];
  const changed = { ...(await file()), roles };
  expect(await changesOf(changed)).toEqual([
    { section: "roles", name: "Weekend shift", before: "Orders", after: "Orders\nRefunds" },
    { section: "roles", name: "Baker", before: null, after: "Kitchen" },
  ]);
  expect(await applyConfiguration(db, JSON.stringify(changed), null, ana, parts)).toMatchObject({ kind: "done", changed: 2 });
  const stored = async () => (await listOwnRoles(db)).map(({ name, permissions }) => `${name}: ${permissions.join(" ")}`);
  expect(await stored()).toEqual(["Baker: kitchen", "Social media: cms", "Weekend shift: orders refunds"]);
  expect(await changesOf(changed)).toEqual([]);
  const [entry] = await db.select().from(auditLog);
  expect(await undoEntry(db, RECORD_STORES, { id: 1, name: "Ana", isConfirmed: true }, entry?.id ?? 0)).toMatchObject({ kind: "done" });
  expect(await stored()).toEqual(["Social media: cms", "Weekend shift: orders"]);
});

test("rejects a file with roles that the form refuses", async () => {
  const wrong = [
    { name: "Manager", permissions: ["orders"] },
    { name: "Shift", permissions: ["users"] },
    { name: "Till", permissions: ["refunds"] },
  ];
  expect(await changesOf({ ...(await file()), roles: wrong })).toMatchObject([
    { path: "roles[0].name" },
    { path: "roles[1].permissions" },
    { path: "roles[2].permissions" },
  ]);
  const twice = [
    { name: "Shift", permissions: ["orders"] },
    { name: "SHIFT", permissions: ["kitchen"] },
  ];
  expect(await changesOf({ ...(await file()), roles: twice })).toEqual([{ path: "roles[1].name", message: "Two roles have this name." }]);
});
