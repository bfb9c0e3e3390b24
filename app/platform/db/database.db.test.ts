import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { openDatabaseProxy } from "#test/database-proxy.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { isDatabaseAway } from "./database-errors.server.ts";
import { closeDb, connectClient, inTransaction, openDb, type Db } from "./database.server.ts";

const { db, url } = await createTestDatabase();
const proxy = await openDatabaseProxy(url);
// A connection takes some 10 ms on a quiet machine; the tests wait for these limits.
const limits = { connect: 2_000, statement: 2_000, answer: 3_000 };
const through = openDb(proxy.url, { max: 2, limits });

afterAll(async () => {
  await closeDb(through);
  await proxy.close();
});

const sessionOf = async (on: Db) => (await on.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`, "objects"))[0]?.pid ?? 0;
const endSession = (pid: number) => db.execute(sql`select pg_terminate_backend(${pid}, 5000)`);

/** What a promise was refused with. */
async function refusal(work: PromiseLike<unknown>): Promise<{ isAway: boolean }> {
  try {
    await work;
  } catch (error) {
    return { isAway: isDatabaseAway(error) };
  }
  throw new Error("it was not refused");
}

test("a lost session fails its transaction, not the process", async () => {
  const pool = openDb(url, { max: 5 });
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      refusal(
        inTransaction(pool, async (tx) => {
          await endSession(await sessionOf(tx));
          await tx.execute(sql`select 1`);
        }),
      ),
    ),
  );
  expect(outcomes.filter(({ isAway }) => isAway)).toHaveLength(50);
  expect(await inTransaction(pool, sessionOf)).toBeGreaterThan(0);
  await closeDb(pool);
});

test("survives lost idle and single connections", async () => {
  const pool = openDb(url, { max: 1 });
  await endSession(await sessionOf(pool));
  await expect.poll(() => sessionOf(pool).catch(() => 0)).toBeGreaterThan(0);
  await closeDb(pool);

  const client = await connectClient(url);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  await endSession(rows[0]?.pid ?? 0);
  expect(await refusal(client.query("select 1"))).toMatchObject({ isAway: true });
  await client.end();
});

test("gives up on an unresponsive database within limits", async () => {
  await sessionOf(through);
  proxy.stall();
  const outcomes = await Promise.all([
    refusal(sessionOf(through)),
    refusal(inTransaction(through, sessionOf)),
    // The pool is used up by the two above.
    refusal(sessionOf(through)),
  ]);
  // Without the limits the test would never end.
  expect(outcomes).toEqual([{ isAway: true }, { isAway: true }, { isAway: true }]);
  proxy.resume();
  expect(await inTransaction(through, sessionOf)).toBeGreaterThan(0);
});

test("does not wait for a rollback on an unresponsive database", async () => {
  const query = vi.spyOn(pg.Client.prototype, "query");
  const pool = openDb(proxy.url, { max: 1, limits });
  const { isAway } = await refusal(
    inTransaction(pool, async (tx) => {
      await sessionOf(tx);
      proxy.stall();
      await sessionOf(tx);
    }),
  );
  proxy.resume();
  expect(isAway).toBe(true);
  const texts = query.mock.calls.map(([text]: readonly unknown[]) => text);
  expect(texts).toContain("begin");
  expect(texts).not.toContain("rollback");
  await closeDb(pool);
});
