import { isWebhookProcessed, markWebhookProcessed, storeWebhook } from "#app/orders/data/order-placement.server.ts";
import type { WebhookFacts } from "#app/payments/gateway/gateway.server.ts";
import { findIntentByProviderId } from "#app/payments/data/payment-intents.server.ts";
import { comparePayment } from "./compare-payment.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/**
 * - done: stored; what it was about has been looked at (or will be, by the reconciler).
 * - not-configured: this shop takes no webhooks.
 * - refused: not signed by us, damaged, or too old.
 */
export type WebhookReceipt = { readonly kind: "done" | "not-configured" } | { readonly kind: "refused"; readonly message: string };

/**
 * What this shop has asked for itself and reads in the answer (or finds by the sweep), and what comes together with an event of the payment that
 * says the same. They are kept, and cause no look at the provider.
 */
const SAYS_NOTHING_NEW: ReadonlySet<string> = new Set(["payment_intent.created", "charge.succeeded"]);

/**
 * Takes an event of the card provider: signature over the raw bytes, stored once by its id, then a look at the payment itself. An event only
 * says where to look, so doubled, late and reordered ones change nothing that the provider's present answer does not say.
 */
export async function receiveWebhook(services: WorkflowServices, rawBody: Uint8Array, signature: string | null): Promise<WebhookReceipt> {
  const { gateway, webhookSecrets } = await services.payments.current();
  if (webhookSecrets.length === 0) return { kind: "not-configured" };
  let refusal = "The signature does not match.";
  for (const secret of webhookSecrets) {
    const verified = gateway.verifyWebhook(rawBody, signature, secret);
    if (!verified.ok) {
      refusal = verified.message;
      continue;
    }
    const { event } = verified;
    // Only what is needed to look again is kept: the body holds the customer's address.
    const isNews = !SAYS_NOTHING_NEW.has(event.type);
    const processedAt = isNews ? null : services.now();
    const isNew = await storeWebhook(services.db, { eventId: event.id, type: event.type, body: event, processedAt });
    if (!isNews) return { kind: "done" };
    if (isNew || !(await isWebhookProcessed(services.db, event.id))) await processWebhook(services, event);
    return { kind: "done" };
  }
  services.log.warn({ security: "webhook", reason: refusal }, "a webhook was refused");
  return { kind: "refused", message: refusal };
}

/** Looks at the payment an event is about and marks the event as done; left for the reconciler while the provider does not answer. */
export async function processWebhook(services: WorkflowServices, event: WebhookFacts): Promise<void> {
  if (event.intentId === null || (await lookAt(services, event, event.intentId))) {
    await markWebhookProcessed(services.db, event.id, services.now());
  }
}

async function lookAt(services: WorkflowServices, event: WebhookFacts, intentId: string): Promise<boolean> {
  // Of somebody else who takes payments with the same account.
  if (event.orderId === null && (await findIntentByProviderId(services.db, intentId)) === undefined) return true;
  const { gateway } = await services.payments.current();
  const askedAt = services.now();
  const answer = await gateway.retrieveIntent(intentId);
  return answer.ok ? comparePayment(services, answer.intent, askedAt) : answer.kind === "not-found";
}
