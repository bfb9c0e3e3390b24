import { afterAll, expect, test } from "vitest";
import { openTestShop } from "#test/shop.ts";
import { report } from "#test/torture/report.ts";
import { allCells, nameOf, sampleCells, type Cell } from "./cells.ts";
import { play } from "./play.ts";

/*
 * The fault matrix: each call to the card provider × each fault × each second event, while the call is under way and right after it. When the
 * provider is back and the shop's minute clock has struck twice, the provider's ledger and ours agree to the cent, no card is held without a
 * living order, nothing was taken or given back twice, what the customer reads is true, and staff see a problem exactly where a person is needed.
 *
 * `npm test` plays one cell in four, always the same; `npm run test:torture` and SHOPBELL_TORTURE=long play all.
 */

const cells = process.env.SHOPBELL_TORTURE === "long" ? allCells() : sampleCells();
const tests = Map.groupBy(cells, ({ call, fault }) => `${call} × ${fault}`);
const shop = await openTestShop({ connections: 5 });
const started = performance.now();
let failed = 0;

afterAll(() => {
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  report({
    promise: "Each call to the provider may fail in each way while something else happens",
    tried: `${cells.length} of ${allCells().length} cells`,
    result: `${failed} failed; ${seconds} s`,
    seed: 0,
  });
});

test.each([...tests])("%s leaves no money in doubt", async (_, played) => {
  const broken: string[] = [];
  for (const cell of played) {
    const sentences = await playSafely(cell);
    if (sentences.length > 0) failed += 1;
    for (const sentence of sentences) broken.push(`${nameOf(cell)}: ${sentence}`);
  }
  expect(broken).toEqual([]);
});

async function playSafely(cell: Cell): Promise<readonly string[]> {
  try {
    return await play(shop.services, cell);
  } catch (error) {
    return [`it broke off: ${String(error)}`];
  }
}
