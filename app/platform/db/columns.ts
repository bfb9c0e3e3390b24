import { sql } from "drizzle-orm";
import { integer, text, timestamp } from "drizzle-orm/pg-core";

/*
 * Shared column types. Amounts are integer cents in `…_cents`, instants are timestamptz; ids in public URLs are small integers, private ones random
 * UUIDs. Every rule that can be a constraint is one.
 */

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const createdAt = () => instant("created_at").notNull().defaultNow();
export const updatedAt = () => instant("updated_at").notNull().defaultNow();
export const version = () => integer("version").notNull().default(1);
export const id = () => integer("id").primaryKey().generatedByDefaultAsIdentity();
export const textList = (name: string) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'`);
