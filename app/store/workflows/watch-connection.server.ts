import type { Db } from "#app/platform/db/database.server.ts";
import { findConnection, putConnection } from "#app/store/data/connections.server.ts";
import type { ConnectionWatch, OutsideService } from "#app/store/domain/connection.ts";

/** The same news again is worth no row. */
const REPEAT_MS = 60_000;

interface WatchDeps {
  readonly db: Db;
  readonly now: () => Date;
  readonly log: { warn(details: object, message: string): void };
}

/** Keeps how the calls to one service go: at once when that changes, otherwise once a minute at most. */
export function watchConnection({ db, now, log }: WatchDeps, service: OutsideService): ConnectionWatch {
  let last = { text: "", at: 0 };
  return {
    async heard(key, heard) {
      const at = now();
      const text = `${key} ${heard.state}`;
      if (last.text === text && at.getTime() - last.at < REPEAT_MS) return;
      try {
        await putConnection(db, service, key, heard, at);
        last = { text, at: at.getTime() };
      } catch (error) {
        // What the service answered stands, whether or not it could be noted.
        log.warn({ err: error, service }, "how an outside service answered could not be noted");
      }
    },
    last: (key) => findConnection(db, service, key),
  };
}
