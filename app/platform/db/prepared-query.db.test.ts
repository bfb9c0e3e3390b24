import { sql } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";
import { closeDb, inTransaction, openDb, type Db } from "./database.server.ts";
import { preparedQuery } from "./prepared-query.server.ts";

const { db: other, url } = await createTestDatabase();
await other.execute(sql`create table things (id int, kind int)`);
await other.execute(sql`insert into things values (1, 2)`);
const things = pgTable("things", { id: integer(), kind: integer() });
const kindOf = preparedQuery("kind_of_thing", (db) =>
  db
    .select({ kind: things.kind })
    .from(things)
    .where(sql`id = ${sql.placeholder("id")}`),
);

const db = openDb(url, { max: 1 });
const off = openDb(`${url}${url.includes("?") ? "&" : "?"}prepare=off`, { max: 1 });
afterAll(async () => {
  await closeDb(db);
  await closeDb(off);
});

const preparedOn = async (on: Db) =>
  (await on.execute<{ name: string }>(sql`select name from pg_prepared_statements`, "objects")).map(({ name }) => name);

test("a prepared query is one statement per connection", async () => {
  expect(await kindOf(db, { id: 1 })).toEqual([{ kind: 2 }]);
  expect(await kindOf(db, { id: 7 })).toEqual([]);
  expect(await inTransaction(db, (tx) => kindOf(tx, { id: 1 }))).toEqual([{ kind: 2 }]);
  expect(await preparedOn(db)).toEqual(["kind_of_thing"]);
});

test("prepare=off prepares nothing", async () => {
  expect(await kindOf(off, { id: 1 })).toEqual([{ kind: 2 }]);
  expect(await inTransaction(off, (tx) => kindOf(tx, { id: 1 }))).toEqual([{ kind: 2 }]);
  expect(await preparedOn(off)).toEqual([]);
});

test("a transaction survives a changed column type below a prepared statement", async () => {
  await inTransaction(db, (tx) => kindOf(tx, { id: 1 }));
  await other.execute(sql`alter table things alter column kind type bigint`);
  expect(await inTransaction(db, (tx) => kindOf(tx, { id: 1 }))).toEqual([{ kind: 2 }]);
});
