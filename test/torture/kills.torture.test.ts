import { expect, test } from "vitest";
import { insertProduct } from "#test/catalogue.ts";
import { auditShop, withDatabase } from "./after-storm.ts";
import { startBuyers, type Purchase } from "./buyers.ts";
import { openNotes } from "./notes.ts";
import { lateStarts, readyWords, report } from "./report.ts";
import { buildStreet } from "./shop-server.ts";
import { seedOfRun, SIZE, throwDice } from "./size.ts";

const STOCK = 1_000_000;
/** The server lives for so long, in milliseconds. */
const LIFE = { shortest: 20, longest: 2_000 };

test(`a server killed ${SIZE.kills} times under checkouts loses no acknowledged order, and none is paid twice`, async () => {
  const seed = seedOfRun();
  const dice = throwDice(seed);
  const street = await buildStreet(dice);
  const notes = openNotes();
  const readyMs: number[] = [];
  const unfinished: Purchase[] = [];
  let cut = 0;
  try {
    let server = await street.open();
    const productId = await withDatabase(server.databaseUrl, (db) => insertProduct(db, { stock: STOCK }));
    for (let kill = 0; kill < SIZE.kills; kill += 1) {
      const crowd = startBuyers(server.url, street.provider, dice, {
        count: SIZE.customers,
        productId,
        unfinished,
        note: notes.add,
      });
      // Half of the servers live until something was acknowledged, however slow the machine.
      const before = notes.count().tokens;
      if (kill % 2 === 1) await expect.poll(() => notes.count().tokens).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, LIFE.shortest + dice.next() * (LIFE.longest - LIFE.shortest)));
      await server.kill();
      await crowd.leave();
      cut += crowd.answers.get("cut") ?? 0;
      server = await street.open();
      readyMs.push(server.readyMs);
      expect(await notes.findLost(server.databaseUrl), `after kill ${kill + 1}; repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
    }
    const wrong = await auditShop(server, street.provider, { productId, stock: STOCK });
    const { tokens, numbers } = notes.count();
    expect(wrong, `repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
    report({
      promise: "A killed server loses nothing",
      tried: `${SIZE.kills} kills, ${SIZE.customers} buyers, ${tokens} acknowledged checkouts, ${numbers} numbers, ${cut} answers cut off`,
      result: `0 lost, 0 double, 0 orphans; ${readyWords(readyMs)}`,
      seed,
    });
    expect(lateStarts(readyMs), "milliseconds").toEqual([]);
  } finally {
    await street.close();
    notes.close();
  }
}, 3_600_000);
