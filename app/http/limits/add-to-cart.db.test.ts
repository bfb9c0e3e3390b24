import { count } from "drizzle-orm";
import { expect, test } from "vitest";
import { carts } from "#app/cart/data/tables.ts";
import { rateLimits } from "#app/staff/data/tables.ts";
import * as cartItems from "#app/routes/api/cart/cart-items.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { takePoints } from "#app/platform/rate-limit.server.ts";
import { addressCounters } from "./address-limit.server.ts";

const { services } = await openTestShop();
const { db } = services;
const productId = await insertProduct(db, { name: "Bun", priceCents: 250 });
const LIMIT = 300;

const add = (who: Visitor, id = productId) => who.call(cartItems, "POST", "/api/cart/items", { body: { productId: id } });

/** Statuses of `times` anonymous cart creations, at once. */
function strangers(address: string, times: number): Promise<readonly number[]> {
  return Promise.all(Array.from({ length: times }, async () => (await add(createVisitor(services, address))).status));
}

/** Counts as many new carts without making them: most of the limit is taken so. */
async function begin(address: string, times: number): Promise<void> {
  for (const [rule, key] of addressCounters({ name: "new-cart", points: LIMIT, seconds: 600 }, address))
    expect(await takePoints(db, rule, key, times)).toEqual({ ok: true });
}

async function countCarts(): Promise<number> {
  return (await db.select({ carts: count() }).from(carts))[0]?.carts ?? 0;
}

test("limits new carts per address with 429; existing carts continue", async () => {
  const regular = createVisitor(services, "192.0.2.1");
  expect((await add(regular)).status).toBe(200);
  // A wish that leads to no cart costs nothing.
  expect((await add(createVisitor(services, "192.0.2.1"), productId + 1000)).status).toBe(404);
  await begin("192.0.2.1", LIMIT - 10);
  expect(new Set(await strangers("192.0.2.1", 9))).toEqual(new Set([200]));
  const before = await countCarts();

  const refused = await add(createVisitor(services, "192.0.2.1"));
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(600);
  expect(refused.headers.get("Set-Cookie")).toBeNull();
  const body = (await refused.json()) as Record<string, unknown>;
  expect(body).toMatchObject({ status: 429, title: "Too Many Requests" });
  expect(body.message).toBe(body.detail);
  expect(await countCarts()).toBe(before);

  expect((await add(regular)).status, "who has a cart adds to it").toBe(200);
  expect((await add(createVisitor(services, "192.0.2.2"))).status, "another address is another household").toBe(200);
});

test("counts IPv6 customers by /64", async () => {
  for (const address of ["2001:db8:1:1::1", "2001:db8:1:1:ffff::2"]) {
    await begin(address, LIMIT / 2 - 3);
    expect(await strangers(address, 3), address).toEqual([200, 200, 200]);
  }
  expect((await add(createVisitor(services, "2001:db8:1:1::3"))).status).toBe(429);
  expect((await add(createVisitor(services, "2001:db8:1:2::1"))).status).toBe(200);
});

test("does not count local addresses", async () => {
  const counted = async () => (await db.select().from(rateLimits)).length;
  const before = await counted();
  for (const address of ["127.0.0.1", "::1", "10.1.2.3", "172.17.0.1", "172.31.255.1", "192.168.1.5", "fd00::7", "fe80::1%eth0"]) {
    expect(await strangers(address, 1), address).toEqual([200]);
  }
  expect(await counted()).toBe(before);
  // Three addresses, and the site of the IPv6 one.
  for (const address of ["172.32.0.1", "203.0.113.9", "2001:db8:9::1"]) expect(await strangers(address, 1), address).toEqual([200]);
  expect(await counted()).toBe(before + 4);
});
