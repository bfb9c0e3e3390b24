import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createStatementCounter } from "#test/count-statements.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { beginTogether, type Query } from "./begin-together.server.ts";
import { sqlState } from "./database-errors.server.ts";
import { closeDb, inTransaction, openDb, type Db } from "./database.server.ts";

const counter = createStatementCounter();
const { url } = await createTestDatabase();
const db = openDb(url, { max: 1 });
await db.execute(sql`create table notes_kept (id int primary key)`);
afterAll(async () => {
  counter.stop();
  await closeDb(db);
});

const keep = (on: Db, id: number) => on.execute(sql`insert into notes_kept (id) values (${id})`);
const kept = async () => (await db.execute<{ id: number }>(sql`select id from notes_kept order by id`, "objects")).map(({ id }) => id);

// Often enough to be prepared.
for (let id = 1; id <= 4; id += 1) await keep(db, id);

test("a prepared first statement takes the begin along, and what follows belongs to the same transaction", async () => {
  const sent = await counter.during(() =>
    inTransaction(db, async (tx) => {
      await keep(tx, 5);
      await keep(tx, 6);
    }),
  );
  expect(sent).toEqual({
    statements: [expect.stringContaining("insert"), expect.stringContaining("insert"), "commit"],
    transactions: 1,
    writes: 1,
  });
  expect(await kept()).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a throw takes the first statement back, too", async () => {
  const thrown = inTransaction(db, async (tx) => {
    await keep(tx, 7);
    throw new Error("no");
  });
  await expect(thrown).rejects.toThrow("no");
  expect(await kept()).not.toContain(7);
});

test("a first statement that fails fails its transaction, and the connection goes on", async () => {
  const failed = await inTransaction(db, (tx) => keep(tx, 1)).catch((error: unknown) => error);
  expect(sqlState(failed)).toBe("23505");
  await inTransaction(db, (tx) => keep(tx, 8));
  expect(await kept()).toContain(8);
});

test("after a first statement that failed the transaction takes nothing more", async () => {
  const second = inTransaction(db, async (tx) => {
    await keep(tx, 1).catch(() => undefined);
    await keep(tx, 9);
  });
  expect(sqlState(await second.catch((error: unknown) => error))).toBe("25P02");
  expect(await kept()).not.toContain(9);
});

test("a statement that is not prepared waits for the begin; one without any sends nothing", async () => {
  const other = await counter.during(() => inTransaction(db, (tx) => tx.execute(sql`select 1 as one`)));
  expect([other.statements.length, other.transactions]).toEqual([3, 1]);
  const none = await counter.during(() => inTransaction(db, async () => undefined));
  expect(none.statements).toEqual([]);
});

test("statements asked at once at the begin of a transaction are sent in their order", async () => {
  const sent = await counter.during(() =>
    inTransaction(db, (tx) => Promise.all([tx.execute(sql`select 1 as first`), tx.execute(sql`select 2 as second`)])),
  );
  expect(sent.statements).toEqual(["begin", expect.stringContaining("first"), expect.stringContaining("second"), "commit"]);
});

test.each([
  ["prepared", (client: Query) => client({ name: "kept_12", text: "insert into notes_kept (id) values (12)" })],
  ["not prepared", (client: Query) => client("insert into notes_kept (id) values (12)")],
])("what follows a begin that failed is not run outside a transaction; the connection goes on after it (%s)", async (_, first) => {
  const client = new pg.Client(url);
  await client.connect();
  await client.query({ name: "kept_12", text: "insert into notes_kept (id) values (12)" });
  await client.query("delete from notes_kept where id >= 12");
  // The only way to make a begin fail on a connection that lives: a statement of ours that has failed before it.
  await client.query("start transaction");
  await expect(client.query("select 1/0")).rejects.toThrow("division");
  const query = beginTogether(client);
  await query("begin");
  await expect(first(query)).rejects.toThrow("aborted");
  await client.query("rollback");
  await expect(query("insert into notes_kept (id) values (13)")).rejects.toThrow("aborted");
  await expect(query("commit")).rejects.toThrow("aborted");
  await query("begin");
  await query("insert into notes_kept (id) values (14)");
  await query("commit");
  await client.end();
  expect(await kept()).toContain(14);
  expect(await kept()).not.toContain(13);
});

test("with prepare=off the begin goes by itself", async () => {
  const off = openDb(`${url}${url.includes("?") ? "&" : "?"}prepare=off`, { max: 1 });
  const sent = await counter.during(() => inTransaction(off, (tx) => keep(tx, 10)));
  expect(sent.statements).toEqual(["begin", expect.stringContaining("insert"), "commit"]);
  await closeDb(off);
});
