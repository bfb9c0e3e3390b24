import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { SECTIONS } from "#app/staff/domain/sections.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { OTHER_TABLES, PERSONAL_TABLES } from "./personal-data.server.ts";

const { db } = await createTestDatabase();

const wordsOf = (text: string) => text.split(" ").filter((word) => word !== "");

/**
 * A new column fails until personal-data.server.ts says whether it may hold personal data of customers, and if so how it is erased. Then extend
 * erase-customer.db.test.ts, customer-export.server.ts and docs/rules/privacy.md.
 */
test("every text, JSON and byte column is classified as personal data or not", async () => {
  const rows = await db.execute<{ name: string; columns: string[] }>(
    sql`select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
        where table_schema = 'public' and (data_type in ('text', 'character varying', 'character', 'name', 'json', 'jsonb', 'bytea', 'xml', 'tsvector')
          or (data_type = 'ARRAY' and udt_name in ('_text', '_varchar', '_json', '_jsonb', '_bytea')))
        group by table_name`,
    "objects",
  );
  const stored = Object.fromEntries(rows.map(({ name, columns }) => [name, columns.toSorted()]));
  const listed = {
    ...Object.fromEntries(SECTIONS.flatMap(({ table }) => (table === undefined ? [] : [[table.name, wordsOf(table.texts).toSorted()]]))),
    ...Object.fromEntries(Object.entries(OTHER_TABLES).map(([name, columns]) => [name, wordsOf(columns).toSorted()])),
    ...Object.fromEntries(
      Object.entries(PERSONAL_TABLES).map(([name, { personal, other }]) => [name, wordsOf(`${personal} ${other}`).toSorted()]),
    ),
  };
  expect(listed).toEqual(stored);
});

test("no table is in both lists", () => {
  expect(Object.keys(PERSONAL_TABLES).filter((name) => name in OTHER_TABLES)).toEqual([]);
});
