import { expect, test } from "@playwright/test";
import { menus, pages, reviews } from "#app/content/data/tables.ts";
import type { HomeBlock } from "#app/content/domain/home.ts";
import { closeDb, openDb, type Db } from "#app/platform/db/database.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { findRunningPostgres } from "#server/postgres/connection-file.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { TEST_LIMITS } from "#test/database-server.ts";
import { HOSTILE_HTML } from "#test/data/hostile-texts.ts";
import { readAll, watch } from "./hostile-looks.ts";
import { ADMIN, startShop, type RunningShop } from "./shop-process.ts";
import { openWhole } from "./fixtures.ts";

/*
 * Every hostile text of the list, in every text and HTML field, inserted into the database unchecked: as an older version, a restored
 * backup or another program might have. The browser's own parser reads each page as the server sends it, then a browser visits those with
 * many of them.
 */

/** Texts that are invalid in a single-line form field break no page either. */
const TEXTS = HOSTILE_HTML;
const HARMLESS = "Harmless";
const ALL = TEXTS.join("<p>And then</p>");

let shop: RunningShop;
let db: Db;
let categoryId = 0;
let productIds: readonly number[] = [];
let pageIds: readonly number[] = [];

test.beforeAll(async () => {
  shop = await startShop({ SEED: "none" });
  const url = await findRunningPostgres(shop.dataDir);
  if (url === undefined) throw new Error("the shop's database cannot be reached");
  db = openDb(url, { max: 2, limits: TEST_LIMITS });
  categoryId = await insertCategory(db, { name: ALL.slice(0, 2000), description: ALL });
  const made: number[] = [];
  for (const text of [HARMLESS, ...TEXTS]) {
    const texts = { name: text, summary: text, kitchenName: text, descriptionHtml: text, seoTitle: text, seoDescription: text };
    made.push(await insertProduct(db, { ...texts, tags: [text], dietaryTags: [text], allergens: [text], priceCents: 1450 }, [categoryId]));
  }
  productIds = made;
  const [first = 0] = made;
  const texts = [HARMLESS, ...TEXTS, ALL];
  const rows = texts.map((text, at) => ({
    slug: `hostile/${at}`,
    title: text.slice(0, 500),
    summary: text.slice(0, 500),
    html: text,
    seoTitle: text.slice(0, 500),
    seoDescription: text.slice(0, 500),
    status: "published" as const,
  }));
  const stored = await db.insert(pages).values(rows).returning({ id: pages.id });
  pageIds = stored.map((row) => row.id);
  await db
    .insert(reviews)
    .values(TEXTS.map((text) => ({ productId: first, authorName: text, rating: 5, body: text, reply: text, status: "approved" as const })));
});
test.afterAll(async () => {
  if (db !== undefined) await closeDb(db);
  await shop?.stop();
});

/** Content of every page, and the home page; absent while hundreds of pages are read, which would repeat it hundreds of times. */
async function fillFrame(): Promise<void> {
  if ((await db.select({ name: menus.name }).from(menus)).length > 0) return;
  const blocks = TEXTS.map((text, at): HomeBlock => ({ id: `b${at}`, type: "text", title: text, html: text }));
  const home = { pictureId: null, button: { text: ALL.slice(0, 500), url: "javascript:hit()" }, blocks };
  await db.insert(pages).values({ slug: "", title: ALL.slice(0, 500), summary: ALL, html: "", status: "published", home });
  await db.insert(settings).values(
    Object.entries({
      APP_NAME: ALL.slice(0, 1000),
      STREET_ADDRESS: ALL.slice(0, 1000),
      TELEPHONE: TEXTS[0],
      ENABLE_DELIVERY: true,
      DELIVERY_DESCRIPTION: ALL,
    }).map(([key, value]) => ({ key, value })),
  );
  const items = TEXTS.map((text, at) => ({ id: `i${at}`, type: "link", text, url: text, openInNewTab: true }));
  await db.insert(menus).values([
    { name: "site_top_menu", items: items.map((item) => ({ ...item, children: [] })) },
    { name: "site_footer_menu", items: [{ id: "c", title: ALL, items }] },
  ]);
}

test(`${TEXTS.length} hostile texts in the shop: no page contains or runs scripts`, async ({ browser }) => {
  expect(TEXTS.length).toBeGreaterThanOrEqual(150);
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  const achieved = await watch(page, shop.url);
  await page.goto("/robots.txt");
  expect(
    await readAll(
      page,
      pageIds.map((_, at) => `/hostile/${at}`),
    ),
  ).toEqual([]);
  expect(
    await readAll(
      page,
      productIds.map((id) => `/products/${id}`),
    ),
  ).toEqual([]);
  await fillFrame();
  for (const path of ["/", `/${categoryId}/products`, `/products/${productIds[0]}`, `/hostile/${TEXTS.length + 1}`, "/cart"]) {
    await openWhole(page, path);
    expect(achieved, path).toEqual([]);
  }
  await context.close();
});

test("the same texts in the staff area", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  const achieved = await watch(page, shop.url);
  await fillFrame();
  expect((await context.request.post("/admin/api/login", { data: ADMIN })).status()).toBe(200);
  await page.goto("/robots.txt");
  const some = (ids: readonly number[]) => ids.filter((_, at) => at % 8 === 0);
  expect(
    await readAll(
      page,
      some(pageIds).map((id) => `/admin/cms/page/${id}`),
    ),
  ).toEqual([]);
  expect(
    await readAll(
      page,
      some(productIds).map((id) => `/admin/product/edit/${id}`),
    ),
  ).toEqual([]);
  const everything = pageIds.at(-1) ?? 0;
  for (const path of [
    "/admin/cms?per_page=100",
    `/admin/cms/page/${everything}`,
    `/admin/cms/preview/${everything}`,
    "/admin/cms/home",
    "/admin/reviews?per_page=100",
    "/admin/product?per_page=100",
    "/admin/menu-builder",
    "/admin/footer-menu-builder",
    "/admin/site-settings",
  ]) {
    await openWhole(page, path);
    expect(achieved, path).toEqual([]);
  }
  await context.close();
});
