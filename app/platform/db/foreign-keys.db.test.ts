import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";

const { db } = await createTestDatabase();

/** Without an index, deleting a referenced row scans the whole table. */
test("every foreign key has an index", async () => {
  const keys = await db.execute<{ name: string; isIndexed: boolean }>(
    sql`select c.conrelid::regclass || ' ' || c.conname as name, exists (
          select from pg_index i where i.indrelid = c.conrelid and i.indisvalid
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) like '(%IS NOT NULL)')
            and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(c.conkey)] @> c.conkey
        ) as "isIndexed"
        from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
    "objects",
  );
  expect(keys.length).toBeGreaterThan(30);
  expect(keys.filter((key) => !key.isIndexed)).toEqual([]);
});
