import { webhookDeliveries, webhooks } from "#app/orders/data/webhooks/tables.ts";
import { WEBHOOK_EVENTS } from "#app/orders/domain/webhooks/webhook.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** A disabled webhook with a failed delivery. Returns its id. */
export async function insertWebhook(db: Db, url: string, delivery: { readonly lastError: string }): Promise<number> {
  const [made] = await db
    .insert(webhooks)
    .values({ url, events: [...WEBHOOK_EVENTS], secret: "", isOn: false })
    .returning({ id: webhooks.id });
  if (made === undefined) throw new Error("the webhook was not stored");
  await db
    .insert(webhookDeliveries)
    .values({ webhookId: made.id, event: "order.placed", body: "{}", status: "failed", tries: 2, ...delivery });
  return made.id;
}
