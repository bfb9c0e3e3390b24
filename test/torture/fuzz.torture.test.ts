import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { users } from "#app/staff/data/tables.ts";
import { hashPassword } from "#app/staff/workflows/passwords.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { signedIn } from "#e2e/calls/scene.ts";
import { insertHostileRecords } from "#e2e/hostile-records.ts";
import { staffPaths } from "#e2e/staff-paths.ts";
import { withDatabase } from "./after-storm.ts";
import { startBuyers, type Told } from "./buyers.ts";
import { callDoors, formDoors, readFacts } from "./fuzz/doors.ts";
import { memoryOf, shoot } from "./fuzz/storm.ts";
import { median, report } from "./report.ts";
import { buildStreet, type Street } from "./shop-server.ts";
import { seedOfRun, SIZE, throwDiceFor, type Dice } from "./size.ts";

const ORDERS = 6;
/** Enough for what is loaded with its first use, such as the library that draws receipts. */
const WARM_UP = 20;
/** Between two collections of garbage memory goes up and down by that much: medians of this part of the doors, the first and the last, are compared. */
const COMPARED = 1 / 5;
const MOST_GROWTH_MB = 50;
const OWNER_ROLES = ["super-admin"];

test(
  `${SIZE.shots} hostile requests for each call of the API and each form of the staff area: no answer of 5xx, and none is silent`,
  { timeout: 3_600_000 },
  async () => {
    const seed = seedOfRun(SIZE.fuzzSeed);
    const street = await buildStreet(throwDiceFor("street", seed));
    try {
      const server = await street.open({ LOG_LEVEL: "error" });
      await withDatabase(server.databaseUrl, async (db) => {
        await insertHostileRecords(db);
        await placeOrders(db, server.url, street, throwDiceFor("buyers", seed));
        const passwordHash = await hashPassword("violet-harbour-seventeen");
        const cookie = () => signedIn(db, OWNER_ROLES, new Date(), passwordHash);
        const pages = throwDiceFor("pages", seed)
          .shuffle(await staffPaths(db))
          .slice(0, SIZE.fuzzedPages);
        const doors = [...callDoors(await readFacts(db)), ...(await formDoors(server.url, pages, await cookie()))];
        const options = { seed, cookie, before: resetBetween(db) };
        // The first requests fill caches and compile what they run.
        if (SIZE.shots > WARM_UP) await shoot(server.url, doors, { ...options, seed: seed + 1, count: WARM_UP });
        const memory: number[] = [];
        const startedAt = performance.now();
        const storm = await shoot(server.url, doors, { ...options, count: SIZE.shots, after: () => memory.push(memoryOf(server.pid)) });
        const perSecond = (doors.length * SIZE.shots * 1000) / (performance.now() - startedAt);
        const compared = Math.ceil(doors.length * COMPARED);
        const grown = median(memory.slice(-compared)) - median(memory.slice(0, compared));
        expect(
          storm.findings.slice(0, 20),
          `${storm.findings.length} findings; repeat with SHOPBELL_SEED=${seed}\n${server.output()}`,
        ).toEqual([]);
        expect(server.isRunning()).toBe(true);
        const statuses = [...storm.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
        report({
          promise: "Hostile input gets an answer that is no server error",
          tried: `${doors.length} calls and forms, ${SIZE.shots} requests each, ${Math.round(perSecond)} a second`,
          result: `${statuses.join(", ")}; slowest ${Math.round(storm.slowestMs)} ms (${storm.slowest}); memory ${grown < 0 ? "−" : "+"}${Math.round(Math.abs(grown))} MB, ${Math.round(Math.max(...memory))} MB at most`,
          seed,
        });
        if (SIZE.shots > WARM_UP) expect(grown, "megabytes of resident memory").toBeLessThan(MOST_GROWTH_MB);
      });
    } finally {
      await street.close();
    }
  },
);

/** Orders whose payments the provider knows, in place of the stored one that has none. */
async function placeOrders(db: Db, url: string, { provider }: Street, dice: Dice): Promise<void> {
  await db.delete(orders);
  const productId = await insertProduct(db, { stock: 1_000_000 });
  const numbers = new Set<string>();
  const note = ({ number }: Told) => void (number === null || numbers.add(number));
  const crowd = startBuyers(url, provider, dice, { count: 3, productId, unfinished: [], note });
  await expect.poll(() => numbers.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(ORDERS);
  await crowd.leave();
}

/**
 * Puts the settings back as they are now: a storm that closes the shop or asks for two factors would find only closed doors. Removes the accounts that
 * were signed in before, of which hundreds would make each act on all of them a load test.
 */
function resetBetween(db: Db): () => Promise<void> {
  const kept = db.select().from(settings);
  return async () => {
    const rows = await kept;
    await db.execute(sql`delete from settings`);
    if (rows.length > 0) await db.insert(settings).values(rows);
    await db.delete(users).where(eq(users.name, OWNER_ROLES.join(" ")));
  };
}
