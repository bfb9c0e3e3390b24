import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { pages } from "#app/content/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as page from "./page.tsx";
import * as product from "./product.tsx";

const { services } = await openTestShop();
const { db } = services;
const shirt = await insertProduct(db, { name: "Linen shirt", importKey: "shopify:linen-shirt" });
const coffee = await insertProduct(db, { name: "Coffee", importKey: "shopify:list-éclair-au-café" });
await insertProduct(db, { name: "Hidden", importKey: "shopify:hidden", isHidden: true });
const deleted = await insertProduct(db, { name: "Deleted", importKey: "shopify:deleted" });
await db.execute(sql`update products set deleted_at = now() where id = ${deleted}`);
await insertProduct(db, { name: "Of a table", importKey: "table:jar" });

const { get } = openStaffPages(services);
const open = async (handle: string, query = "") => {
  const { status, location } = await get(product, `/products/handle${query}`, { id: handle });
  return [status, location];
};

test("redirects a product's old address and keeps the query", async () => {
  expect(await open("linen-shirt", "?variant=41&utm_source=a%26b")).toEqual([301, `/products/${shirt}?variant=41&utm_source=a%26b`]);
  expect(await open("linen-shirt")).toEqual([301, `/products/${shirt}`]);
  expect(await open("Linen-Shirt")).toEqual([301, `/products/${shirt}`]);
  expect(await open("list-éclair-au-café")).toEqual([301, `/products/${coffee}`]);
});

test.each([
  "hidden",
  "deleted",
  "jar",
  "table:jar",
  "shopify:linen-shirt",
  "",
  "0",
  "linen-shirt\u0000",
  "linen%",
  "linen\ud800",
  "../linen-shirt",
  "//evil.example",
  "x".repeat(5_000),
])("answers 404 to %j", async (handle) => {
  expect(await open(handle)).toEqual([404, null]);
});

const openPath = async (path: string, query = "") => {
  const { status, location } = await get(page, `/path${query}`, { "*": path });
  return [status, location];
};

test("redirects the full path of a product in a WooCommerce shop", async () => {
  const tea = await insertProduct(db, { name: "Tea", importKey: "woocommerce:id:1", oldPath: "product/grüner-tee" });
  await insertProduct(db, { name: "Hidden tea", oldPath: "product/hidden", isHidden: true });
  expect(await openPath("product/grüner-tee", "?utm_source=a%26b")).toEqual([301, `/products/${tea}?utm_source=a%26b`]);
  expect(await openPath("product/Grüner-Tee/")).toEqual([301, `/products/${tea}`]);
  for (const path of ["product/hidden", "product", "grüner-tee", "", "//evil.example", "product/tea\u0000", "tea\ud800", "x".repeat(5_000)])
    expect(await openPath(path), path).toEqual([404, null]);
  const latest = await insertProduct(db, { name: "Tea again", oldPath: "product/grüner-tee" });
  expect(await openPath("product/grüner-tee")).toEqual([301, `/products/${latest}`]);
});

test("a page of the shop takes precedence over an old address", async () => {
  await insertProduct(db, { name: "Story", oldPath: "our-story" });
  await db.insert(pages).values({ slug: "our-story", title: "Our story", html: "<p>Bread.</p>", status: "published" });
  expect((await get(page, "/our-story", { "*": "our-story" })).status).toBe(200);
});
