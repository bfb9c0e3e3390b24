import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { customizationOptions, customizationTemplates, productCustomizations } from "#app/catalogue/data/tables.ts";
import { menus, pages } from "#app/content/data/tables.ts";
import { RECORD_STORES } from "#app/http/staff/record-stores.server.ts";
import { media } from "#app/media/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { couponCodes, couponSets, promotions } from "#app/promotions/data/tables.ts";
import { CONFIGURATION_PARTS } from "#app/promotions/workflows/configuration/configuration-parts.server.ts";
import { combinedId } from "#app/staff/domain/combined-ids.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { undoEntry } from "#app/staff/workflows/undo-entry.server.ts";
import { readSettings, writeSettings } from "#app/store/data/site-settings.server.ts";
import { insertCategory, insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { applyConfiguration, compareConfiguration, exportConfiguration } from "./configuration.server.ts";

const parts = CONFIGURATION_PARTS;
const ana = { userId: null, userName: "Ana", isConfirmed: true };
const bo = { id: 1, name: "Bo", isConfirmed: true };

const full = (await openTestShop()).services;
const empty = (await openTestShop()).services;

/** The catalogue both shops have: the same names under other numbers. */
async function stock(db: Db): Promise<{ readonly coffee: number; readonly tea: number; readonly latte: number; readonly picture: number }> {
  const drinks = await insertCategory(db, { name: "Drinks" });
  const coffee = await insertCategory(db, { name: "Coffee", parentId: drinks });
  const tea = await insertProduct(db, { name: "Tea" });
  const latte = await insertProduct(db, { name: "Latte" });
  const file = { fileName: "hero.jpg", mimeType: "image/jpeg", width: 800, height: 600, colour: "#aabbcc", variants: [] };
  const [picture] = await db
    .insert(media)
    .values({ ...file, key: "hero", contentHash: "hash-of-hero" })
    .returning({ id: media.id });
  return { coffee, tea, latte, picture: picture?.id ?? 0 };
}

await insertProduct(empty.db, { name: "Another" });
await stock(empty.db);
const { coffee, tea, latte, picture } = await stock(full.db);
await writeSettings(full.db, full.secrets, { APP_NAME: "Copper Bell", REDUCED_TAX_RATES: "Books 5" }, ana);
const { id: size } = await insertTemplate(full.db, { name: "Size", title: "Size", kind: "single", maxSelect: 1 }, [
  { name: "Small" },
  { name: "Large", priceDeltaCents: 80 },
]);
const optionsOf = (id: number) => full.db.select().from(customizationOptions).where(eq(customizationOptions.templateId, id));
const large = (await optionsOf(size)).find((option) => option.name === "Large")?.id ?? 0;
const { id: milk } = await insertTemplate(full.db, { name: "Milk", title: "Which milk?", kind: "multiple", showWhenOptionIds: [large] }, [
  { name: "Oat", priceDeltaCents: 60, priceByOption: { [large]: 90 }, allergens: ["oats"] },
  { name: "Cow" },
]);
const oat = (await optionsOf(milk)).find((option) => option.name === "Oat")?.id ?? 0;
await linkTemplate(full.db, latte, size);
await linkTemplate(full.db, latte, milk, { title: "Milk for it", options: { [oat]: { priceDelta: 0 } } }, 1);
const home = {
  pictureId: picture,
  button: { text: "Order", url: "/cart" },
  blocks: [
    { id: "a1", type: "text" as const, title: "Hello", html: "<p>Come in.</p>" },
    { id: "b2", type: "products" as const, title: "Ours", ids: [latte, tea] },
    { id: "c3", type: "categories" as const, title: "", ids: [coffee] },
  ],
};
await full.db.insert(pages).values([
  { slug: "about", title: "About", html: "<p>Us.</p>", status: "published" },
  { slug: "", title: "Welcome", html: "", status: "published", home },
]);
await full.db
  .insert(menus)
  .values({ name: "site_top_menu", items: [{ id: "a", type: "category", text: "Coffee", categoryId: coffee, children: [] }] });
const target = { everything: false, productIds: [tea], categoryIds: [coffee], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
const [offer] = await full.db
  .insert(promotions)
  .values({
    name: "Tea time",
    title: "Tea time",
    status: "active",
    trigger: "coupon",
    condition: { type: "contains", target },
    actionKind: "item-percent",
    actionParams: { rate: 500_000, target },
  })
  .returning({ id: promotions.id });
const [spring] = await full.db
  .insert(couponSets)
  .values({ name: "Spring", promotionId: offer?.id ?? 0 })
  .returning({ id: couponSets.id });
await full.db.insert(couponCodes).values([
  { couponSetId: spring?.id ?? 0, code: "TEA-1", normalizedCode: "TEA1", maxUses: 1 },
  { couponSetId: spring?.id ?? 0, code: "TEA-2", normalizedCode: "TEA2", expiresAt: new Date("2030-01-01T00:00:00Z") },
]);

const done = async (db: Db, text: string) => {
  const answer = await applyConfiguration(db, text, null, ana, parts);
  if (answer.kind !== "done") throw new Error(JSON.stringify(answer));
  return answer.entry ?? 0;
};
const undo = (db: Db, entry: number) => undoEntry(db, RECORD_STORES, bo, entry);

test("exports codes only on request", async () => {
  const plain = await exportConfiguration(full.db, parts);
  expect(plain).not.toContain("TEA-1");
  expect(plain).toContain('"Spring"');
  expect(await exportConfiguration(full.db, parts, { withCodes: true })).toContain('"TEA-1"');
});

test("an import into an empty shop round-trips and can be undone", async () => {
  const before = await exportConfiguration(empty.db, parts, { withCodes: true });
  const text = await exportConfiguration(full.db, parts, { withCodes: true });
  const compared = await compareConfiguration(empty.db, text, parts);
  expect(compared.ok && compared.value.changes.map(({ section, name }) => `${section} ${name}`)).toEqual(
    expect.arrayContaining([
      "settings APP_NAME",
      "templates Size",
      "templates Milk",
      "pages about",
      "home Home page",
      "menus site_top_menu",
      "promotions Tea time",
    ]),
  );
  expect(await exportConfiguration(empty.db, parts, { withCodes: true }), "nothing is written before somebody says so").toBe(before);
  const entry = await done(empty.db, text);
  expect(await exportConfiguration(empty.db, parts, { withCodes: true })).toBe(text);
  expect(await empty.db.$count(auditLog), "one act, one row").toBe(1);
  expect(await applyConfiguration(empty.db, text, null, ana, parts)).toMatchObject({ changed: 0 });

  expect(await undo(empty.db, entry)).toMatchObject({ kind: "done" });
  expect(await exportConfiguration(empty.db, parts, { withCodes: true })).toBe(before);
  for (const table of [customizationTemplates, pages, menus, promotions, couponSets, couponCodes, productCustomizations])
    expect(await empty.db.$count(table)).toBe(0);
  expect(await undo(empty.db, entry)).toMatchObject({ kind: "missing" });
});

test("does not begin to erase customers by the undo of an import", async () => {
  await writeSettings(full.db, full.secrets, { ERASE_CUSTOMERS_MONTHS: 12 }, ana);
  const file = JSON.parse(await exportConfiguration(full.db, parts)) as { settings: Record<string, string> };
  file.settings["ERASE_CUSTOMERS_MONTHS"] = "0";
  const entry = await done(full.db, JSON.stringify(file));
  expect(await undo(full.db, entry)).not.toMatchObject({ kind: "done" });
  expect((await readSettings(full.db)).ERASE_CUSTOMERS_MONTHS).toBe(0);
});

test("undoes an import exactly, or refuses after later changes", async () => {
  const file = JSON.parse(await exportConfiguration(full.db, parts)) as {
    settings: Record<string, string>;
    templates: { name: string; options: { name: string; price: string }[]; products: { options: { price: string }[] }[] }[];
    pages: { title: string }[];
    home: { title: string };
  };
  const before = JSON.stringify(file);
  file.settings["APP_NAME"] = "Silver Bell";
  file.templates[0]!.options.push({ name: "Huge", price: "1.50" });
  file.templates[1]!.products[0]!.options[0]!.price = "0.25";
  file.pages[0]!.title = "About us";
  file.home.title = "Hello";
  const text = JSON.stringify(file);
  const compared = await compareConfiguration(full.db, text, parts);
  expect(compared.ok && compared.value.changes.find((change) => change.name === "Milk")).toMatchObject({
    before: expect.stringContaining("on Latte") as string,
    after: expect.stringContaining('"price":"0.25"') as string,
  });
  const first = await done(full.db, text);
  expect((await optionsOf(size)).find((option) => option.name === "Large")?.id, "options keep their number").toBe(large);
  const [row] = await full.db.select().from(auditLog).where(eq(auditLog.id, first));
  const template = ((row?.before ?? {}) as Record<string, object>)[String(combinedId("customization-template", size))] ?? {};
  expect(Object.keys(template), "nothing but what the file changes is changed").toEqual(["options"]);
  expect(await undo(full.db, first)).toMatchObject({ kind: "done" });
  expect(JSON.stringify(JSON.parse(await exportConfiguration(full.db, parts)))).toBe(before);

  const second = await done(full.db, text);
  await full.db.update(pages).set({ title: "Somebody else's" }).where(eq(pages.slug, "about"));
  expect(await undo(full.db, second)).toEqual({ kind: "overtaken", name: "configuration", changed: ["Page “Somebody else's”"] });
  expect((await full.db.select().from(customizationOptions)).map((option) => option.name)).toContain("Huge");
});

test("rejects what forms would, and reports unresolved names with their place", async () => {
  const file = JSON.parse(await exportConfiguration(full.db, parts, { withCodes: true })) as Record<string, never[]>;
  const bad = structuredClone(file) as unknown as {
    templates: { key: string; minSelect: number; showWhen: object[]; options: { name: string; price: string }[]; products: object[] }[];
    home: { picture: object; blocks: { products?: string[] }[] };
    promotions: { couponSets: { name: string; codes: object[] }[] }[];
  };
  bad.templates[0]!.options[1]!.name = "small";
  bad.templates[0]!.options[0]!.price = "dear";
  bad.templates[1]!.showWhen = [{ template: bad.templates[0]!.key, option: "Tiny" }];
  bad.templates[1]!.products = [{ product: "Cocoa" }];
  bad.home.picture = { fileName: "other.jpg", hash: "no" };
  bad.home.blocks[1]!.products = ["Cocoa"];
  bad.promotions[0]!.couponSets.push({ name: "Autumn", codes: [{ code: "tea 1" }] });
  const compared = await compareConfiguration(full.db, JSON.stringify(bad), parts);
  expect(compared.ok ? [] : compared.error.map((problem) => problem.path)).toEqual(
    expect.arrayContaining([
      "templates[0].options[0].price",
      "templates[0].options[1].name",
      "templates[1].showWhen[0]",
      "templates[1].products[0]",
      "home.picture",
      "home.blocks[1].products[0]",
      "promotions[0].couponSets[1]",
    ]),
  );
});

test("rejects circular templates as a whole", async () => {
  const file = JSON.parse(await exportConfiguration(full.db, parts)) as {
    settings: Record<string, string>;
    templates: { key: string; showWhen: object[] }[];
  };
  file.settings["APP_NAME"] = "Not this";
  file.templates[0]!.showWhen = [{ template: file.templates[1]!.key, option: "Oat" }];
  expect(await applyConfiguration(full.db, JSON.stringify(file), null, ana, parts)).toMatchObject({
    kind: "refused",
    problems: [{ message: expect.stringContaining("never show") as string }],
  });
  expect(await exportConfiguration(full.db, parts)).not.toContain("Not this");
});

test("keeps an option that a template outside of the file depends on", async () => {
  const file = JSON.parse(await exportConfiguration(full.db, parts)) as { templates: { options: { name: string }[] }[] };
  const [sizes] = file.templates;
  const text = JSON.stringify({ ...file, templates: [{ ...sizes, options: sizes!.options.filter(({ name }) => name !== "Large") }] });
  expect(await applyConfiguration(full.db, text, null, ana, parts)).toMatchObject({
    kind: "refused",
    problems: [{ path: "templates[0].options", message: expect.stringContaining("“Milk” depends on an option") as string }],
  });
});

test("leaves a malformed menu out of the file, and undo of an import restores it", async () => {
  const topMenu = async () => (await full.db.select({ items: menus.items }).from(menus).where(eq(menus.name, "site_top_menu")))[0]?.items;
  const text = await exportConfiguration(full.db, parts);
  const broken = [{ kind: "of an earlier version", label: "Coffee" }];
  await full.db.update(menus).set({ items: broken }).where(eq(menus.name, "site_top_menu"));
  const own = await exportConfiguration(full.db, parts);
  expect(JSON.parse(own)).toMatchObject({ menus: {} });
  expect(own).not.toContain("site_top_menu");
  expect(await applyConfiguration(full.db, own, null, ana, parts)).toMatchObject({ changed: 0 });
  const entry = await done(full.db, text);
  expect(await exportConfiguration(full.db, parts)).toBe(text);
  expect(await undo(full.db, entry)).toMatchObject({ kind: "done" });
  expect(await topMenu()).toEqual(broken);
});
