import type { Db } from "#app/platform/db/database.server.ts";

/** Concurrent checkouts with a connection. They wait for each other's locks anyway; the rest of the pool serves other pages. */
const AT_ONCE = 4;
/** A longer queue would wait too long. */
const MOST_WAITING = 400;

interface Gate {
  running: number;
  readonly waiting: (() => void)[];
}

const gates = new WeakMap<Db, Gate>();

/**
 * Runs `work` in a slot, first come first served within this process; undefined if the queue is full (the caller responds 503). During a
 * rush, requests wait in memory instead of for database connections, which would time out.
 */
export async function withCheckoutSlot<T>(db: Db, work: () => Promise<T>): Promise<T | undefined> {
  let gate = gates.get(db);
  if (gate === undefined) gates.set(db, (gate = { running: 0, waiting: [] }));
  if (gate.running >= AT_ONCE) {
    if (gate.waiting.length >= MOST_WAITING) return undefined;
    const { waiting } = gate;
    // A finished call passes its slot on, so `running` stays.
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
