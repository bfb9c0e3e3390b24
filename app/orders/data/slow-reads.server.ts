import pLimit from "p-limit";

/** The pool has few connections, which buyers need too: so many of them at most are held by reads that may take seconds. */
const AT_ONCE = 2;

const limit = pLimit(AT_ONCE);

/** Reads what may go through very many orders, when its turn comes. Never one within another. */
export function readInTurn<T>(read: () => Promise<T>): Promise<T> {
  return limit(read);
}
