import type { Db } from "#app/platform/db/database.server.ts";

/** Checkouts that may hold a connection at once. They wait for each other's locks anyway; the rest of the pool stays free for browsing. */
const AT_ONCE = 4;
/** More than this would wait too long to be worth it. */
const MOST_WAITING = 400;

interface Gate {
  running: number;
  readonly waiting: (() => void)[];
}

const gates = new WeakMap<Db, Gate>();

/**
 * Runs `work` when it is its turn, first come first served within this process; undefined when too many wait already (the answer is then 503).
 * A rush on one promotion so queues up in memory instead of on the connections, where waiting ends in an error.
 */
export async function withCheckoutSlot<T>(db: Db, work: () => Promise<T>): Promise<T | undefined> {
  let gate = gates.get(db);
  if (gate === undefined) gates.set(db, (gate = { running: 0, waiting: [] }));
  if (gate.running >= AT_ONCE) {
    if (gate.waiting.length >= MOST_WAITING) return undefined;
    const { waiting } = gate;
    // Whoever finishes hands its place on, so `running` does not change in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    gate.running += 1;
  }
  try {
    return await work();
  } finally {
    const next = gate.waiting.shift();
    if (next === undefined) gate.running -= 1;
    else next();
  }
}
