import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { promotions } from "#app/promotions/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { products } from "#test/promotion-samples.ts";
import { openTestShop } from "#test/shop.ts";
import { loadShownPrices } from "#app/promotions/workflows/sale-prices.server.ts";

/** Done once, before the next statement with the word in it is sent. */
let first: { readonly word: string; readonly work: () => Promise<unknown> } | null = null;

// Before a pool is opened: its connections take over what stands here.
const { prototype } = pg.Client;
// oxlint-disable-next-line typescript/unbound-method -- called with the client it is asked of, below
const original = prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [query] = args as [string | { readonly text: string }];
  const asked = first;
  if (asked === null || !(typeof query === "string" ? query : query.text).includes(asked.word)) return original.apply(this, args);
  first = null;
  return asked.work().then(() => original.apply(this, args));
} as typeof prototype.query;
afterAll(() => {
  prototype.query = original as typeof prototype.query;
});

const { services } = await openTestShop({ cachesFacts: true });
const { db } = services;
const soup = await insertProduct(db, { name: "Soup", priceCents: 1000 });
const salad = await insertProduct(db, { name: "Salad", priceCents: 1200 });
const now = new Date("2026-03-04T16:00:00Z");

test("an offer that changes during pricing leaves no old price in the cache", async () => {
  const values = { name: "Offer", title: "Offer", status: "active", trigger: "automatic", condition: { type: "all", of: [] } } as const;
  const [offer] = await db
    .insert(promotions)
    .values({ ...values, actionKind: "item-percent", actionParams: { rate: 100_000, target: products(soup) } })
    .returning();
  const change = { actionParams: { rate: 200_000, target: products(salad) } };
  // Settings are read after the offers.
  first = { word: "settings", work: async () => db.update(promotions).set(change).where(eq(promotions.id, offer!.id)) };
  await loadShownPrices(db, now);
  expect(first).toBeNull();
  expect(await loadShownPrices(db, now)).toEqual({ ids: [salad], prices: [960] });
});
