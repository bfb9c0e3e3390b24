import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailOutbox } from "#app/mail/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { signedIn } from "../../e2e/calls/scene.ts";
import { staffPaths } from "../../e2e/staff-paths.ts";
import { insertWhatTheDemoLacks } from "../../e2e/what-the-demo-lacks.ts";
import { withDatabase } from "./after-storm.ts";
import { callDoors, formDoors, readFacts } from "./fuzz/doors.ts";
import { memoryOf, shoot } from "./fuzz/storm.ts";
import { report } from "./report.ts";
import { buildStreet } from "./shop-server.ts";
import { seedOfRun, SIZE, throwDice } from "./size.ts";

const FAILED_MAIL = { recipient: "ana@example.com", dedupeKey: "fuzz", status: "failed", lastError: "It answered 500." } as const;

test(
  `${SIZE.shots} hostile requests for each call of the API and each form of the staff area: no answer of 5xx, and none is silent`,
  { timeout: 3_600_000 },
  async () => {
    const seed = seedOfRun();
    const street = await buildStreet(throwDice(seed));
    try {
      const server = await street.open({ SEED: "demo", ADMIN_EMAIL: "owner@example.com", ADMIN_PASSWORD: "violet-harbour-seventeen" });
      await withDatabase(server.databaseUrl, async (db) => {
        await insertWhatTheDemoLacks(db);
        await db.insert(mailOutbox).values({ id: crypto.randomUUID(), kind: "order_received", ...FAILED_MAIL });
        const cookie = () => signedIn(db, ["super-admin"]);
        const doors = [...callDoors(await readFacts(db)), ...(await formDoors(server.url, await staffPaths(db), await cookie()))];
        const options = { seed, cookie, before: keptSettings(db) };
        await shoot(server.url, doors, { ...options, count: 1 });
        const before = memoryOf(server.pid);
        const storm = await shoot(server.url, doors, { ...options, count: SIZE.shots });
        const grown = memoryOf(server.pid) - before;
        expect(storm.findings.slice(0, 20), `${storm.findings.length} findings; repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
        expect(server.isRunning()).toBe(true);
        const statuses = [...storm.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
        report({
          promise: "Hostile input gets an answer that is no server error",
          tried: `${doors.length} calls and forms, ${SIZE.shots} requests each`,
          result: `${statuses.join(", ")}; slowest ${Math.round(storm.slowestMs)} ms (${storm.slowest}); memory ${grown < 0 ? "−" : "+"}${Math.round(Math.abs(grown))} MB`,
          seed,
        });
      });
    } finally {
      await street.close();
    }
  },
);

/** Puts the settings back as they are now: a storm that closes the shop or asks for two factors would find only closed doors. */
function keptSettings(db: Db): () => Promise<void> {
  const kept = db.select().from(settings);
  return async () => {
    const rows = await kept;
    await db.execute(sql`delete from settings`);
    if (rows.length > 0) await db.insert(settings).values(rows);
  };
}
