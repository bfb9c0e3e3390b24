import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { expect, test } from "vitest";
import { signedIn } from "#e2e/calls/scene.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { auditWhole, letTimePass, ownersFiles, withDatabase } from "./after-storm.ts";
import { median, report } from "./report.ts";
import { buildStreet } from "./shop-server.ts";
import { seedOfRun, SIZE, throwDice } from "./size.ts";
import { startLoad } from "./soak/load.ts";
import { bloatOf, maxWalOf, takeSample, type Sample } from "./soak/samples.ts";

const PER_SECOND = 50;
/** The last requests of a run have no answer yet when it ends. */
const LEAST_PER_SECOND = 49;
const MINUTE_MS = 60_000;
/** V8 grows its heap step by step until about minute 28 and then no more (docs/reliability.md); shorter runs have nothing to compare. */
const WARM_UP_MINUTES = 30;
/** Memory of one minute depends on when garbage was last collected: the median of so many minutes is compared. */
const COMPARED_MINUTES = 5;
const MOST_GROWTH_PERCENT = 10;
const MOST_BLOAT = 2;
const PRODUCTS = 40;

const nodeOf = (samples: readonly Sample[]) => median(samples.map(({ nodeMb }) => nodeMb.reduce((sum, mb) => sum + mb, 0)));

test.runIf(SIZE.soakMinutes > 0 && process.platform === "linux")(
  `${SIZE.soakMinutes} minutes at ${PER_SECOND} requests a second: memory, write-ahead log and tables stay in bounds`,
  async () => {
    const seed = seedOfRun();
    const dice = throwDice(seed);
    const street = await buildStreet(dice);
    try {
      const metricsToken = randomUUID();
      const server = await street.open({ LOG_LEVEL: "error", METRICS_TOKEN: metricsToken });
      await withDatabase(server.databaseUrl, async (db) => {
        const categoryId = await insertCategory(db, { name: "Soak" });
        const productIds: number[] = [];
        for (let index = 0; index < PRODUCTS; index += 1)
          productIds.push(await insertProduct(db, { name: `Test dish ${index}`, stock: 1_000_000 }, [categoryId]));
        const cookie = await signedIn(db, ["super-admin"]);
        const load = startLoad(server.url, street.provider, dice, { perSecond: PER_SECOND, productIds, categoryId, cookie });
        const samples: Sample[] = [];
        for (let minute = 1; minute <= SIZE.soakMinutes; minute += 1) {
          await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
          samples.push(await takeSample(db, { ...server, dataDir: street.dataDir, metricsToken }));
          noteSample(minute, samples.at(-1));
        }
        await load.stop();
        await street.provider.settled();
        await letTimePass(server.databaseUrl, street.provider, [2, 22, 65, 90]);
        const wrong = await auditWhole(db, street.provider, await ownersFiles(db, server.url));
        const bloat = await bloatOf(db);
        const [maxWal, allowedWal] = [Math.max(...samples.map(({ walMb }) => walMb)), await maxWalOf(db)];
        const warm = samples.slice(WARM_UP_MINUTES);
        const [before, after] = [nodeOf(warm.slice(0, COMPARED_MINUTES)), nodeOf(samples.slice(-COMPARED_MINUTES))];
        const growth = before === 0 ? null : (100 * (after - before)) / before;
        const answers = [...load.answers].toSorted(([a], [b]) => Number(a) - Number(b));
        const count = answers.reduce((sum, [, each]) => sum + each, 0);
        const perSecond = count / (SIZE.soakMinutes * 60);
        const [worst] = bloat;
        report({
          promise: "Hours of steady load leave memory, write-ahead log and tables in bounds",
          tried: `${SIZE.soakMinutes} minutes, ${perSecond.toFixed(1)} requests a second`,
          result: `${answers.map(([status, each]) => `${each} × ${status}`).join(", ")}; memory ${growth === null ? "not compared" : `${growth.toFixed(1)} %`} (${Math.round(after)} MB at the end, database ${Math.round(samples.at(-1)?.databaseMb ?? 0)} MB); WAL ${Math.round(maxWal)} MB at most of ${Math.round(allowedWal)} MB; largest bloat ${worst === undefined ? "none" : `${worst.factor.toFixed(2)} (${worst.name})`}; the auditor finds ${wrong.length === 0 ? "nothing" : `${wrong.length} things`}`,
          seed,
        });
        expect(load.cutPaths).toEqual([]);
        expect(perSecond).toBeGreaterThanOrEqual(LEAST_PER_SECOND);
        // A new order may change between the list and its answer; nothing else is refused.
        expect(answers.filter(([status]) => status !== 200 && status !== 409)).toEqual([]);
        expect(wrong.slice(0, 20)).toEqual([]);
        // PostgreSQL keeps to its own setting only roughly.
        expect(maxWal).toBeLessThan(2 * allowedWal);
        expect(bloat.filter(({ factor }) => factor > MOST_BLOAT)).toEqual([]);
        expect(growth ?? 0).toBeLessThan(MOST_GROWTH_PERCENT);
      });
    } finally {
      await street.close();
    }
  },
  (SIZE.soakMinutes + 30) * MINUTE_MS,
);

/** Each minute is on the disk, so that a run that ends early says something, too. */
function noteSample(minute: number, sample: Sample | undefined): void {
  const file = process.env.SHOPBELL_TORTURE_REPORT;
  if (file !== undefined) fs.appendFileSync(file.replace(/\.jsonl$/, "-minutes.jsonl"), `${JSON.stringify({ minute, ...sample })}\n`);
}
