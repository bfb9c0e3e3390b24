import { listDuePageIds, pageRecords, published } from "#app/content/data/page-records.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { changeRecords } from "#app/staff/workflows/change-records.server.ts";

/** The author of scheduled publications in the history. */
const CLOCK = { id: null, name: "Schedule" } as const;

/** Publishes scheduled pages that are due, with one history entry each. Returns the number of changed pages. */
export async function publishDuePages(db: Db, now: Date): Promise<number> {
  let changed = 0;
  for (const id of await listDuePageIds(db, now)) {
    // Check again under the lock: the schedule may have been removed meanwhile.
    const answer = await changeRecords(db, pageRecords, CLOCK, { action: "publish", ids: [id] }, (value) =>
      value.publishAt !== null && value.publishAt <= now.toISOString() ? published(value) : value,
    );
    changed += answer.changed;
  }
  return changed;
}
