import { bigint, boolean, bytea, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { FieldChange } from "#app/catalogue/domain/import/differences.ts";
import type { ImportCounts, ImportFacts, ImportState } from "#app/catalogue/domain/import/import-run.ts";
import type { ImportMapping } from "#app/catalogue/domain/import/mapping.ts";
import type { ImportProblem } from "#app/catalogue/domain/import/problems.ts";
import { instant, createdAt, id } from "#app/platform/db/columns.ts";

export interface StoredOptions {
  readonly facts?: ImportFacts;
  readonly withPictures?: boolean;
}

/** A product file and its state: uploaded, checked, run, undone. */
export const importRuns = pgTable("import_runs", {
  id: id(),
  kind: text("kind").notNull().default("products"),
  fileName: text("file_name").notNull(),
  sizeBytes: integer("size_bytes").notNull(),
  /** File format and column mapping. */
  mapping: jsonb("mapping").$type<ImportMapping>(),
  options: jsonb("options").$type<StoredOptions>().notNull().default({}),
  state: text("state").$type<ImportState>().notNull().default("uploaded"),
  isCancelled: boolean("is_cancelled").notNull().default(false),
  rowsDone: integer("rows_done").notNull().default(0),
  rowsTotal: integer("rows_total"),
  counts: jsonb("counts").$type<ImportCounts>(),
  summary: jsonb("summary").$type<readonly string[]>(),
  /** Why it stopped, for the user. */
  failure: text("failure"),
  userId: integer("user_id"),
  userName: text("user_name").notNull(),
  createdAt: createdAt(),
  startedAt: instant("started_at"),
  endedAt: instant("ended_at"),
  undoneAt: instant("undone_at"),
  undoneBy: text("undone_by"),
});

/** The file in chunks, so that any process can read it; deleted after the run. */
export const importChunks = pgTable(
  "import_chunks",
  {
    runId: integer("run_id")
      .notNull()
      .references(() => importRuns.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    bytes: bytea("bytes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.position] })],
);

/** A product in the file and the action of the run. */
export const importItems = pgTable(
  "import_items",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    runId: integer("run_id")
      .notNull()
      .references(() => importRuns.id, { onDelete: "cascade" }),
    line: integer("line").notNull(),
    name: text("name").notNull(),
    outcome: text("outcome").$type<"new" | "changed" | "unchanged" | "broken">().notNull(),
    productId: integer("product_id"),
    /** Field, before, after. */
    changes: jsonb("changes").$type<readonly FieldChange[]>(),
  },
  (t) => [index("import_items_run_idx").on(t.runId, t.outcome, t.line)],
);

/** Problems by line. */
export const importProblems = pgTable(
  "import_problems",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    runId: integer("run_id")
      .notNull()
      .references(() => importRuns.id, { onDelete: "cascade" }),
    line: integer("line").notNull(),
    lost: text("lost").$type<ImportProblem["lost"]>().notNull(),
    message: text("message").notNull(),
  },
  (t) => [index("import_problems_run_idx").on(t.runId, t.line)],
);

/** Records before and after a run (null: created), for undo. */
export const importChanges = pgTable(
  "import_changes",
  {
    runId: integer("run_id")
      .notNull()
      .references(() => importRuns.id, { onDelete: "cascade" }),
    recordKind: text("record_kind").notNull(),
    recordId: integer("record_id").notNull(),
    name: text("name").notNull(),
    before: jsonb("before"),
    after: jsonb("after"),
    /** Processed by undo. */
    isUndone: boolean("is_undone").notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.runId, t.recordKind, t.recordId] })],
);
