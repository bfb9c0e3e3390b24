import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertProduct } from "#test/catalogue.ts";
import { insertCoupon } from "#test/checkouts.ts";
import { auditWhole, letTimePass, ownersFiles, readLedger, withDatabase } from "#test/torture/after-storm.ts";
import { audit } from "#test/torture/audit.ts";
import { startBuyers, type Crowd, type Purchase } from "#test/torture/buyers.ts";
import { openNotes } from "#test/torture/notes.ts";
import { report } from "#test/torture/report.ts";
import { seedOfRun, throwDice } from "#test/torture/size.ts";
import { MISSING, startCluster, WORKERS, type Cluster } from "./machines.ts";
import type { Ending } from "./postgres-pair.ts";

/*
 * Two machines behind nginx, PgBouncer and HAProxy under buyers, while parts of it end. What the shop acknowledged is counted outside of it.
 * SHOPBELL_PREVIOUS names the folder of a built earlier release that the machines begin with; without it they begin with this one.
 */

const STOCK = 1_000_000;
const BUYERS = 6;
const KILLS = 8;
const FAILOVERS: readonly Ending[] = ["killed", "silent", "shut down", "killed"];
const CROWD = 200;
const UNITS = 5;
const LONG = 1_200_000;
const PREVIOUS = process.env.SHOPBELL_PREVIOUS;
const skips = MISSING.length > 0;
if (skips) console.info(`skipped, not installed: ${MISSING.join(", ")}`);

const seed = seedOfRun();
const dice = throwDice(seed);
const notes = openNotes();
const unfinished: Purchase[] = [];
let cluster: Cluster;
let productId: number;

beforeAll(async () => {
  if (skips) return;
  cluster = await startCluster(dice, PREVIOUS);
  productId = await withDatabase(cluster.databaseUrl, (db) => insertProduct(db, { stock: STOCK }));
}, LONG);
afterAll(async () => {
  notes.close();
  await cluster?.close();
}, LONG);

const buy = () => startBuyers(cluster.url, cluster.provider, dice, { count: BUYERS, productId, unfinished, note: notes.add, goesOn: true });

/** Waits until so many more checkouts are acknowledged. */
async function buyOn(checkouts = 20): Promise<void> {
  const from = notes.count().tokens;
  const said = () => ({ tokens: notes.count().tokens, log: cluster.machines.map((machine) => machine.shop().output()) });
  await expect.poll(() => said().tokens >= from + checkouts || said().log, { timeout: 180_000 }).toBe(true);
}

/** Answers that no customer may get while a machine serves. */
const failuresOf = ({ answers }: Crowd) => [...answers].filter(([status]) => status === "cut" || status >= 500);
const countOf = ({ answers }: Crowd) => [...answers.values()].reduce((sum, count) => sum + count, 0);
const listed = (answers: readonly (readonly [number | "cut", number])[]) =>
  answers.map(([status, count]) => `${count} × ${status}`).join(", ") || "none";

