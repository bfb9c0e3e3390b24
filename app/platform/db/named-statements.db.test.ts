import { sql, type SQL } from "drizzle-orm";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";
import { sqlState } from "./database-errors.server.ts";
import { MOST_NAMES, namingClient } from "./named-statements.server.ts";
import { closeDb, inTransaction, openDb, type Db } from "./database.server.ts";

const { db: other, url } = await createTestDatabase();
const db = openDb(url, { max: 1 });
const off = openDb(`${url}${url.includes("?") ? "&" : "?"}prepare=off`, { max: 1 });
afterAll(async () => {
  await closeDb(db);
  await closeDb(off);
});

const preparedOn = async (on: Db) =>
  (await on.execute<{ statement: string }>(sql`select statement from pg_prepared_statements order by prepare_time`, "objects")).map(
    ({ statement }) => statement,
  );

async function ask(on: Db, question: SQL, times = 5): Promise<void> {
  for (let time = 0; time < times; time += 1) await on.execute(question);
}

test("what is asked for again and again is prepared once for its connection; words that are searched and pages of lists are planned anew", async () => {
  await ask(db, sql`select name from products where id = ${7}`);
  await inTransaction(db, (tx) => ask(tx, sql`select name from products where id = ${8}`));
  await ask(db, sql`select name from products where name ilike ${"%a%"}`);
  await ask(db, sql`select name from products order by id limit ${5} offset ${10}`);
  await ask(db, sql`select name from products where price_cents = ${1}`, 2);
  expect((await preparedOn(db)).filter((text) => text.includes("products"))).toEqual(["select name from products where id = $1"]);
});

test("a connection keeps so many statements and no more; whatever else comes is answered without a name", async () => {
  const crowded = openDb(url, { max: 1 });
  for (let index = 0; index < MOST_NAMES + 20; index += 1) {
    await ask(crowded, sql.raw(`select name from products where id = ${index} or name ilike 'x'`), 3);
    await ask(crowded, sql.raw(`select name from products where id = ${index}`), 3);
  }
  expect(await preparedOn(crowded)).toHaveLength(MOST_NAMES);
  await closeDb(crowded);
});

test("connections of somebody else's pool prepare what comes again, too", async () => {
  const pool = new pg.Pool({ connectionString: url, max: 1, Client: namingClient(url) });
  for (let time = 0; time < 5; time += 1) await pool.query("select name from products where id = $1", [7]);
  const { rows } = await pool.query<{ statement: string }>("select statement from pg_prepared_statements");
  expect(rows).toEqual([{ statement: "select name from products where id = $1" }]);
  await pool.end();
});

test("prepare=off in the address prepares nothing", async () => {
  await ask(off, sql`select name from products where id = ${7}`);
  expect(await preparedOn(off)).toEqual([]);
});

test("a column that changes its type below a prepared statement fails it once at most, and a transaction not at all", async () => {
  await other.execute(sql`create table things (id int, kind int)`);
  const one = sql`select kind from things where id = ${1}`;
  const two = sql`select kind from things where id = ${1} and kind is not null`;
  await ask(db, one);
  await ask(db, two);
  await other.execute(sql`alter table things alter column kind type text`);
  await expect(inTransaction(db, (tx) => ask(tx, one))).resolves.toBeUndefined();
  expect(sqlState(await ask(db, two, 1).catch((error: unknown) => error))).toBe("0A000");
  await expect(ask(db, two)).resolves.toBeUndefined();
});

test("behind a pooler that hands out another connection each time, names are given up", async () => {
  const pooled = openDb(url, { max: 1 });
  const question = sql`select name from products where id = ${7}`;
  await ask(pooled, question);
  await pooled.execute(sql`deallocate all`);
  expect(sqlState(await ask(pooled, question, 1).catch((error: unknown) => error))).toBe("26000");
  await ask(pooled, question);
  expect(await preparedOn(pooled)).toEqual([]);
  await closeDb(pooled);
});
