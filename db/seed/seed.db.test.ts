import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listCategoryTree } from "#app/catalogue/data/categories.server.ts";
import { findMenu } from "#app/content/data/menus.server.ts";
import { findPublishedPage, listPublishedPages } from "#app/content/data/pages.server.ts";
import { findProduct, listProducts } from "#app/catalogue/data/products.server.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import { checkChoices } from "#app/catalogue/domain/customization/customization-choices.ts";
import { isOrderable } from "#app/catalogue/domain/customization/customization.ts";
import { DEFAULT_SETTINGS } from "#app/store/domain/settings.ts";
import { parseSetting } from "#app/store/domain/settings.schema.ts";
import { sanitizeHtml } from "#app/platform/sanitize-html.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { auditBooks } from "#server/audit/audit.ts";
import { auditFiles } from "#server/audit/audit-files.ts";
import { readBooks } from "#server/audit/books.ts";
import { readSimulatorLedger } from "#server/audit/provider-ledger.ts";
import { fileOfShop } from "#server/cli/shop-files.ts";
import { isEmptyShop } from "./is-empty-shop.ts";
import { seedDemo } from "./seed-demo.ts";
import { insertDemoShop } from "#test/seeded-rows.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { SEED_PAGES } from "./pages.ts";
import { SEED_SETTINGS } from "./seed-settings.ts";
import { pricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";

const now = new Date("2026-05-08T16:00:00Z");
const secrets = createSecretBox("a secret of the shop, long enough to be one");

const { db } = await createTestDatabase();
const other = await createTestDatabase();
const isEmptyBefore = await isEmptyShop(db, false);
const pauseLimit = await insertDemoShop(db, now);
const count = async (what: string): Promise<number> => {
  const [row] = await db.execute<{ n: number }>(sql.raw(`select count(*)::int as n from ${what}`), "objects");
  return row!.n;
};

test("fills only an empty database", async () => {
  expect(isEmptyBefore).toBe(true);
  expect(await isEmptyShop(db, false)).toBe(false);
  const products = await count("products");
  const media = { put: fail, read: fail, has: fail, remove: fail, list: fail };
  expect(await seedDemo({ db, secrets, media, now, onProgress: () => undefined })).toBe(false);
  expect(await count("products")).toBe(products);
});

test("computing a month of orders has no timeout on slow machines", () => {
  expect(pauseLimit).toBe("0");
});

function fail(): never {
  throw new Error("a filled database was touched");
}

test("fills every part of a shop", async () => {
  const tree = await listCategoryTree(db);
  expect(tree.length).toBeGreaterThanOrEqual(8);
  expect(tree.some((node) => node.children.length > 1)).toBe(true);
  expect(tree.every((node) => node.productCount > 0)).toBe(true);
  expect(await count("products")).toBeGreaterThanOrEqual(40);
  expect(await count("customization_templates")).toBeGreaterThanOrEqual(10);
  expect(await count("promotions where status = 'active'")).toBeGreaterThanOrEqual(6);
  expect(await count("reviews where status = 'approved'")).toBeGreaterThan(50);
  expect(await count("reviews where status = 'pending'")).toBeGreaterThan(0);
  expect((await findMenu(db, "site_top_menu"))?.items.length).toBeLessThanOrEqual(7);
  expect((await findMenu(db, "site_footer_menu"))?.items.length).toBe(3);
  expect((await listPublishedPages(db)).map((page) => page.slug)).toEqual(["about", "accessibility", "allergens", "delivery", "privacy"]);
});

test("every product can be ordered", async () => {
  const ids = await db.execute<{ id: number }>(sql`select id from products`, "objects");
  const products = await loadProductsForSale(
    db,
    ids.map((row) => row.id),
    now,
  );
  for (const product of products.values()) expect([product.name, isOrderable(product.groups)]).toEqual([product.name, true]);
  const past = await db.execute<{ name: string; product_id: number; choices: never[] }>(
    sql`select name, product_id, choices from order_items where not is_free_item`,
    "objects",
  );
  for (const item of past)
    expect([item.name, checkChoices(products.get(item.product_id)!.groups, item.choices).ok]).toEqual([item.name, true]);
});

test("texts and settings pass the checks of staff input", async () => {
  for (const page of SEED_PAGES) expect((await findPublishedPage(db, page.slug))?.html).toBe(sanitizeHtml(page.html));
  for (const [key, value] of Object.entries(SEED_SETTINGS))
    expect([key, parseSetting(key as keyof typeof SEED_SETTINGS, value)]).toMatchObject([key, { ok: true }]);
  expect(sanitizeHtml(SEED_SETTINGS.DELIVERY_DESCRIPTION ?? "")).toBe(SEED_SETTINGS.DELIVERY_DESCRIPTION);
  expect(pricingSettings({ ...DEFAULT_SETTINGS, TAX_RATE: 13 }, null).taxRate).toBe(130_000);
  const page = await listProducts(db, { q: "burger" }, now);
  const detail = await findProduct(db, page.products[0]!.id, now);
  expect(detail?.descriptionHtml).toMatch(/^<p>.+<\/p>$/s);
});

test("has a month of finished orders, none waiting or ringing", async () => {
  expect(await count("orders")).toBeGreaterThan(330);
  expect(await count("orders where status not in ('completed', 'rejected', 'cancelled')")).toBe(0);
  expect(await count("orders where status <> 'completed'")).toBeGreaterThan(8);
  expect(await count("orders where placed_at > '2026-05-08T14:00:00Z'")).toBe(0);
  expect(await count("orders where coalesce(completed_at, ended_at) > '2026-05-08T16:00:00Z'")).toBe(0);
  expect(await count("mail_outbox")).toBe(0);
});

test("the orders' money adds up to the cent", async () => {
  expect(await count("orders where captured_cents <> case when payment_state = 'voided' then 0 else final_total_cents end")).toBe(0);
  expect(
    await count(
      "orders where (payment_intent ->> 'amount')::int <> final_total_cents or (payment_intent ->> 'amountReceived')::int <> captured_cents",
    ),
  ).toBe(0);
  expect(
    await count(
      "orders o where promotion_discount_cents <> delivery_discount_cents + (select sum(discount_cents) from order_items i where i.order_id = o.id)",
    ),
  ).toBe(0);
  expect(await count("orders o where sub_total_cents <> (select sum(line_total_cents) from order_items i where i.order_id = o.id)")).toBe(
    0,
  );
  expect(
    await count("orders o where refunded_cents <> coalesce((select sum(amount_cents) from refunds r where r.order_id = o.id), 0)"),
  ).toBe(0);
  expect(
    await count(
      "orders o where promotion_discount_cents <> coalesce((select sum(amount_cents) from promotion_uses u where u.order_id = o.id), 0)",
    ),
  ).toBe(0);
  expect(await count("orders where refunded_cents > 0")).toBeGreaterThan(2);
  expect(await count("orders where promotion_discount_cents > 0")).toBeGreaterThan(50);
});

test("numbers, history and payment of each order are consistent", async () => {
  expect(await count("order_counters c where c.last <> (select count(*) from orders o where o.business_date = c.business_date)")).toBe(0);
  expect(
    await count("orders o where status <> (select to_status from order_events e where e.order_id = o.id order by id desc limit 1)"),
  ).toBe(0);
  expect(
    await count(
      "orders where not (placed_at <= coalesce(accepted_at, ended_at) and coalesce(accepted_at, placed_at) <= coalesce(ready_at, ended_at) and coalesce(ready_at, placed_at) <= coalesce(completed_at, ended_at))",
    ),
  ).toBe(0);
  expect(
    await count(
      "orders o where not exists (select from simulator_objects s where s.id = o.payment_intent_id and s.body -> 'metadata' ->> 'order_id' = o.id::text)",
    ),
  ).toBe(0);
  expect(await count("reviews where is_verified and order_item_id is null")).toBe(0);
  expect(await count("reviews where created_at > '2026-05-08T16:00:00Z'")).toBe(0);
});

test("the auditor finds nothing in the demo's orders and files", async () => {
  const query = (text: string, values: readonly unknown[]) => db.$client.query(text, [...values]);
  const since = new Date(0);
  expect(auditBooks(await readBooks(query, since), await readSimulatorLedger(query, since)).findings.slice(0, 10)).toEqual([]);
  const { files, findings } = await auditFiles(
    query,
    (address) => fileOfShop({ db, now: () => now }, address),
    since,
    () => now,
  );
  expect(files).toBeGreaterThan(10);
  expect(findings.slice(0, 10)).toEqual([]);
});

test("the same moment gives the same shop, except for secrets", async () => {
  await insertDemoShop(other.db, now);
  const orders = sql`select id, number, placed_at, status, total_cents, cart_hash, customer_email from orders order by id`;
  expect(await other.db.execute(orders, "objects")).toEqual(await db.execute(orders, "objects"));
  const tokens = sql`select public_token from orders order by id limit 3`;
  expect(await other.db.execute(tokens, "objects")).not.toEqual(await db.execute(tokens, "objects"));
});
