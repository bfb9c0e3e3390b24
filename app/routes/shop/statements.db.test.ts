import { drizzle } from "drizzle-orm/node-postgres";
import { expect, test } from "vitest";
import * as closedBanner from "#app/routes/api/closed-banner.ts";
import * as badge from "#app/routes/api/cart/cart-badge.ts";
import * as suggestions from "#app/routes/api/cart/suggestions.ts";
import { listProductsById } from "#app/catalogue/data/products.server.ts";
import { reviews } from "#app/content/data/tables.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { addMinutes } from "#app/values/time.ts";
import { insertCategory, insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { createVisitor, type CallableRoute } from "#test/call-route.ts";
import { everything } from "#test/promotion-samples.ts";
import { openTestShop } from "#test/shop.ts";
import * as category from "./category.tsx";
import * as home from "./index.tsx";
import * as layout from "./layout.tsx";
import * as product from "./product.tsx";
import { withSales } from "#app/promotions/workflows/sale-prices.server.ts";

/** A shop with the in-memory cache; its statements are counted. */
const { services } = await openTestShop({ cachesFacts: true });
const drinks = await insertCategory(services.db, { name: "Drinks" });
const tea = await insertCategory(services.db, { name: "Tea", parentId: drinks });
const milk = await insertTemplate(services.db, { title: "Milk" }, [{ name: "Oat" }]);
const sencha = await insertProduct(services.db, { name: "Sencha", isPopular: true }, [tea]);
await insertProduct(services.db, { name: "Water" }, [drinks]);
await linkTemplate(services.db, sencha, milk.id);

let statements: string[] = [];
const db = drizzle({ client: services.db.$client, logger: { logQuery: (statement) => void statements.push(statement) } });
/** Far from the end of the five minutes of the cache. */
const at = new Date("2026-03-04T17:01:00Z");
const visitor = createVisitor({ ...services, db, now: () => at });

/** The statements of a rendered page while nothing has changed since the last time, without those of the frame. */
async function statementsOf(route: unknown, path: string, params: Record<string, string> = {}): Promise<readonly string[]> {
  for (let time = 0; time < 2; time += 1) {
    statements = [];
    expect((await visitor.call(route as CallableRoute, "GET", path, { params })).status).toBe(200);
  }
  return statements;
}

test("empty badge, closed banner and layout run no query", async () => {
  expect(await statementsOf(badge, "/api/cart-badge")).toEqual([]);
  expect(await statementsOf(closedBanner, "/api/closed-banner")).toEqual([]);
  expect(await statementsOf(layout, "/")).toEqual([]);
});

test("rendered pages query only search results; other facts are cached, bestsellers for five minutes", async () => {
  const counted = {
    home: (await statementsOf(home, "/")).length,
    category: (await statementsOf(category, `/${drinks}/products`, { id: String(drinks) })).length,
    product: (await statementsOf(product, `/products/${sencha}`, { id: String(sencha) })).length,
    search: (await statementsOf(home, "/?q=sencha")).length,
    suggestions: (await statementsOf(suggestions, "/api/suggestions?q=sencha")).length,
  };
  // a search: its words, and what has them.
  expect(counted).toEqual({ home: 0, category: 0, product: 0, search: 2, suggestions: 2 });
  statements = [];
  const later = createVisitor({ ...services, db, now: () => addMinutes(at, 5) });
  await later.call(home, "GET", "/");
  expect(statements.length, "what sells, and which of it is shown").toBe(2);
});

test("caches reviews as long as they are short", async () => {
  const write = (body: string) =>
    services.db.insert(reviews).values({ productId: sencha, authorName: "Ann", rating: 5, body, status: "approved", createdAt: at });
  await write("Good.");
  expect((await statementsOf(product, `/products/${sencha}`, { id: String(sencha) })).length).toBe(0);
  await write("Good. ".repeat(333));
  await write("Very good. ".repeat(100));
  expect((await statementsOf(product, `/products/${sencha}`, { id: String(sencha) })).length).toBe(2);
});

test("cached prices follow the clock: an option returns, an offer ends", async () => {
  const noon = new Date("2026-03-04T17:00:00Z");
  const size = await insertTemplate(services.db, { title: "Size", minSelect: 1, maxSelect: 1 }, [
    { name: "Small", isSoldOut: true, soldOutUntil: addMinutes(noon, 30) },
    { name: "Large", priceDeltaCents: 300 },
  ]);
  const soup = await insertProduct(services.db, { name: "Soup", priceCents: 1000 });
  await linkTemplate(services.db, soup, size.id);
  await services.db.insert(promotions).values({
    name: "Soup hour",
    title: "Soup hour",
    status: "active",
    trigger: "automatic",
    condition: { type: "all", of: [] },
    actionKind: "item-percent",
    actionParams: { rate: 100_000, target: everything },
    endsAt: addMinutes(noon, 60),
  });
  const prices: (number | undefined)[] = [];
  for (const minutes of [0, 29, 30, 59, 60, 0]) {
    const at = addMinutes(noon, minutes);
    const [shown] = await withSales(services.db, await listProductsById(services.db, [soup], at), at);
    prices.push(shown?.price);
  }
  expect(prices).toEqual([1170, 1170, 900, 900, 1000, 1170]);
  await services.db.update(promotions).set({ actionParams: { rate: 500_000, target: everything } });
  const [halved] = await withSales(services.db, await listProductsById(services.db, [soup], noon), noon);
  expect(halved?.price, "an offer that staff have changed").toBe(650);
});
