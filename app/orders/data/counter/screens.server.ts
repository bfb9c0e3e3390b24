import { count, gt, lt, or, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { SCREEN_LISTENS_SECONDS } from "#app/values/limits.ts";
import { addMinutes } from "#app/values/time.ts";
import { listeningScreens } from "./tables.ts";

export interface ScreenBeat {
  /** The browser's id, shared by its tabs. */
  readonly id: string;
  readonly userId: number;
  /** It would ring for a new order. */
  readonly isAudible: boolean;
}

/** Polls within this many seconds of the last stored one are not written. */
const WRITTEN_EVERY_SECONDS = 15;

/** Records that a screen has polled for new orders. */
export async function noteScreen(db: Db, { id, userId, isAudible }: ScreenBeat, now: Date): Promise<void> {
  const stale = addMinutes(now, -WRITTEN_EVERY_SECONDS / 60);
  const heardAt = isAudible ? now : null;
  await db
    .insert(listeningScreens)
    .values({ id, userId, seenAt: now, heardAt })
    .onConflictDoUpdate({
      target: listeningScreens.id,
      set: { userId, seenAt: now, ...(isAudible ? { heardAt } : {}) },
      setWhere: isAudible
        ? or(sql`${listeningScreens.heardAt} is null`, lt(listeningScreens.heardAt, stale))
        : lt(listeningScreens.seenAt, stale),
    });
}

/** How many devices would ring for a new order. */
export async function countListeningScreens(db: Db, now: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(listeningScreens)
    .where(gt(listeningScreens.heardAt, addMinutes(now, -SCREEN_LISTENS_SECONDS / 60)));
  return row?.n ?? 0;
}

/** Deletes screens that have not polled for a day. */
export async function forgetScreens(db: Db, now: Date): Promise<void> {
  await db.delete(listeningScreens).where(lt(listeningScreens.seenAt, addMinutes(now, -24 * 60)));
}