async function expectNothingLost(after: string): Promise<void> {
  expect(await notes.findLost(cluster.databaseUrl), `after ${after}; repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
}

/** Stops the shop of each machine in turn and starts this release there, under buyers and a reader. Returns the answers that failed. */
async function restartMachines(promise: string): Promise<readonly unknown[]> {
  const crowd = buy();
  const pages = readPages();
  for (const machine of cluster.machines) {
    await buyOn();
    await machine.shop().end("SIGTERM");
    await buyOn();
    await machine.start();
    await expect.poll(() => machine.workers()).toHaveLength(WORKERS);
  }
  await buyOn();
  await Promise.all([crowd.leave(), pages.leave()]);
  await expectNothingLost(promise);
  const [failedRequests, failedPages] = [failuresOf(crowd), failuresOf(pages)];
  report({
    promise,
    tried: `2 machines, ${BUYERS} buyers and a reader`,
    result: `0 lost; failed: ${listed(failedRequests)} of ${countOf(crowd)} requests, ${listed(failedPages)} of ${countOf(pages)} pages`,
    seed,
  });
  const failed = [...failedRequests, ...failedPages];
  return failed.length === 0
    ? []
    : [...failed, ...cluster.brokenConnections(), ...cluster.machines.map((machine) => machine.shop().output())];
}

/** A reader who loads the home page and a product again and again. */
function readPages(): Crowd {
  const answers: Crowd["answers"] = new Map();
  const leaving = new AbortController();
  const read = async () => {
    while (!leaving.signal.aborted) {
      for (const path of ["/", `/products/${productId}`]) {
        const status = await fetch(cluster.url + path).then(
          (answer) => answer.text().then(() => answer.status),
          () => "cut" as const,
        );
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    }
  };
  const reader = read();
  return {
    answers,
    async leave() {
      leaving.abort();
      await reader;
    },
  };
}

test.runIf(!skips && PREVIOUS !== undefined)(
  "a release from the last version, one machine after the other, fails no request",
  { timeout: LONG },
  async () => {
    expect(await restartMachines("A rolling release from the last version fails no request")).toEqual([]);
  },
);

test.skipIf(skips)("a restart of both machines in turn fails no request", { timeout: LONG }, async () => {
  expect(await restartMachines("A rolling restart fails no request")).toEqual([]);
});

test.skipIf(skips)(`${KILLS} kills of workers and machines lose no acknowledged order`, { timeout: LONG }, async () => {
  const crowd = buy();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await buyOn();
    const machine = dice.pick(cluster.machines);
    if (kill % 4 === 0) {
      await machine.shop().end("SIGKILL");
      await buyOn();
      await machine.start();
    } else {
      process.kill(dice.pick(machine.workers()), "SIGKILL");
      await buyOn();
    }
    await expect.poll(() => machine.workers()).toHaveLength(WORKERS);
    await expectNothingLost(`kill ${kill}`);
  }
  await crowd.leave();
  report({
    promise: "Killed workers and machines lose nothing",
    tried: `2 machines of ${WORKERS} workers, ${KILLS} kills, a quarter of them of a whole machine, ${BUYERS} buyers`,
    result: `0 lost; ${listed(failuresOf(crowd))} of ${countOf(crowd)} answers were cut or refused`,
    seed,
  });
});

test.skipIf(skips)(
  `${FAILOVERS.length} failovers of the database lose no acknowledged order, and no process ends`,
  { timeout: LONG },
  async () => {
    const processes = cluster.machines.flatMap((machine) => [machine.shop().pid, ...machine.workers()]);
    const crowd = buy();
    const recoveredMs: number[] = [];
    for (const ending of FAILOVERS) {
      await buyOn();
      await cluster.databases.failOver(ending);
      const at = performance.now();
      await buyOn(1);
      recoveredMs.push(performance.now() - at);
      await buyOn();
      await expectNothingLost(`the primary was ${ending}`);
      await cluster.databases.rebuild();
    }
    await cluster.databases.restart();
    await buyOn();
    await cluster.databases.setReadOnly(true);
    try {
      await expect.poll(async () => (await fetch(`${cluster.url}/readyz`)).status).toBe(503);
    } finally {
      await cluster.databases.setReadOnly(false);
    }
    await buyOn();
    await crowd.leave();
    await expectNothingLost("a restart and a read-only primary");
    expect(cluster.machines.flatMap((machine) => [machine.shop().pid, ...machine.workers()])).toEqual(processes);
    report({
      promise: "A failover of the database loses nothing",
      tried: `primary ${FAILOVERS.join(", ")}; restarted; read-only; synchronous copy, ${BUYERS} buyers`,
      result: `0 lost, no process ended; the first checkout ${recoveredMs.map((ms) => (ms / 1000).toFixed(1)).join(", ")} s after the new primary; ${listed(failuresOf(crowd))} of ${countOf(crowd)} answers were cut or refused`,
      seed,
    });
  },
);

test.skipIf(skips)("a bucket that falls silent stops no page and no purchase", { timeout: LONG }, async () => {
  cluster.bucket.stall();
  const crowd = buy();
  const pages = readPages();
  try {
    await buyOn(100);
    await Promise.all([crowd.leave(), pages.leave()]);
  } finally {
    cluster.bucket.resume();
  }
  expect([...failuresOf(crowd), ...failuresOf(pages)]).toEqual([]);
  report({
    promise: "A silent bucket stops no page",
    tried: `${BUYERS} buyers and a reader`,
    result: `0 of ${countOf(crowd)} requests and 0 of ${countOf(pages)} pages failed`,
    seed,
  });
});

test.skipIf(skips)(
  `${CROWD} buyers at four workers get exactly ${UNITS} units, and ${UNITS} uses of a code`,
  { timeout: LONG },
  async () => {
    const few = await withDatabase(cluster.databaseUrl, (db) => insertProduct(db, { stock: UNITS }));
    await withDatabase(cluster.databaseUrl, (db) => insertCoupon(db, "FIVE", { totalUses: UNITS }));
    const units = await checkOutAtOnce(few, null);
    const uses = await checkOutAtOnce(productId, "FIVE");
    expect({ units, uses }).toEqual({
      units: new Map([
        [200, UNITS],
        [409, CROWD - UNITS],
      ]),
      uses: new Map([
        [200, UNITS],
        [409, CROWD - UNITS],
      ]),
    });
    report({
      promise: "What is scarce is sold exactly so often",
      tried: `${CROWD} buyers at once at ${WORKERS * 2} workers`,
      result: `${UNITS} of ${UNITS} units sold, ${UNITS} of ${UNITS} uses of a code redeemed`,
      seed,
    });
  },
);

test.skipIf(skips)("after all of this the books are right to the cent", { timeout: LONG }, async () => {
  await cluster.provider.settled();
  await letTimePass(cluster.databaseUrl, cluster.provider, [2, 22, 65, 90]);
  const ledger = await readLedger(cluster.provider);
  const wrong = await withDatabase(cluster.databaseUrl, async (db) => [
    ...(await audit(db, ledger, { productId, stock: STOCK })),
    ...(await auditWhole(db, cluster.provider, await ownersFiles(db, cluster.url))),
  ]);
  expect(wrong, `repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
  await expectNothingLost("everything");
  report({
    promise: "The books of the cluster are right",
    tried: `${notes.count().tokens} acknowledged checkouts of the tests above`,
    result: "0 findings of the auditor, 0 lost, 0 double",
    seed,
  });
});

