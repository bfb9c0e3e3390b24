import { bigint, index, pgTable } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { instant } from "./columns.ts";

/** One row for each statement that changed what pages show, written by triggers; a transaction sees whether something changed by their sum. */
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
