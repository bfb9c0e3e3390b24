import { count } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { withDatabase } from "./after-storm.ts";
import { readyWords, report } from "./report.ts";
import { buildStreet, killStarting, type ShopServer } from "./shop-server.ts";
import { seedOfRun, SIZE, throwDice } from "./size.ts";

const WITHIN_MS = 6_000;
const DEMO = { SEED: "demo" };

/** What the demo shop brought. */
function contents({ databaseUrl }: ShopServer) {
  return withDatabase(databaseUrl, async (db) => {
    const [[ofProducts], [ofOrders]] = await Promise.all([
      db.select({ count: count() }).from(products),
      db.select({ count: count() }).from(orders),
    ]);
    return { products: ofProducts?.count, orders: ofOrders?.count };
  });
}

// server/postgres/killed-start.db.test.ts tries each step of the start in every npm test.
test.runIf(SIZE.firstStartKills > 0)(
  `${SIZE.firstStartKills} kills within ${WITHIN_MS / 1000} s of a shop's first start: it is whole at the next start`,
  async () => {
    const seed = seedOfRun();
    const dice = throwDice(seed);
    const [undisturbed, street] = [await buildStreet(dice), await buildStreet(dice)];
    try {
      const wanted = await contents(await undisturbed.open(DEMO));
      let ready = 0;
      for (let kill = 0; kill < SIZE.firstStartKills; kill += 1)
        if (await killStarting({ ...DEMO, DATA_DIR: street.dataDir }, dice.next() * WITHIN_MS)) ready += 1;
      const server = await street.open(DEMO);
      expect(await contents(server), `repeat with SHOPBELL_SEED=${seed}`).toEqual(wanted);
      report({
        promise: "A shop killed in its first start begins whole",
        tried: `${SIZE.firstStartKills} kills within ${WITHIN_MS / 1000} s, ${ready} of them when it was ready already`,
        result: `${wanted.products} products and ${wanted.orders} orders, as without a kill; ${readyWords([server.readyMs])}`,
        seed,
      });
    } finally {
      await undisturbed.close();
      await street.close();
    }
  },
  600_000,
);
