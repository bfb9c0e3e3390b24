import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";

const first = await createTestDatabase();
const second = await createTestDatabase();

test("a test database has the newest schema and no rows", async () => {
  const { rows } = await first.db.execute<{ tables: number }>(
    sql`select count(*) as tables from information_schema.tables where table_schema = 'public'`,
  );
  expect(rows[0]?.tables).toBeGreaterThan(10);
  const { rows: orders } = await first.db.execute<{ found: number }>(sql`select count(*) as found from orders`);
  expect(orders[0]?.found).toBe(0);
});

test("files with tests do not see each other's rows", async () => {
  await first.db.execute(sql`create table only_here (id int)`);
  await expect(second.db.execute(sql`select * from only_here`)).rejects.toThrow("only_here");
});
