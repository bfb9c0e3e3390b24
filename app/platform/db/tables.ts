import { bigint, bytea, index, pgTable, text } from "drizzle-orm/pg-core";
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

/** Scripts, styles and pictures of recent releases, for browsers that have a page of another release (server/build-files.ts). */
export const buildFiles = pgTable("build_files", {
  /** Derived from the content, so it never changes. */
  name: text("name").primaryKey(),
  bytes: bytea("bytes").notNull(),
  /** When a release with this file last ran. */
  usedAt: instant("used_at").notNull(),
});
