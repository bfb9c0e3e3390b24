import { expect, test } from "vitest";
import { insertProduct } from "#test/catalogue.ts";
import { auditShop, withDatabase } from "./after-storm.ts";
import { startBuyers, type Crowd, type Purchase } from "./buyers.ts";
import { openNotes } from "./notes.ts";
import { report } from "./report.ts";
import { buildStreet, workersOf } from "./shop-server.ts";
import { seedOfRun, SIZE, throwDice } from "./size.ts";

const STOCK = 1_000_000;
const BUYERS = 6;

/** Answers that no customer may get while another worker serves. */
const failures = (crowd: Crowd) => [...crowd.answers].filter(([status]) => status === "cut" || status >= 500);

test.runIf(process.platform === "linux")(
  `${SIZE.workers} web workers: ${SIZE.workerKills} are killed, all are restarted, and no acknowledged order is lost or paid twice`,
  async () => {
    const seed = seedOfRun();
    const dice = throwDice(seed);
    const street = await buildStreet(dice);
    const notes = openNotes();
    const unfinished: Purchase[] = [];
    try {
      const server = await street.open({ WEB_PROCESSES: String(SIZE.workers), DRAIN_SECONDS: "1", LOG_LEVEL: "warn" });
      const productId = await withDatabase(server.databaseUrl, (db) => insertProduct(db, { stock: STOCK }));
      const open = () =>
        startBuyers(server.url, street.provider, dice, { count: BUYERS, productId, unfinished, note: notes.add, goesOn: true });
      const buyOn = async () => {
        const from = notes.count().tokens;
        await expect.poll(() => notes.count().tokens, { timeout: 180_000 }).toBeGreaterThanOrEqual(from + SIZE.checkoutsBetween);
      };
      await expect.poll(() => workersOf(server.pid)).toHaveLength(SIZE.workers);
      const restart = async () => {
        const before = workersOf(server.pid);
        const startedAt = performance.now();
        process.kill(server.pid, "SIGHUP");
        const leftOver = () => ({ left: workersOf(server.pid).filter((pid) => before.includes(pid)), log: server.output() });
        await expect.poll(leftOver, { timeout: 180_000 }).toMatchObject({ left: [] });
        return performance.now() - startedAt;
      };
      // Only the first worker serves by now: those that are starting are restarted, too.
      await restart();

      const killed = open();
      const replacedMs: number[] = [];
      for (let kill = 0; kill < SIZE.workerKills; kill += 1) {
        await buyOn();
        const before = workersOf(server.pid);
        const victim = dice.pick(before);
        const at = performance.now();
        process.kill(victim, "SIGKILL");
        const afterKill = () => {
          if (!server.isRunning()) throw new Error(`the shop ended:\n${server.output()}`);
          const now = workersOf(server.pid);
          return { count: now.filter((pid) => pid !== victim).length, log: server.output() };
        };
        await expect.poll(afterKill).toMatchObject({ count: SIZE.workers });
        replacedMs.push(performance.now() - at);
        await buyOn();
        expect(await notes.findLost(server.databaseUrl), `after kill ${kill + 1}; repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
      }
      await killed.leave();

      const restarted = open();
      await buyOn();
      const restartMs = await restart();
      await buyOn();
      await restarted.leave();
      expect(failures(restarted), server.output()).toEqual([]);
      const answered = [...restarted.answers.values()].reduce((sum, count) => sum + count, 0);

      const wrong = await auditShop(server, street.provider, { productId, stock: STOCK });
      expect(wrong, `repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
      expect(await notes.findLost(server.databaseUrl)).toEqual([]);
      report({
        promise: "Web workers are killed and restarted without a loss",
        tried: `${SIZE.workers} workers, ${SIZE.workerKills} kills, 1 restart of all, ${BUYERS} buyers, ${notes.count().tokens} acknowledged checkouts`,
        result: `0 lost, 0 double; ${killed.answers.get("cut") ?? 0} answers cut by kills; 0 of ${answered} requests failed in the restart of ${(restartMs / 1000).toFixed(1)} s; a killed worker's process is replaced after ${Math.round(Math.max(...replacedMs))} ms at most`,
        seed,
      });
    } finally {
      await street.close();
      notes.close();
    }
  },
  3_600_000,
);
