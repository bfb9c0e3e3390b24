import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { readDemoFacts } from "#app/checkout/data/demo-facts.server.ts";
import { contentSeal } from "#app/checkout/domain/demo-removal.ts";
import { pages } from "#app/content/data/tables.ts";
import { PLAIN_HOME } from "#app/content/domain/home.ts";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import { insertMedia } from "#app/media/data/media.server.ts";
import { media, mediaBin } from "#app/media/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { findDemoFilling } from "#app/staff/data/history.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { listSettingsWritten, readSettings, writeSettings } from "#app/store/data/site-settings.server.ts";
import { noteStep } from "#app/store/workflows/setup.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { insertDemoShop } from "#test/seeded-rows.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { removeDemo, type DemoTools } from "./remove-demo.server.ts";

const { services } = await openTestShop();
const { db, secrets } = services;
const ANA = { userId: 1, userName: "Ana" };

/** Removes the demo as it is confirmed now. */
async function remove(tools: Partial<DemoTools> = {}) {
  const seal = contentSeal(await readDemoFacts(db));
  return removeDemo({ ...services, demoTools: { ...services.demoTools, ...tools } }, ANA, seal);
}

const refused = (words: string) => ({ ok: false, error: expect.stringContaining(words) as string });
const untilNow = { createdAt: new Date("2026-11-20T22:14:00Z") };

async function insertPicture(name: string) {
  const variants = [{ key: `${name}-400.webp`, width: 400, height: 300, format: "webp" as const }];
  const file = { key: `${name}.webp`, fileName: `${name}.png`, mimeType: "image/webp", width: 400, height: 300, colour: "#888888" };
  return insertMedia(db, { ...file, variants, contentHash: name, alt: "", placeholder: "", byteSize: 1 });
}

