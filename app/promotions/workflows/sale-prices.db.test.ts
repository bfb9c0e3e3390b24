import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { findProduct, listProductsById } from "#app/catalogue/data/products.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import type { Condition } from "#app/promotions/domain/promotion.ts";
import { findNextChange } from "#server/page-cache/next-change.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { categories, everything, products } from "#test/promotion-samples.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { withSale, withSales } from "./sale-prices.server.ts";

const { db } = await createTestDatabase();
const drinks = await insertCategory(db, { name: "Drinks" });
const hot = await insertCategory(db, { name: "Hot", parentId: drinks });
const latte = await insertProduct(db, { name: "Latte", priceCents: 1200 }, [hot]);
const bread = await insertProduct(db, { name: "Bread", priceCents: 700, compareAtCents: 900 });
/** Wednesday, 2:00 PM in Toronto. */
const now = new Date("2026-03-04T19:00:00Z");
const HAPPY_HOUR = [{ weekdays: [1, 2, 3, 4], from: "15:00", to: "17:00" }];

beforeEach(() => db.delete(promotions));

async function offer(actionKind: string, actionParams: object, changes: Partial<typeof promotions.$inferInsert> = {}): Promise<number> {
  const values = { name: "Offer", title: "Offer", status: "active", trigger: "automatic", condition: { type: "all", of: [] } } as const;
  const [made] = await db
    .insert(promotions)
    .values({ ...values, actionKind, actionParams, ...changes })
    .returning({ id: promotions.id });
  return made!.id;
}

async function product(id: number, at = now) {
  const found = await findProduct(db, id, at);
  if (found === undefined) throw new Error("no such product");
  const { startingPrice, was, offerNote, saleEffect } = await withSale(db, found, at);
  return { price: startingPrice, was, offerNote, saleEffect };
}

async function card(id: number, at = now) {
  const [found] = await withSales(db, await listProductsById(db, [id], at), at);
  return { price: found?.price, was: found?.was, saleHours: found?.saleHours };
}

test("shows a happy hour's price while it runs, announces it before, and expires cached pages with it", async () => {
  await offer("item-percent", { rate: 200_000, target: categories(drinks) }, { title: "Happy hour", schedule: HAPPY_HOUR });
  expect(await product(latte)).toEqual({ price: 1200, was: null, offerNote: "Happy hour · starts 3:00 PM today", saleEffect: undefined });
  expect(await card(latte)).toEqual({ price: 1200, was: null, saleHours: undefined });
  const prices: [string, number | undefined][] = [];
  for (let at = now; at < new Date("2026-03-04T22:10:00Z"); at = await findNextChange(db, at)) {
    const last = new Date((await findNextChange(db, at)).getTime() - 1);
    const { price } = await card(latte, at);
    // A page drawn at `at` is sent until the next change: it must say the same at the last moment.
    expect((await card(latte, last)).price, at.toISOString()).toBe(price);
    expect(await product(latte, last)).toEqual(await product(latte, at));
    if (prices.at(-1)?.[1] !== price) prices.push([at.toISOString().slice(11, 16), price]);
  }
  expect(prices).toEqual([
    ["19:00", 1200],
    ["20:00", 960],
    ["22:00", 1200],
  ]);
  expect(await product(latte, new Date("2026-03-04T20:00:00Z"))).toEqual({
    price: 960,
    was: 1200,
    offerNote: "Happy hour · Mon–Thu 3:00–5:00 PM",
    saleEffect: { type: "part", rate: 200_000 },
  });
  expect(await product(latte, new Date("2026-03-06T19:00:00Z")), "Friday").toMatchObject({
    offerNote: "Happy hour · starts Monday 3:00 PM",
  });
});

test("shows only prices that every customer gets: no codes, conditions, thresholds or limits", async () => {
  const off = { amount: 200, target: everything };
  const leaves: Condition[] = [
    { type: "first-order" },
    { type: "fulfillment", is: "pickup" },
    { type: "slot", weekdays: [], from: "00:00", to: "23:59" },
    { type: "customer-email", emails: [], domains: ["a.example"] },
    { type: "none", of: [{ type: "contains", target: products(bread) }] },
    { type: "subtotal", target: everything, min: null, max: 5000 },
    { type: "subtotal", target: everything, min: 1201, max: null },
    { type: "quantity", target: everything, min: 2 },
  ];
  for (const leaf of leaves) await offer("item-fixed", off, { condition: { type: "all", of: [leaf] } });
  const bounds = [{ perCustomerUses: 1 }, { totalUses: 9 }, { budgetCents: 90_000 }, { capCents: 9000 }, { isExclusive: true }];
  for (const changes of [{ trigger: "coupon" }, { status: "paused" }, ...bounds] as const) await offer("item-fixed", off, changes);
  await offer("item-fixed", { ...off, maxUnits: 1 });
  await offer("order-percent", { rate: 100_000, target: everything });
  expect(await card(latte)).toEqual({ price: 1200, was: null, saleHours: undefined });
  await offer("item-fixed", off, { condition: { type: "all", of: [{ type: "subtotal", target: everything, min: 1200, max: null }] } });
  expect(await card(latte)).toEqual({ price: 1000, was: 1200, saleHours: "" });
  expect(await card(bread), "below the least").toEqual({ price: 700, was: 900, saleHours: undefined });
});

test("shows the cart's price and the list price when several offers apply", async () => {
  await offer("item-percent", { rate: 100_000, target: everything });
  const fixed = await offer("item-fixed", { amount: 100, target: everything });
  expect(await product(bread)).toEqual({ price: 530, was: 900, offerNote: "Offer", saleEffect: null });
  await db.update(promotions).set({ status: "paused" }).where(eq(promotions.id, fixed));
  expect(await product(bread)).toMatchObject({ price: 630, saleEffect: { type: "part", rate: 100_000 } });
  await db.update(promotions).set({ actionParams: { rate: 100_000, target: { ...everything, excludesReduced: true } } });
  expect(await product(bread), "reduced already").toMatchObject({ price: 700, was: 900 });
});

test("shows the hours of the offer that ends first next to a price of several offers", async () => {
  const late = { endsAt: new Date("2026-03-20T04:00:00Z") };
  await offer("item-percent", { rate: 100_000, target: everything }, late);
  await offer("item-fixed", { amount: 100, target: everything }, { schedule: HAPPY_HOUR });
  await offer("item-fixed", { amount: 50, target: everything });
  expect((await card(latte, new Date("2026-03-04T20:30:00Z"))).saleHours).toBe("Mon–Thu 3:00–5:00 PM");
  expect((await card(latte)).saleHours).toBe("Until March 20");
});

test("promises a group's price only while no other offer of the group runs", async () => {
  await offer("item-percent", { rate: 200_000, target: products(latte) }, { stackingGroup: "day" });
  await offer("item-percent", { rate: 200_000, target: products(bread) }, { stackingGroup: "day", schedule: HAPPY_HOUR });
  expect(await card(latte)).toMatchObject({ price: 960, was: 1200 });
  const happy = new Date("2026-03-04T20:30:00Z");
  expect(await card(latte, happy)).toMatchObject({ price: 1200, was: null });
  expect(await product(bread, happy)).toMatchObject({ price: 700, offerNote: null });
});
