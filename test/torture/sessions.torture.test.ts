import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertProduct } from "#test/catalogue.ts";
import { auditShop, withDatabase } from "./after-storm.ts";
import { startBuyers } from "./buyers.ts";
import { report } from "./report.ts";
import { buildStreet } from "./shop-server.ts";
import { seedOfRun, SIZE, throwDice } from "./size.ts";

const STOCK = 1_000_000;
const BUYERS = 6;

test(`${SIZE.sessions} database sessions ended under load: the process lives on, 0 lost, 0 double, 0 orphans`, async () => {
  const seed = seedOfRun();
  const dice = throwDice(seed);
  const street = await buildStreet(dice);
  try {
    const server = await street.open();
    const { databaseUrl } = server;
    const productId = await withDatabase(databaseUrl, (db) => insertProduct(db, { stock: STOCK }));
    const told = new Set<string>();
    const crowd = startBuyers(server.url, street.provider, dice, {
      count: BUYERS,
      productId,
      unfinished: [],
      note: ({ token }) => told.add(token),
    });
    let ended = 0;
    await withDatabase(databaseUrl, async (db) => {
      while (ended < SIZE.sessions && server.isRunning()) {
        await new Promise((resolve) => setTimeout(resolve, 100 + dice.next() * 300));
        // Most often one that works just now; the others wait in the pool.
        const { rows } = await db.execute<{ ended: boolean }>(sql`
          select pg_terminate_backend(pid) as ended from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid() order by (state <> 'idle') desc, random() limit 1`);
        ended += rows.filter((row) => row.ended).length;
      }
    });
    await crowd.leave();
    expect(server.isRunning(), `repeat with SHOPBELL_SEED=${seed}`).toBe(true);
    const wrong = await auditShop(server, street.provider, { productId, stock: STOCK });
    const answers = [...crowd.answers].map(([status, count]) => `${count} × ${status}`).join(", ");
    expect(wrong, `repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
    expect([...crowd.answers.keys()].filter((status) => status !== "cut" && status >= 500 && status !== 503)).toEqual([]);
    report({
      promise: "Ended database sessions are survived",
      tried: `${ended} ended under ${told.size} checkouts; answers ${answers}`,
      result: "the process lives, 0 lost, 0 double, 0 orphans",
      seed,
    });
  } finally {
    await street.close();
  }
}, 600_000);
