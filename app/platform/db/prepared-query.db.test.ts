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
const withOption = (option: string) => `${url}${url.includes("?") ? "&" : "?"}${option}`;
const off = openDb(withOption("prepare=off"), { max: 1 });
const pooled = openDb(url, { max: 1, isPooled: true });
const pooledOn = openDb(withOption("prepare=on"), { max: 1, isPooled: true });
afterAll(async () => {
  await closeDb(db);
  await closeDb(off);
  await closeDb(pooled);
  await closeDb(pooledOn);
});

const preparedOn = async (on: Db) =>
  (await on.execute<{ name: string }>(sql`select name from pg_prepared_statements`, "objects")).map(({ name }) => name);

test("a prepared query is one statement per connection", async () => {
  expect(await kindOf(db, { id: 1 })).toEqual([{ kind: 2 }]);
  expect(await kindOf(db, { id: 7 })).toEqual([]);
  expect(await inTransaction(db, (tx) => kindOf(tx, { id: 1 }))).toEqual([{ kind: 2 }]);
  expect(await preparedOn(db)).toEqual(["kind_of_thing"]);
});

test.each([
  ["prepare=off", off],
  ["a pooler", pooled],
])("%s prepares nothing", async (_name, on) => {
  expect(await kindOf(on, { id: 1 })).toEqual([{ kind: 2 }]);
  expect(await inTransaction(on, (tx) => kindOf(tx, { id: 1 }))).toEqual([{ kind: 2 }]);
  expect(await preparedOn(on)).toEqual([]);
});

test("a pooler with prepare=on gets prepared statements", async () => {
  expect(await kindOf(pooledOn, { id: 1 })).toEqual([{ kind: 2 }]);
  expect(await preparedOn(pooledOn)).toEqual(["kind_of_thing"]);
});

test("a transaction survives a changed column type of a prepared statement", async () => {
  await inTransaction(db, (tx) => kindOf(tx, { id: 1 }));
  await other.execute(sql`alter table things alter column kind type bigint`);
  expect(await inTransaction(db, (tx) => kindOf(tx, { id: 1 }))).toEqual([{ kind: 2 }]);
});
