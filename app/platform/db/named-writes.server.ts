import type { SQL } from "drizzle-orm";
import type { Db } from "./database.server.ts";

/** Writes that go into one statement with another, as its named parts. */
export function namedWrites(tx: Db, writes: Readonly<Record<string, SQL>>) {
  return Object.entries(writes).map(([name, write]) => tx.$with(name, {}).as(write));
}
