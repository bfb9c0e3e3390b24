import { setTimeout as delay } from "node:timers/promises";
import { connectTo } from "#app/platform/db/database.server.ts";
import { describeDatabaseError, isDatabaseSlow } from "#app/platform/db/database-errors.server.ts";
import { findServer } from "#app/platform/db/database-hosts.server.ts";

/** Time limits of the connection attempts, each twice the previous one. After `all`, no other attempt starts. */
const WAIT_MS = { first: 2_000, longest: 60_000, all: 120_000, pause: 1_000 };
const NOTICE_EVERY_MS = 10_000;

/**
 * Waits while the server starts, has too many connections or responds slowly, such as on a machine with a busy disk. Throws immediately if
 * waiting cannot help: the connection or the password is rejected.
 */
export async function waitForDatabase(url: string, onProgress: (message: string) => void): Promise<void> {
  const giveUpAt = Date.now() + WAIT_MS.all;
  for (let limitMs = WAIT_MS.first; ; limitMs = Math.min(2 * limitMs, WAIT_MS.longest)) {
    try {
      const client = await connectTo(await findServer(url, limitMs), limitMs, {});
      return await client.end();
    } catch (error) {
      if (!isDatabaseSlow(error) || Date.now() >= giveUpAt) throw error;
      onProgress(`Waiting for the database (${describeDatabaseError(error)})`);
      await delay(WAIT_MS.pause);
    }
  }
}

/** Reports every ten seconds that a startup step is still running: the database may be slow, or the step long. */
export async function withNotices<T>(step: string, onProgress: (message: string) => void, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => onProgress(`${step}: still running`), NOTICE_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
