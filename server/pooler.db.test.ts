import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders } from "#app/orders/data/tables.ts";
import { closeDb, openDb } from "#app/platform/db/database.server.ts";
import * as cartItems from "#app/routes/api/cart/cart-items.ts";
import * as checkout from "#app/routes/api/checkout.ts";
import * as orderStatus from "#app/routes/api/order-status.ts";
import { SIMULATOR_PUBLISHABLE_KEY } from "#stripe-simulator/keys.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openDatabaseProxy } from "#test/database-proxy.ts";
import { PGBOUNCER, startPgBouncer } from "#test/pgbouncer.ts";
import { insertDemoShop } from "#test/seeded-rows.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { afterUse } from "#test/after-use.ts";

const { db, url } = await createTestDatabase();
const routes = { "api/cart/items": cartItems, "api/checkout": checkout, "api/order-status": orderStatus };
const note = PGBOUNCER === undefined ? " (skipped: pgbouncer is not installed)" : "";

async function openPooler(settings: readonly string[] = []) {
  const proxy = await openDatabaseProxy(url);
  afterUse(() => proxy.close());
  const pooler = await startPgBouncer(proxy.url, 2, settings);
  afterUse(() => pooler.close());
  return { pooled: pooler.url, direct: proxy.url };
}

/** Orders one portion over HTTP and pays it; returns the order's token. */
async function buy(shopUrl: string, productId: number): Promise<string> {
  let cookie = "";
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${shopUrl}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID(), ...(cookie === "" ? {} : { Cookie: cookie }) },
      body: JSON.stringify(body),
    });
    cookie = answer.headers.getSetCookie()[0]?.split(";", 1)[0] ?? cookie;
    const json = (await answer.json()) as Record<string, unknown>;
    expect([path, answer.status, answer.ok ? "" : json]).toEqual([path, 200, ""]);
    return json;
  };
  const cart = await post("/api/cart/items", { productId, quantity: 1, customizations: [], note: "" });
  const placed = await post("/api/checkout", {
    customer: { name: "Ana Pérez", email: "ana@example.com", phone: "+1 416 555 0134" },
    fulfillment: "pickup",
    expectedTotal: cart.final_total,
  });
  const secret = String(placed.clientSecret);
  const paid = await fetch(`${shopUrl}/_simulator/stripe/v1/payment_intents/${secret.split("_secret")[0]}/confirm`, {
    method: "POST",
    body: new URLSearchParams({ key: SIMULATOR_PUBLISHABLE_KEY, client_secret: secret, payment_method: "pm_card_visa" }),
  });
  expect(paid.status).toBe(200);
  const token = String(placed.orderToken);
  const status = await fetch(`${shopUrl}/api/order-status?order=${token}`);
  expect(status.status).toBe(200);
  return token;
}

test.skipIf(PGBOUNCER === undefined)(
  `a shop behind PgBouncer in transaction mode starts, seeds and takes orders at the same time${note}`,
  async () => {
    const { pooled, direct } = await openPooler();
    const through = openDb(pooled, { isPooled: true });
    await insertDemoShop(through, new Date());
    await closeDb(through);
    const productId = await insertProduct(db);
    const shop = await bootSmallShop(pooled, routes, { environment: { DIRECT_DATABASE_URL: direct } });
    const tokens = await Promise.all(Array.from({ length: 12 }, () => buy(shop.url, productId)));
    const stored = await db
      .select()
      .from(orders)
      .where(sql`public_token = any(${sql.param(tokens)})`);
    expect(stored.map(({ status }) => status)).toEqual(tokens.map(() => "received"));
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    await shop.stop();
  },
);

test.skipIf(PGBOUNCER === undefined)(`a pooler without DIRECT_DATABASE_URL stops the start with a sentence${note}`, async () => {
  for (const settings of [[], ["ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout"]]) {
    const { pooled } = await openPooler(settings);
    await expect(bootSmallShop(pooled, routes)).rejects.toThrow(/pooler.*DIRECT_DATABASE_URL/);
  }
});
