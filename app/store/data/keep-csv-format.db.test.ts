import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";
import { settings } from "./tables.ts";

const { db } = await createTestDatabase();
const folder = readdirSync("db/migrations").find((name) => name.endsWith("_keep-csv-format")) ?? "";
const migration = readFileSync(`db/migrations/${folder}/migration.sql`, "utf8");

test.each([
  { before: {}, after: {} },
  { before: { CURRENCY: "EUR" }, after: { CURRENCY: "EUR" } },
  { before: { LOCALE: "de-DE" }, after: { LOCALE: "de-DE", CSV_FORMAT: "comma" } },
  { before: { LOCALE: "de-DE", CSV_FORMAT: "locale" }, after: { LOCALE: "de-DE", CSV_FORMAT: "locale" } },
])("an update leaves the files of a shop as they were: $before", async ({ before, after }) => {
  await db.delete(settings);
  const rows = Object.entries(before).map(([key, value]) => ({ key, value }));
  if (rows.length > 0) await db.insert(settings).values(rows);
  await db.execute(sql.raw(migration));
  expect(Object.fromEntries((await db.select().from(settings)).map(({ key, value }) => [key, value]))).toEqual(after);
});