/** Tables that hold rows. */
async function listFilled(): Promise<readonly string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text <> '0' order by 1`);
  return rows.map(({ name }) => name);
}

test("refuses in a shop that was not filled with the demo", async () => {
  await insertProduct(db);
  expect(await remove()).toEqual(refused("has no demo content"));
  expect(await db.$count(products)).toBe(1);
  await db.delete(products);
});

test("does not count demo content as added later", async () => {
  await insertDemoShop(db, services.now());
  await addAdmin(db, {
    shopName: "Shopbell",
    email: "ana@example.com",
    name: "Ana",
    password: "violet-harbour-seventeen",
    roles: ["super-admin"],
  });
  const { isDemo, content, added } = await readDemoFacts(db);
  expect(isDemo).toBe(true);
  expect(Math.min(content.products, content.categories, content.orders, content.customers, content.pages)).toBeGreaterThan(3);
  expect(Object.values(added).every((count) => count === 0)).toBe(true);
  expect(await listSettingsWritten(db, await findDemoFilling(db))).toEqual([]);
});

test.each([
  ["an open order", { status: "accepted", gateway: "simulator" }, "1 order is still open"],
  ["an unpaid checkout", { status: "awaiting_payment", number: null, placedAt: null }, "1 order is still open"],
  ["a charge with a live card", { status: "completed", capturedCents: 3938, paymentState: "captured" }, "Real money"],
  [
    "a refund under way",
    {
      status: "completed",
      gateway: "simulator",
      pendingAction: { kind: "refund", amount: 1, key: "k", event: null, actor: { kind: "staff" }, command: {}, refundId: null },
    },
    "1 order is still open",
  ],
] as const)("refuses with %s and says what to do", async (_name, changes, words) => {
  const { order } = await storeOrder(db, changes as Partial<typeof orders.$inferInsert>);
  const before = await db.$count(products);
  expect(await remove({ backUp: () => Promise.reject(new Error("not before the decision")) })).toEqual(refused(words));
  expect(await db.$count(products)).toBe(before);
  await db.delete(orders).where(eq(orders.id, order.id));
});

test.each([
  ["holds real money", { isLive: true, status: "requires_capture", capturableCents: 500 }, "Real money"],
  ["is still being cancelled", { isLive: false, wanted: "void" }, "1 payment is still being cancelled"],
] as const)("refuses while a payment at Stripe %s", async (_name, changes, words) => {
  const id = crypto.randomUUID();
  await db.insert(paymentIntents).values({ id, orderId: id, gateway: "stripe", idempotencyKey: id, amountCents: 500, ...changes });
  expect(await remove()).toEqual(refused(words));
  await db.delete(paymentIntents);
});

test("refuses while an import runs", async () => {
  await db.insert(importRuns).values({ fileName: "menu.csv", sizeBytes: 1, userName: "Ana", state: "running" });
  expect(await remove()).toEqual(refused("An import is running"));
  await db.delete(importRuns);
});

test("removes nothing when the backup fails", async () => {
  const before = await db.$count(products);
  expect(await remove({ backUp: () => Promise.reject(new Error("the disk is full")) })).toEqual(refused("The backup could not be made"));
  expect(await db.$count(products)).toBe(before);
});

test("checks again after the backup", async () => {
  const backUp = async () => {
    await storeOrder(db, { status: "received", gateway: "simulator" });
    return "file";
  };
  const before = await db.$count(products);
  expect(await remove({ backUp })).toEqual(refused("1 order is still open"));
  expect(await db.$count(products)).toBe(before);
  await db.delete(orders).where(eq(orders.status, "received"));
  const addProduct = async () => {
    await insertProduct(db, { name: "Own" });
    return "file";
  };
  expect(await remove({ backUp: addProduct })).toEqual(refused("has changed since the numbers were shown"));
  expect((await readDemoFacts(db)).added.products).toBe(1);
});

test("removes all or nothing", async () => {
  const before = await listFilled();
  await expect(remove({ clearSimulator: () => Promise.reject(new Error("the power failed")) })).rejects.toThrow("the power failed");
  expect(await listFilled()).toEqual(before);
});

/** What the demo said about delivery. */
const NO_DELIVERY_TEXTS = {
  DELIVERY_DESCRIPTION: "",
  DELIVERY_CITY_PREFILL: "",
  DELIVERY_PROVINCE_PREFILL: "",
  DELIVERY_COUNTRY_PREFILL: "",
};

test("leaves an empty shop with its settings, staff, look and history", async () => {
  await inTransaction(db, (tx) => writeSettings(tx, secrets, { APP_NAME: "Rye & Co", LOGO: "logo" }, ANA));
  await noteStep(services, "menu", "done");
  const [logo, hero, loose] = [await insertPicture("logo"), await insertPicture("hero"), await insertPicture("loose")];
  const home = { ...PLAIN_HOME, pictureId: hero };
  await db.insert(pages).values({ slug: HOME_SLUG, title: "Rye & Co", html: "", status: "published", home });
  await storeOrder(db, { status: "completed", gateway: "stripe", capturedCents: 100, paymentIntent: testPayment, ...untilNow });
  const settingsBefore = await readSettings(db);
  const lastId = Math.max(...(await db.select({ id: products.id }).from(products)).map(({ id }) => id));
  const { content } = await readDemoFacts(db);

  expect(await remove()).toEqual({ ok: true, value: { content, backup: "/backups/with-demo.backup" } });

  expect(await listFilled()).toEqual(["audit_log", "media", "media_bin", "order_counters", "page_changes", "pages", "settings", "users"]);
  expect(await readSettings(db)).toEqual({ ...settingsBefore, ...NO_DELIVERY_TEXTS, SETUP_DONE: "" });
  expect(await db.select({ slug: pages.slug }).from(pages)).toEqual([{ slug: HOME_SLUG }]);
  expect((await db.select({ id: media.id }).from(media).orderBy(media.id)).map(({ id }) => id)).toEqual([logo, hero]);
  // The files of removed pictures go with the bin.
  expect(await db.select({ keys: mediaBin.keys }).from(mediaBin)).toEqual([{ keys: ["loose.webp", "loose-400.webp"] }]);
  expect(loose).toBeGreaterThan(hero);
  const entries = await db.select().from(auditLog).where(eq(auditLog.action, "remove-demo-content"));
  expect(entries).toMatchObject([{ userId: 1, userName: "Ana", before: content, after: { backup: "/backups/with-demo.backup" } }]);
  expect(await insertProduct(db)).toBeGreaterThan(lastId);
  expect(await remove()).toEqual(refused("was removed already"));
});

const testPayment = {
  id: "pi_test",
  status: "succeeded",
  created: 0,
  amount: 100,
  amountReceived: 100,
  captureBefore: null,
  card: null,
  lastError: null,
  livemode: false,
};
