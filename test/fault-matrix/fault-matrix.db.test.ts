import { afterAll, expect, test } from "vitest";
import { openTestShop } from "#test/shop.ts";
import { CALLS, FAULTS, MOMENTS, nameOf, SECONDS, senseless, type CallName, type Cell } from "./cells.ts";
import { play } from "./play.ts";

/*
 * The fault matrix: each call to the card provider × each fault × each second event, while the call is under way and right after it. When the
 * provider is back and the shop's minute clock has struck twice, the provider's ledger and ours agree to the cent, no card is held without a
 * living order, nothing was taken or given back twice, what the customer reads is true, and staff see a problem exactly where a person is needed.
 */

const shop = await openTestShop({ connections: 5 });
const calls = Object.keys(CALLS) as CallName[];
const tally = { played: 0, started: performance.now(), left: new Map<string, number>() };

afterAll(() => {
  const seconds = ((performance.now() - tally.started) / 1000).toFixed(0);
  const left = [...tally.left].map(([why, count]) => `${count} × ${why}`).join("; ");
  console.info(`fault matrix: ${tally.played} cells in ${seconds} s; left out: ${left}`);
});

test.each(calls.flatMap((call) => FAULTS.map((fault) => ({ call, fault }))))(
  "$call × $fault leaves no money in doubt",
  async ({ call, fault }) => {
    const broken: string[] = [];
    for (const second of SECONDS) {
      for (const moment of MOMENTS) {
        const cell: Cell = { call, fault, second, moment };
        const why = senseless(cell);
        if (why !== null) {
          tally.left.set(why, (tally.left.get(why) ?? 0) + 1);
          continue;
        }
        tally.played += 1;
        for (const sentence of await playSafely(cell)) broken.push(`${nameOf(cell)}: ${sentence}`);
      }
    }
    expect(broken).toEqual([]);
  },
);

async function playSafely(cell: Cell): Promise<readonly string[]> {
  try {
    return await play(shop.services, cell);
  } catch (error) {
    return [`it broke off: ${String(error)}`];
  }
}
