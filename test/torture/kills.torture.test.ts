import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { auditWhole, letTimePass, readLedger, withDatabase } from "./after-storm.ts";
import { audit } from "./audit.ts";
import { startBuyers, type Purchase, type Told } from "./buyers.ts";
import { report } from "./report.ts";
import { buildStreet } from "./shop-server.ts";
import { seedOfRun, SIZE, throwDice } from "./size.ts";

const STOCK = 1_000_000;
const BUYERS = 6;
/** The server lives for so long, in milliseconds. */
const LIFE = { shortest: 20, longest: 2_000 };

test(`a server killed ${SIZE.kills} times under checkouts loses no acknowledged order, and none is paid twice`, async () => {
  const seed = seedOfRun();
  const dice = throwDice(seed);
  const street = await buildStreet(dice);
  const notes = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-notes-")), "acknowledged.jsonl");
  const file = fs.openSync(notes, "a");
  const readyMs: number[] = [];
  const unfinished: Purchase[] = [];
  let cut = 0;
  try {
    let server = await street.open();
    const productId = await withDatabase(server.databaseUrl, (db) => insertProduct(db, { stock: STOCK }));
    for (let kill = 0; kill < SIZE.kills; kill += 1) {
      const crowd = startBuyers(server.url, street.provider, dice, {
        count: BUYERS,
        productId,
        unfinished,
        // On the disk of somebody else before the buyer goes on.
        note: (told) => {
          fs.writeSync(file, `${JSON.stringify(told)}\n`);
          fs.fsyncSync(file);
        },
      });
      await new Promise((resolve) => setTimeout(resolve, LIFE.shortest + dice.next() * (LIFE.longest - LIFE.shortest)));
      await server.kill();
      await crowd.leave();
      cut += crowd.answers.get("cut") ?? 0;
      server = await street.open();
      readyMs.push(server.readyMs);
      expect(await findLost(server.databaseUrl, notes), `after kill ${kill + 1}; repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
    }
    await street.provider.settled();
    await letTimePass(server.databaseUrl, street.provider, [2, 22, 65, 90]);
    const ledger = await readLedger(street.provider);
    const wrong = await withDatabase(server.databaseUrl, async (db) => [
      ...(await audit(db, ledger, { productId, stock: STOCK })),
      ...(await auditWhole(db, street.provider)),
    ]);
    const told = readNotes(notes);
    const numbers = new Set(told.flatMap((each) => each.number ?? [])).size;
    const tokens = new Set(told.map((each) => each.token)).size;
    const sorted = readyMs.toSorted((a, b) => a - b);
    expect(wrong, `repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
    report({
      promise: "A killed server loses nothing",
      tried: `${SIZE.kills} kills, ${BUYERS} buyers, ${tokens} acknowledged checkouts, ${numbers} numbers, ${cut} answers cut off`,
      result: `0 lost, 0 double, 0 orphans; ready again after ${Math.round(sorted[sorted.length >> 1] ?? 0)} ms (median), ${Math.round(sorted.at(-1) ?? 0)} ms (longest)`,
      seed,
    });
  } finally {
    fs.closeSync(file);
    await street.close();
    fs.rmSync(path.dirname(notes), { recursive: true, force: true });
  }
}, 3_600_000);

function readNotes(notes: string): readonly Told[] {
  return fs
    .readFileSync(notes, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Told);
}

/** Every order somebody was told of is there, with the same cents, pieces and number. */
async function findLost(databaseUrl: string, notes: string): Promise<readonly string[]> {
  const told = readNotes(notes);
  return withDatabase(databaseUrl, async (db) => {
    const rows = await db.select().from(orders);
    const items =
      rows.length === 0
        ? []
        : await db
            .select()
            .from(orderItems)
            .where(
              inArray(
                orderItems.orderId,
                rows.map((row) => row.id),
              ),
            );
    return told.flatMap(({ token, cents, quantity, number }) => {
      const order = rows.find((row) => row.publicToken === token);
      if (order === undefined) return [`lost: ${token}`];
      const pieces = items.filter((item) => item.orderId === order.id).reduce((sum, item) => sum + item.quantity, 0);
      if (order.finalTotalCents !== cents || pieces !== quantity)
        return [`changed: ${token} was ${cents} for ${quantity}, is ${order.finalTotalCents} for ${pieces}`];
      return number === null || order.number === number ? [] : [`renumbered: ${number} is ${order.number}`];
    });
  });
}
