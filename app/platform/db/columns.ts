import { sql } from "drizzle-orm";
import { integer, text, timestamp } from "drizzle-orm/pg-core";

/*
 * Column shapes shared by every table. Amounts are integer cents in `…_cents`, instants are timestamptz; what stands in public
 * URLs has a small integer id, what only its owner may see a random UUID. Every rule that can be a constraint is one: the code decides, the
 * database refuses.
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
