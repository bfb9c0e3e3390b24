import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { settings } from "#app/store/data/tables.ts";
import { insertProduct, insertSizedProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { mailLowStock } from "./mail-low-stock.server.ts";
import { writeLowStockMail } from "./write-low-stock-mail.server.tsx";

const { services } = await openTestShop();
const { db } = services;

beforeEach(async () => {
  await db.delete(products);
  await db.delete(mailOutbox);
  await db.delete(settings);
  await db.insert(settings).values([
    { key: "ORDER_EMAIL_RECIPIENT", value: "shop@example.com" },
    { key: "STORE_TIMEZONE", value: "UTC" },
  ]);
});

const mailOn = (at: string) => mailLowStock({ ...services, now: () => new Date(at) });
const setStock = (id: number, stock: number) => db.update(products).set({ stock }).where(eq(products.id, id));
async function listed() {
  const mails = await db.select().from(mailOutbox).orderBy(mailOutbox.createdAt, mailOutbox.id);
  return mails.map(({ data }) => (data as { items: { name: string; stock: number }[] }).items.map(({ name, stock }) => `${name} ${stock}`));
}

test("lists low products and options once, even with two processes", async () => {
  await insertProduct(db, { name: "Cola", stock: 2, lowStock: 2 });
  await insertProduct(db, { name: "Tea", stock: 3, lowStock: 2 });
  await insertProduct(db, { name: "Water", stock: 0 });
  await insertProduct(db, { name: "Hidden", stock: 0, lowStock: 2, isHidden: true });
  await insertSizedProduct(db, { S: 1, L: 5, XL: null }, { name: "Shirt", lowStock: 4 });
  expect(await mailOn("2026-03-02T06:59:00Z"), "not at night").toBe(0);
  const written = await Promise.all([mailOn("2026-03-02T07:05:00Z"), mailOn("2026-03-02T07:05:00Z")]);
  expect(written.toSorted()).toEqual([0, 1]);
  expect(await listed()).toEqual([["Cola 2", "Shirt, S 1"]]);
  expect(await mailOn("2026-03-03T07:05:00Z"), "nothing new").toBe(0);
  const [mail] = await db.select().from(mailOutbox);
  const { subject, html, text } = writeLowStockMail(mail?.data ?? {});
  expect(subject).toMatch(/: Low stock: 2 items$/);
  expect(text).toContain("Shirt, S: 1 left (low at 4)");
  expect(html).toContain("/admin/product?state=low");
});

test("reports stock that was refilled and fell again, at most once a day", async () => {
  const cola = await insertProduct(db, { name: "Cola", stock: 1, lowStock: 2 });
  expect(await mailOn("2026-03-02T07:05:00Z")).toBe(1);
  await setStock(cola, 9);
  await setStock(cola, 0);
  await insertProduct(db, { name: "Tea", stock: 0, lowStock: 2 });
  expect(await mailOn("2026-03-02T20:05:00Z"), "the same day").toBe(0);
  await db.update(settings).set({ value: "shop@example.com, second@example.com" }).where(eq(settings.key, "ORDER_EMAIL_RECIPIENT"));
  expect(await mailOn("2026-03-02T21:05:00Z"), "the same day, with another address").toBe(0);
  await db.update(settings).set({ value: "shop@example.com" }).where(eq(settings.key, "ORDER_EMAIL_RECIPIENT"));
  expect(await mailOn("2026-03-03T07:05:00Z")).toBe(1);
  await setStock(cola, 5);
  expect(await mailOn("2026-03-04T07:05:00Z"), "not low any more").toBe(0);
  await setStock(cola, 2);
  expect(await mailOn("2026-03-04T08:05:00Z")).toBe(1);
  expect(await listed()).toEqual([["Cola 1"], ["Cola 0", "Tea 0"], ["Cola 2"]]);
});

test("names weights, and the level of the option itself", async () => {
  await insertProduct(db, { name: "Salmon", stock: 12, lowStock: 20, weightUnit: "kg", weightStep: 100 });
  await insertProduct(db, { name: "Trout", stock: 0, lowStock: 5, weightUnit: "kg" });
  const { variantIds } = await insertSizedProduct(db, { S: 3, L: 3 }, { name: "Shirt" });
  await db
    .update(productVariants)
    .set({ lowStock: 3 })
    .where(eq(productVariants.id, variantIds[1] ?? 0));
  expect(await mailOn("2026-03-02T07:05:00Z")).toBe(1);
  const [mail] = await db.select().from(mailOutbox);
  const { text } = writeLowStockMail(mail?.data ?? {});
  expect(text.split("\n").filter((line) => line.includes("left"))).toEqual([
    "Salmon: 1.2 kg left (low at 2 kg)",
    "Shirt, L: 3 left (low at 3)",
    "Trout: none left (low at 500 g)",
  ]);
});

test("lists a hundred items, counts the others, and reports none again", async () => {
  const many = Array.from({ length: 103 }, (_, at) => ({
    name: `Item ${String(at).padStart(3, "0")}`,
    priceCents: 100,
    stock: 0,
    lowStock: 1,
  }));
  await db.insert(products).values(many);
  expect(await mailOn("2026-03-02T07:05:00Z")).toBe(1);
  const [mail] = await db.select().from(mailOutbox);
  const { subject, html, text } = writeLowStockMail(mail?.data ?? {});
  expect(subject).toMatch(/: Low stock: 103 items$/);
  expect(text).toContain("Item 099: none left (low at 1)\nand 3 more");
  expect(html).toContain("<p>and 3 more</p>");
  expect(text).not.toContain("Item 100");
  expect(await mailOn("2026-03-03T07:05:00Z")).toBe(0);
});

test("waits for an address, and forgets a deleted option", async () => {
  const { variantIds } = await insertSizedProduct(db, { S: 0, L: 5 }, { name: "Shirt", lowStock: 1 });
  await db.update(settings).set({ value: "nobody" }).where(eq(settings.key, "ORDER_EMAIL_RECIPIENT"));
  expect(await mailOn("2026-03-02T07:05:00Z")).toBe(0);
  await db.update(settings).set({ value: "a@example.com, b@example.com" }).where(eq(settings.key, "ORDER_EMAIL_RECIPIENT"));
  expect(await mailOn("2026-03-02T08:05:00Z")).toBe(2);
  await db.delete(productVariants).where(eq(productVariants.id, variantIds[0] ?? 0));
  expect(await mailOn("2026-03-03T07:05:00Z")).toBe(0);
});
