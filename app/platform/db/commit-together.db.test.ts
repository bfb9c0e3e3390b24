import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";
import type { DeferredStatement } from "./commit-together.server.ts";
import { sqlState } from "./database-errors.server.ts";
import { closeDb, inTransaction, openDb, type Db } from "./database.server.ts";

const { url } = await createTestDatabase();
const db = openDb(url, { max: 1 });
afterAll(() => closeDb(db));
await db.execute(sql`create table notes_late (id int primary key)`);

const keep = (on: Db, id: number) => on.execute(sql`insert into notes_late (id) values (${id})`);
const late = (text: string, values: unknown[] = []): DeferredStatement => ({ text, values, isDeferred: true });
const keepLate = (on: Db, id: number) => on.$client.query(late("insert into notes_late (id) values ($1) returning id", [id]));
const kept = async (on = db) =>
  (await on.execute<{ id: number }>(sql`select id from notes_late where id > 0 order by id`, "objects")).map(({ id }) => id);

// Often enough to be prepared.
for (let id = -1; id >= -4; id -= 1) await keepLate(db, id);
beforeEach(() => db.execute(sql`delete from notes_late where id > 0`));

test("deferred statements come with the commit, in their order, after what was sent before it", async () => {
  const within = await inTransaction(db, async (tx) => {
    await keepLate(tx, 1);
    await keepLate(tx, 2);
    await keep(tx, 3);
    return kept(tx);
  });
  expect(within).toEqual([3]);
  expect(await kept()).toEqual([1, 2, 3]);
});

test("a deferred statement that fails fails the commit: nothing is kept, and the connection goes on", async () => {
  const failed = inTransaction(db, async (tx) => {
    await keep(tx, 4);
    await keepLate(tx, 5);
    await keepLate(tx, 5);
    await keepLate(tx, 6);
  });
  expect(sqlState(await failed.catch((error: unknown) => error))).toBe("23505");
  expect(await kept()).toEqual([]);
  await inTransaction(db, (tx) => keepLate(tx, 7));
  expect(await kept()).toEqual([7]);
});

test("a transaction that throws forgets them, and outside of one nothing is deferred", async () => {
  const thrown = inTransaction(db, async (tx) => {
    await keepLate(tx, 8);
    throw new Error("no");
  });
  await expect(thrown).rejects.toThrow("no");
  await keepLate(db, 9);
  await inTransaction(db, (tx) => keep(tx, 10));
  expect(await kept()).toEqual([9, 10]);
});

test("what is not prepared is sent at once", async () => {
  const within = await inTransaction(db, async (tx) => {
    await tx.$client.query(late("insert into notes_late (id) values (11)"));
    return kept(tx);
  });
  expect(within).toEqual([11]);
});

test("where a table has changed below a deferred statement, the transaction comes again and goes through", async () => {
  await db.execute(sql`alter table notes_late add column note text`);
  await db.execute(sql`alter table notes_late alter column id type bigint`);
  await inTransaction(db, async (tx) => {
    await keepLate(tx, 12);
    await keepLate(tx, 13);
  });
  expect(await inTransaction(db, kept)).toEqual([12, 13]);
});
