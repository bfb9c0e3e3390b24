import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";

const { db } = await createTestDatabase();

test("replans the triggers' join for each statement, because a cached plan is slow for many rows", async () => {
  const functions = await db.execute<{ name: string; body: string }>(
    sql`select distinct p.proname as name, p.prosrc as body from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgoldtable is not null and t.tgnewtable is not null order by name`,
    "objects",
  );
  expect(functions.map(({ name }) => name)).toContain("stock_movements_watch");
  const kept = functions.flatMap(({ name, body }) =>
    body
      .split(/;|\bTHEN\b|\bELSE\b/)
      // EXCEPT compares by hash or sorted, whatever the number of rows.
      .filter(
        (statement) => /\bnew_rows\b/.test(statement) && /\bold_rows\b/.test(statement) && !/^\s*EXECUTE\b|\bEXCEPT\b/.test(statement),
      )
      .map((statement) => `${name}: ${statement.trim()}`),
  );
  expect(kept).toEqual([]);
});
