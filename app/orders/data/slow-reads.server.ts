import pLimit from "p-limit";

/** Limits slow reads to part of the small connection pool, which customers also need. */
const AT_ONCE = 2;

const limit = pLimit(AT_ONCE);

/** Runs a query over many orders when a slot is free. Do not nest. */
export function readInTurn<T>(read: () => Promise<T>): Promise<T> {
  return limit(read);
}
