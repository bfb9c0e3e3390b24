import { findWebhookSeen, storeWebhook, type WebhookSeen } from "#app/orders/data/webhook-inbox.server.ts";
import type { WebhookFacts } from "#app/payments/gateway/gateway.server.ts";
import { comparePayment } from "./compare-payment.server.ts";
import { refreshPayment } from "#app/checkout/workflows/refresh-payment.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/**
 * - done: the payment is refreshed, or the event is stored for the reconciler, or the event is irrelevant.
 * - not-configured: this shop has no webhook secret.
 * - refused: the signature does not match, or is too old.
 */
export type WebhookReceipt = { readonly kind: "done" | "not-configured" } | { readonly kind: "refused"; readonly message: string };

/**
 * Events about our own requests (read from the response or found by the sweep) and duplicates of payment events. They cause no provider read and no
 * write.
 */
const IRRELEVANT: ReadonlySet<string> = new Set(["payment_intent.created", "charge.succeeded"]);

/** Whether an event of this type is relevant. Stripe may send other types too. */
export function isRelevant(type: string): boolean {
  return !IRRELEVANT.has(type);
}

/** The card is authorized; the customer's browser usually refreshes at the same moment. */
const AUTHORIZED = "payment_intent.amount_capturable_updated";

/**
 * Handles a webhook: verifies the signature over the raw bytes, refreshes the payment, then stores the event by id. Until then the provider gets no
 * success, so a crash means redelivery. The event only names the payment, so duplicates, delays and reordering are harmless.
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
    if (isRelevant(event.type)) await processWebhook(services, event);
    return { kind: "done" };
  }
  services.log.warn({ security: "webhook", reason: refusal }, "a webhook was refused");
  return { kind: "refused", message: refusal };
}

/** Refreshes the event's payment and stores the event as done; while the provider is unavailable the reconciler retries. */
export async function processWebhook(services: WorkflowServices, event: WebhookFacts): Promise<void> {
  const seen = await findWebhookSeen(services.db, event.id, event.intentId);
  if (seen.isProcessed || isReceivedAuthorization(event, seen)) return;
  const isDone = event.intentId === null || (await refreshEventPayment(services, event, event.intentId, seen));
  // Keep only what a retry needs: the body contains the customer's address.
  const processedAt = isDone ? services.now() : null;
  await storeWebhook(services.db, { eventId: event.id, type: event.type, body: event, processedAt });
}

/** The order was already received with this authorization. */
function isReceivedAuthorization({ type }: WebhookFacts, { intent, order }: WebhookSeen): boolean {
  return type === AUTHORIZED && intent?.wanted === "pay" && intent.status === "requires_capture" && order?.status === "received";
}

async function refreshEventPayment(
  services: WorkflowServices,
  event: WebhookFacts,
  intentId: string,
  { intent, order }: WebhookSeen,
): Promise<boolean> {
  // An event of another system on the same account.
  if (event.orderId === null && intent === null) return true;
  if (event.type === AUTHORIZED && intent?.wanted === "pay" && order?.status === "awaiting_payment" && order.paymentIntentId === intentId)
    return (await refreshPayment(services, order.id)).kind !== "unreachable";
  const { gateway } = await services.payments.current();
  const askedAt = services.now();
  const answer = await gateway.retrieveIntent(intentId);
  return answer.ok ? comparePayment(services, answer.intent, askedAt) : answer.kind === "not-found";
}
