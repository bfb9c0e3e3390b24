import { drizzle } from "drizzle-orm/node-postgres";
import { expect, test } from "vitest";
import * as badge from "#app/routes/api/cart-badge.ts";
import * as suggestions from "#app/routes/api/suggestions.ts";
import { insertCategory, insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { createVisitor, type CallableRoute } from "#test/call-route.ts";
import { openTestShop } from "#test/shop.ts";
import * as category from "./category.tsx";
import * as home from "./index.tsx";
import * as layout from "./layout.tsx";
import * as product from "./product.tsx";

/** A shop that remembers; what it asks the database is counted. */
const { services } = await openTestShop({ remembers: true });
const drinks = await insertCategory(services.db, { name: "Drinks" });
const tea = await insertCategory(services.db, { name: "Tea", parentId: drinks });
const milk = await insertTemplate(services.db, { title: "Milk" }, [{ name: "Oat" }]);
const sencha = await insertProduct(services.db, { name: "Sencha", isPopular: true }, [tea]);
await insertProduct(services.db, { name: "Water" }, [drinks]);
await linkTemplate(services.db, sencha, milk.id);

let asked: string[] = [];
const db = drizzle({ client: services.db.$client, logger: { logQuery: (statement) => void asked.push(statement) } });
const visitor = createVisitor({ ...services, db });

/** The statements of a page that is drawn anew while nothing has changed since the last time; the frame's are counted apart. */
async function statementsOf(route: unknown, path: string, params: Record<string, string> = {}): Promise<readonly string[]> {
  for (let time = 0; time < 2; time += 1) {
    asked = [];
    expect((await visitor.call(route as CallableRoute, "GET", path, { params })).status).toBe(200);
  }
  return asked;
}

test("the badge of a visitor without a cart and the frame of every page ask the database nothing", async () => {
  expect(await statementsOf(badge, "/api/cart-badge")).toEqual([]);
  expect(await statementsOf(layout, "/")).toEqual([]);
});

test("pages drawn anew ask for bestsellers, reviews and what a search finds; all else is remembered until something changes", async () => {
  const counted = {
    home: (await statementsOf(home, "/")).length,
    category: (await statementsOf(category, `/${drinks}/products`, { id: String(drinks) })).length,
    product: (await statementsOf(product, `/products/${sencha}`, { id: String(sencha) })).length,
    search: (await statementsOf(home, "/?q=sencha")).length,
    suggestions: (await statementsOf(suggestions, "/api/suggestions?q=sencha")).length,
  };
  // home: what sells, and which of it is shown; product: the reviews and their sum; a search: its words, and what has them.
  expect(counted).toEqual({ home: 2, category: 0, product: 2, search: 2, suggestions: 2 });
});
