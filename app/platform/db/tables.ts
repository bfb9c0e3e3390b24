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

/** Scripts, styles and pictures of the releases that ran lately, for pages that a browser has from another one (server/build-files.ts). */
export const buildFiles = pgTable("build_files", {
  /** Made of its content, so it never changes. */
  name: text("name").primaryKey(),
  bytes: bytea("bytes").notNull(),
  /** When a release that has it ran last. */
  usedAt: instant("used_at").notNull(),
});
