import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { insertProduct } from "#test/catalogue.ts";
import { auditShop, withDatabase } from "./after-storm.ts";
import { startBuyers, type Purchase } from "./buyers.ts";
import { canCutPower, openDisk } from "./disk.ts";
import { openNotes } from "./notes.ts";
import { lateStarts, readyWords, report } from "./report.ts";
import { buildStreet } from "./shop-server.ts";
import { seedOfRun, SIZE, throwDice } from "./size.ts";

const STOCK = 1_000_000;
const BUYERS = 6;
/** Checkouts acknowledged before each cut, and how long it waits after them at most. */
const CHECKOUTS = 3;
const WAITS_MS = 2_000;

test.runIf(SIZE.powerCuts > 0 && canCutPower())(
  `${SIZE.powerCuts} power cuts under checkouts lose no acknowledged order, and none is paid twice`,
  async () => {
    const seed = seedOfRun();
    const dice = throwDice(seed);
    const disk = await openDisk();
    const dataDir = path.join(disk.folder, "data");
    fs.mkdirSync(dataDir);
    const street = await buildStreet(dice, dataDir);
    const notes = openNotes();
    const readyMs: number[] = [];
    const unfinished: Purchase[] = [];
    try {
      let server = await street.open();
      const productId = await withDatabase(server.databaseUrl, (db) => insertProduct(db, { stock: STOCK }));
      for (let cut = 0; cut < SIZE.powerCuts; cut += 1) {
        const crowd = startBuyers(server.url, street.provider, dice, { count: BUYERS, productId, unfinished, note: notes.add });
        const wanted = notes.count().tokens + CHECKOUTS;
        await expect.poll(() => notes.count().tokens, { timeout: 120_000 }).toBeGreaterThanOrEqual(wanted);
        await new Promise((resolve) => setTimeout(resolve, dice.next() * WAITS_MS));
        await disk.cutPower();
        await server.kill();
        await crowd.leave();
        await disk.mountAgain();
        server = await street.open();
        readyMs.push(server.readyMs);
        expect(await notes.findLost(server.databaseUrl), `after cut ${cut + 1}; repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
      }
      const wrong = await auditShop(server, street.provider, { productId, stock: STOCK });
      const { tokens, numbers } = notes.count();
      expect(wrong, `repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
      report({
        promise: "A power cut loses nothing",
        tried: `${SIZE.powerCuts} cuts, ${BUYERS} buyers, ${tokens} acknowledged checkouts, ${numbers} numbers`,
        result: `0 lost, 0 double, 0 orphans; ${readyWords(readyMs)}`,
        seed,
      });
      expect(lateStarts(readyMs), "milliseconds").toEqual([]);
    } finally {
      await street.close();
      await disk.close();
      notes.close();
    }
  },
  1_800_000,
);
