import { and, desc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { webhookDeliveries, webhooks } from "./tables.ts";

export type Delivery = typeof webhookDeliveries.$inferSelect;

interface NewDelivery {
  readonly event: string;
  readonly orderId: string | null;
  readonly body: string;
}

/** Stores a delivery for each webhook that subscribes to this event; returns their ids. */
export async function insertDeliveries(tx: Db, { event, orderId, body }: NewDelivery): Promise<readonly string[]> {
  const rows = await tx.execute<{ id: string }>(
    // Locked, so that a webhook that is being deleted is skipped instead of failing the order.
    sql`with told as (select id from ${webhooks} where is_on and events @> array[${event}]::text[] for key share)
        insert into ${webhookDeliveries} (webhook_id, event, order_id, body) select id, ${event}, ${orderId}::uuid, ${body} from told returning id`,
    "objects",
  );
  return rows.map(({ id }) => id);
}

/** Stores a delivery for this webhook, whatever events it subscribes to. */
export async function insertDelivery(tx: Db, webhookId: number, delivery: NewDelivery): Promise<string> {
  const [row] = await tx
    .insert(webhookDeliveries)
    .values({ webhookId, ...delivery })
    .returning({ id: webhookDeliveries.id });
  if (row === undefined) throw new Error("the delivery was not stored");
  return row.id;
}

export async function findDelivery(db: Db, id: string) {
  const [row] = await db
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, id));
  return row;
}

/** Records the result of an attempt, once: false if another process was faster. */
export async function endTry(
  tx: Db,
  { id, tries }: Pick<Delivery, "id" | "tries">,
  result: Pick<Delivery, "status" | "lastStatus" | "lastError"> & { readonly triedAt: Date },
): Promise<boolean> {
  const ended = await tx
    .update(webhookDeliveries)
    .set({ ...result, tries: tries + 1 })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.tries, tries), eq(webhookDeliveries.status, "waiting")))
    .returning({ id: webhookDeliveries.id });
  return ended.length > 0;
}

/** Resets ended deliveries of a webhook to waiting, as new ones; returns their ids. */
export async function restartDeliveries(tx: Db, webhookId: number, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await tx
    .update(webhookDeliveries)
    .set({ status: "waiting", tries: 0 })
    .where(
      and(eq(webhookDeliveries.webhookId, webhookId), inArray(webhookDeliveries.id, [...ids]), ne(webhookDeliveries.status, "waiting")),
    )
    .returning({ id: webhookDeliveries.id });
  return rows.map(({ id }) => id);
}

/** Waiting deliveries whose last attempt, or creation, was before `at`; longest waiting first. */
export async function listWaiting(db: Db, at: Date, most: number): Promise<readonly Pick<Delivery, "id" | "tries" | "triedAt">[]> {
  return db
    .select({ id: webhookDeliveries.id, tries: webhookDeliveries.tries, triedAt: webhookDeliveries.triedAt })
    .from(webhookDeliveries)
    .where(
      and(eq(webhookDeliveries.status, "waiting"), lt(sql`coalesce(${webhookDeliveries.triedAt}, ${webhookDeliveries.createdAt})`, at)),
    )
    .orderBy(sql`coalesce(${webhookDeliveries.triedAt}, ${webhookDeliveries.createdAt})`)
    .limit(most);
}

/** The last deliveries of a webhook, newest first. */
export async function listDeliveries(db: Db, webhookId: number, most: number): Promise<readonly Delivery[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(most);
}

/** Clears or starts the failing period, and returns its start. */
export async function noteWebhookHealth(tx: Db, id: number, works: boolean, now: Date): Promise<Date | null> {
  const [row] = await tx
    .update(webhooks)
    .set({ failingSince: works ? null : sql`coalesce(${webhooks.failingSince}, ${now.toISOString()}::timestamptz)` })
    .where(eq(webhooks.id, id))
    .returning({ failingSince: webhooks.failingSince });
  return row?.failingSince ?? null;
}

/** Switches a webhook off because it has failed for too long. False: it was already off. */
export async function giveWebhookUp(tx: Db, id: number): Promise<boolean> {
  const off = await tx
    .update(webhooks)
    .set({ isOn: false, isGivenUp: true, version: sql`${webhooks.version} + 1` })
    .where(and(eq(webhooks.id, id), eq(webhooks.isOn, true)))
    .returning({ id: webhooks.id });
  return off.length > 0;
}

export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before));
}
