import type { Db } from "#app/platform/db/database.server.ts";
import { findConnection, putConnection } from "#app/store/data/connections.server.ts";
import type { ConnectionWatch, OutsideService } from "#app/store/domain/connection.ts";

/** The same outcome is not stored again within this time. */
const REPEAT_MS = 60_000;

interface WatchDeps {
  readonly db: Db;
  readonly now: () => Date;
  readonly log: { warn(details: object, message: string): void };
}

/** Stores the outcome of calls to one service: immediately when it changes, otherwise once a minute at most. */
export function watchConnection({ db, now, log }: WatchDeps, service: OutsideService): ConnectionWatch {
  let last = { text: "", at: 0 };
  return {
    async record(key, outcome) {
      const at = now();
      const text = `${key} ${outcome.state}`;
      if (last.text === text && at.getTime() - last.at < REPEAT_MS) return;
      try {
        await putConnection(db, service, key, outcome, at);
        last = { text, at: at.getTime() };
      } catch (error) {
        // The call itself must not fail because its outcome could not be stored.
        log.warn({ err: error, service }, "the outcome of a call to an outside service could not be stored");
      }
    },
    last: (key) => findConnection(db, service, key),
  };
}
