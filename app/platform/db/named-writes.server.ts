import type { SQL } from "drizzle-orm";
import type { Db } from "./database.server.ts";

/** Writes that run in another statement, as its named parts (CTEs). */
export function namedWrites(tx: Db, writes: Readonly<Record<string, SQL>>) {
  return Object.entries(writes).map(([name, write]) => tx.$with(name, {}).as(write));
}
