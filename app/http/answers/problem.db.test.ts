import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { closeDb, openDb, type Db } from "#app/platform/db/database.server.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { databaseProblem } from "./problem.server.ts";

const { db, url } = await createTestDatabase();

async function statusOf(work: (db: Db) => PromiseLike<unknown>, on: Db = db): Promise<number | undefined> {
  try {
    await work(on);
  } catch (error) {
    return databaseProblem(error)?.status;
  }
  throw new Error("the database accepted it");
}

test("maps database refusals to responses", async () => {
  await db.execute(sql`create table refused_rows (id int primary key, quantity int check (quantity > 0))`);
  await db.execute(sql`insert into refused_rows values (1, 1)`);
  expect(await statusOf((on) => on.execute(sql`insert into refused_rows values (1, 1)`))).toBe(409);
  expect(await statusOf((on) => on.execute(sql`insert into refused_rows values (2, 0)`))).toBe(422);
  expect(await statusOf((on) => on.execute(sql`select 99999999999::int`))).toBe(422);
  expect(await statusOf((on) => on.execute(sql`select ${"a\u0000b"}::text`))).toBe(422);
  expect(await statusOf((on) => on.execute(sql`select ${"no uuid"}::uuid`))).toBe(404);
});

test("treats errors in our own statements as bugs", async () => {
  expect(await statusOf((on) => on.execute(sql`select nothing from nowhere`))).toBeUndefined();
  expect(databaseProblem(new Error("anything"))).toBeUndefined();
  expect(databaseProblem("text")).toBeUndefined();
});

test("treats a lost connection as temporary", async () => {
  const away = openDb("postgresql://nobody@127.0.0.1:9/none");
  expect(await statusOf((on) => on.execute(sql`select 1`), away)).toBe(503);
  await closeDb(away);
  const short = openDb(url, { max: 1 });
  const cut = statusOf((on) => on.execute(sql`select pg_sleep(14)`), short);
  const others = sql`select count(*)::int as n from (select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_sleep(14)%' and pid <> pg_backend_pid()) cut`;
  await expect.poll(async () => (await db.execute<{ n: number }>(others, "objects"))[0]?.n).toBe(1);
  expect(await cut).toBe(503);
  await closeDb(short);
});
