import { eq, sql } from "drizzle-orm";
import type { IntentRow } from "#app/payments/data/payment-intents.server.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { insertSet } from "#app/platform/db/insert-set.server.ts";
import { preparedQuery } from "#app/platform/db/prepared-query.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { orders, webhookInbox } from "./tables.ts";

/**
 * Stores a verified event once, with its completion time; null: to be retried. A completed event does not wait for the disk: after a crash
 * it is only read again.
 */
export async function storeWebhook(
  db: Db,
  event: { readonly eventId: string; readonly type: string; readonly body: unknown; readonly processedAt: Date | null },
): Promise<void> {
  const { processedAt } = event;
  await db.execute(
    sql`with stored as (${insertSet(webhookInbox, [event])}
          on conflict (event_id) do update set processed_at = coalesce(${webhookInbox}.processed_at, excluded.processed_at))
        select set_config('synchronous_commit', 'off', true) where ${processedAt !== null}::boolean`,
  );
}

/** The stored state of an event and its payment; null if nothing. */
export interface WebhookSeen {
  readonly isProcessed: boolean;
  readonly intent: Pick<IntentRow, "status" | "wanted"> | null;
  /** The order the payment was made for; the order's current payment may be another. */
  readonly order: Pick<OrderRow, "id" | "status" | "paymentIntentId"> | null;
}

export async function findWebhookSeen(db: Db, eventId: string, providerId: string | null): Promise<WebhookSeen> {
  const [row] = await webhookSeen(db, { eventId, providerId });
  return row ?? { isProcessed: false, intent: null, order: null };
}

const webhookSeen = preparedQuery("webhook_seen", (db) =>
  db
    .select({
      isProcessed: sql<boolean>`exists (select 1 from ${webhookInbox} where event_id = ${sql.placeholder("eventId")} and processed_at is not null)`,
      intent: { status: paymentIntents.status, wanted: paymentIntents.wanted },
      order: { id: orders.id, status: orders.status, paymentIntentId: orders.paymentIntentId },
    })
    .from(sql`(select ${sql.placeholder("providerId")}::text as id) asked`)
    .leftJoin(paymentIntents, sql`${paymentIntents.providerId} = asked.id`)
    .leftJoin(orders, eq(orders.id, paymentIntents.orderId)),
);
