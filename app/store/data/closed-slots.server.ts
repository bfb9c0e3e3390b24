import { and, asc, gt, lt, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { cached } from "#app/platform/db/cached.server.ts";
import type { ClosedSlot } from "#app/store/domain/hours/slots.ts";
import { addMinutes } from "#app/values/time.ts";
import { closedSlots } from "./tables.ts";

/** The slots that staff have closed and that are not over. */
export async function listClosedSlots(db: Db, now: Date): Promise<readonly ClosedSlot[]> {
  const since = addMinutes(now, -24 * 60);
  const all = await cached(db, "closed slots", () =>
    db
      .select({ startsAt: closedSlots.startsAt, endsAt: closedSlots.endsAt })
      .from(closedSlots)
      .where(gt(closedSlots.endsAt, since))
      .orderBy(asc(closedSlots.startsAt)),
  );
  return all.filter((slot) => slot.endsAt > now);
}

export async function putClosedSlot(tx: Db, slot: ClosedSlot, by: { readonly userId: number; readonly userName: string }): Promise<void> {
  await tx
    .insert(closedSlots)
    .values({ ...slot, ...by })
    .onConflictDoUpdate({ target: closedSlots.startsAt, set: { endsAt: sql`greatest(${closedSlots.endsAt}, excluded.ends_at)` } });
}

/** Reopens this time for orders. If the closed slot was longer, from before a settings change, the rest stays closed. */
export async function reopenTime(tx: Db, { startsAt, endsAt }: ClosedSlot): Promise<void> {
  const opened = await tx
    .delete(closedSlots)
    .where(and(lt(closedSlots.startsAt, endsAt), gt(closedSlots.endsAt, startsAt)))
    .returning();
  const rest = opened.flatMap((slot) => [
    { ...slot, endsAt: startsAt },
    { ...slot, startsAt: endsAt },
  ]);
  const left = rest.filter((slot) => slot.startsAt < slot.endsAt);
  if (left.length > 0) await tx.insert(closedSlots).values(left);
}
