import { count } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { auditExampleShop, ownersFiles, withDatabase } from "./after-storm.ts";
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

test.runIf(SIZE.firstStartKills > 0)(
  `${SIZE.firstStartKills} kills within ${WITHIN_MS / 1000} s of a shop's first start: it is whole at the next start`,
  async () => {
    const seed = seedOfRun();
    const dice = throwDice(seed);
    const undisturbed = await buildStreet(dice);
    const streets = [undisturbed];
    try {
      const untouched = await undisturbed.open(DEMO);
      const wanted = await contents(untouched);
      await untouched.stop();
      let ready = 0;
      const readyMs: number[] = [];
      for (let kill = 0; kill < SIZE.firstStartKills; kill += 1) {
        const street = await buildStreet(dice);
        streets.push(street);
        // Every other kill hits the start itself, however fast the machine.
        const withinMs = kill % 2 === 0 ? Math.min(untouched.readyMs, WITHIN_MS) : WITHIN_MS;
        if (await killStarting({ ...DEMO, DATA_DIR: street.dataDir }, dice.next() * withinMs)) ready += 1;
        const server = await street.open(DEMO);
        readyMs.push(server.readyMs);
        expect(await contents(server), `kill ${kill + 1}; repeat with SHOPBELL_SEED=${seed}`).toEqual(wanted);
        const wrong = await withDatabase(server.databaseUrl, async (db) => auditExampleShop(db, await ownersFiles(db, server.url)));
        expect(wrong, `kill ${kill + 1}; repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
        await server.stop();
      }
      report({
        promise: "A shop killed in its first start begins whole",
        tried: `${SIZE.firstStartKills} kills within ${WITHIN_MS / 1000} s, ${ready} of them when it was ready already`,
        result: `${wanted.products} products and ${wanted.orders} orders, as without a kill; the auditor finds nothing; ${readyWords(readyMs)}`,
        seed,
      });
    } finally {
      for (const street of streets) await street.close();
    }
  },
  600_000,
);
