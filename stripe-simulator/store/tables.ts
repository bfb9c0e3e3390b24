import { index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const createdAt = () => timestamp("created_at", { withTimezone: true, mode: "date" }).notNull().defaultNow();

export const simulatorObjects = pgTable(
  "simulator_objects",
  {
    id: text("id").primaryKey(),
    kind: text("kind").notNull(),
    body: jsonb("body").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("simulator_objects_kind_created_idx").on(t.kind, t.createdAt.desc(), t.id.desc())],
);

export const simulatorKeys = pgTable("simulator_keys", {
  key: text("key").primaryKey(),
  requestHash: text("request_hash").notNull(),
  status: integer("status"),
  body: jsonb("body"),
  createdAt: createdAt(),
});