/** All fill a cart, then all check out at once. Returns how often each status was answered. */
async function checkOutAtOnce(product: number, code: string | null): Promise<Map<number, number>> {
  const carts = await Promise.all(Array.from({ length: CROWD }, () => fillCart(product, code)));
  const answers = await Promise.all(
    carts.map(({ post, total }) => post("/api/checkout", { customer: newCustomer(), fulfillment: "pickup", expectedTotal: total })),
  );
  const counts = new Map<number, number>();
  for (const { status } of answers.toSorted((a, b) => a.status - b.status)) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

function newCustomer() {
  return {
    name: "Torture Buyer",
    email: `${randomUUID()}@example.com`,
    phone: `+1416555${String(Math.floor(dice.next() * 10_000)).padStart(4, "0")}`,
  };
}

async function fillCart(product: number, code: string | null) {
  const address = `10.${Math.floor(dice.next() * 256)}.${Math.floor(dice.next() * 256)}.${Math.floor(dice.next() * 256)}`;
  let cookie = "";
  const post = async (path: string, body: object) => {
    const answer = await fetch(cluster.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": address, "Idempotency-Key": randomUUID(), Cookie: cookie },
      body: JSON.stringify(body),
    });
    cookie = answer.headers.getSetCookie()[0]?.split(";", 1)[0] ?? cookie;
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
  const { json: cart } = await post("/api/cart/items", { productId: product, quantity: 1, customizations: [], note: "" });
  if (code === null) return { post, total: cart.final_total };
  const { json: applied } = await post("/api/apply-promotions", { cartId: cart.id, couponCodes: [code] });
  return { post, total: (applied.cart as Record<string, unknown>).final_total };
}
