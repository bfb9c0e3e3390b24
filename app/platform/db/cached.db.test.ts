import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";
import { closeDb, inTransaction, openDb, type Db } from "./database.server.ts";
import { createPageChanges } from "./page-changes.server.ts";
import { deleteOldPageChanges, forgetIfChanged, cached, cachedById } from "./cached.server.ts";

const { db: other, url } = await createTestDatabase();
const silent = { warn: () => undefined, info: () => undefined };
const listening = createPageChanges();
listening.listen({ databaseUrl: url, directUrl: url }, silent);
const db = openDb(url, { changes: listening });

/** Assumes that it receives notifications, but does not. */
const disconnected = createPageChanges();
let clock = 0;
const lone = openDb(url, { changes: { ...disconnected, isListening: () => true }, now: () => clock });
afterAll(async () => {
  await listening.stop();
  await closeDb(db);
  await closeDb(lone);
});

let reads = 0;
const readName = async (at: Db) => {
  reads += 1;
  const [row] = await at.execute<{ name: string }>(sql`select name from products where id = 1`, "objects");
  return row?.name;
};
const nameOf = (at: Db) => cached(at, "name", () => readName(at));
const rename = (at: Db, name: string) => at.execute(sql`update products set name = ${name} where id = 1`);

await other.execute(sql`insert into products (id, name, price_cents) values (1, 'Bread', 500), (2, 'Bun', 100)`);
async function begin(): Promise<void> {
  await expect.poll(() => listening.isListening(), { timeout: 120_000 }).toBe(true);
  await rename(db, "Bread");
}
beforeEach(begin);

test("caches a value until something changes", async () => {
  await rename(lone, "Rye");
  expect(await nameOf(lone)).toBe("Rye");
  reads = 0;
  expect(await nameOf(lone)).toBe("Rye");
  expect(await inTransaction(lone, nameOf)).toBe("Rye");
  expect(reads).toBe(0);
  await rename(lone, "Wheat");
  expect(await nameOf(lone)).toBe("Wheat");
});

test("expires after five minutes when triggers were off", async () => {
  await rename(lone, "Rice");
  await nameOf(lone);
  await inTransaction(other, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await rename(tx, "Emmer");
  });
  clock += 299_999;
  expect(await nameOf(lone)).toBe("Rice");
  clock += 1;
  expect(await nameOf(lone)).toBe("Emmer");
});

test("receives changes of another process", async () => {
  await nameOf(db);
  await rename(other, "Spelt");
  await expect.poll(() => nameOf(db), { interval: 10 }).toBe("Spelt");
});

test("a transaction sees only its own uncommitted changes, and none after rollback", async () => {
  await nameOf(db);
  await expect(
    inTransaction(db, async (tx) => {
      await rename(tx, "Oat");
      expect(await nameOf(tx)).toBe("Oat");
      expect(await nameOf(db)).toBe("Bread");
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect(await nameOf(db)).toBe("Bread");
});

test("only the last unit of stock invalidates", async () => {
  await lone.execute(sql`update products set stock = 3 where id = 2`);
  await nameOf(lone);
  reads = 0;
  await lone.execute(sql`update products set stock = 2 where id = 2`);
  await nameOf(lone);
  expect(reads).toBe(0);
  await lone.execute(sql`update products set stock = 0 where id = 2`);
  await nameOf(lone);
  expect(reads).toBe(1);
});

test("caches nothing while notifications are lost", async () => {
  const uncached = openDb(url, { changes: disconnected });
  await nameOf(uncached);
  await rename(other, "Barley");
  expect(await nameOf(uncached)).toBe("Barley");
  await closeDb(uncached);
});

test("a checkout detects missed changes in the database", async () => {
  await inTransaction(lone, forgetIfChanged);
  const before = await nameOf(lone);
  await rename(other, "Millet");
  expect(await nameOf(lone), "not notified").toBe(before);
  const seen = await inTransaction(lone, async (tx) => {
    await forgetIfChanged(tx);
    return nameOf(tx);
  });
  expect(seen).toBe("Millet");
  reads = 0;
  await inTransaction(lone, async (tx) => {
    await forgetIfChanged(tx);
    return nameOf(tx);
  });
  expect(reads, "nothing has changed since").toBe(0);
});

test("loads only missing rows and caches unknown ids", async () => {
  const asked: (readonly number[])[] = [];
  const load = (ids: readonly number[]) =>
    cachedById(db, "row", ids, async (missing) => {
      asked.push(missing);
      return new Map(missing.filter((id) => id < 10).map((id) => [id, `row ${id}`]));
    });
  expect(await load([1, 2, 2, 77])).toEqual(
    new Map([
      [1, "row 1"],
      [2, "row 2"],
    ]),
  );
  expect(await load([77, 3, 1])).toEqual(
    new Map([
      [1, "row 1"],
      [3, "row 3"],
    ]),
  );
  expect(asked).toEqual([[1, 2, 77], [3]]);
});

test("purging old changes invalidates nothing", async () => {
  await inTransaction(lone, forgetIfChanged);
  await nameOf(lone);
  await deleteOldPageChanges(lone, new Date(Date.now() + 60_000));
  const [row] = await lone.execute<{ count: number }>(sql`select count(*)::int as count from page_changes`, "objects");
  expect(row?.count).toBe(0);
  reads = 0;
  await inTransaction(lone, async (tx) => {
    await forgetIfChanged(tx);
    return nameOf(tx);
  });
  expect(reads).toBe(0);
});
