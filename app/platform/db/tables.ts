import { bigint, index, pgTable } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { instant } from "./columns.ts";

/** One row per statement that changed page data, written by triggers; their sum detects changes in a transaction. */
export const pageChanges = pgTable(
  "page_changes",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    at: instant("at")
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index("page_changes_at_idx").on(table.at)],
);
