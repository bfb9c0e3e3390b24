import { asc } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";
import { sortText } from "./sort-text.ts";

const { db } = await createTestDatabase();

test("sorts names by letters, ignoring accents and case", async () => {
  const people = pgTable("people", { name: text().notNull() });
  await db.$client.query("create table people (name text not null)");
  await db.insert(people).values(["Zoe", "éric", "Emma", "eva", "Ötzi"].map((name) => ({ name })));
  const rows = await db
    .select()
    .from(people)
    .orderBy(asc(sortText(people.name)));
  expect(rows.map(({ name }) => name)).toEqual(["Emma", "éric", "eva", "Ötzi", "Zoe"]);
});
