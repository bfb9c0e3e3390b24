import type { OrderEventName, OrderStatus } from "#app/orders/domain/order.ts";

/** Events of webhooks. */
export const WEBHOOK_EVENTS = [
  "order.placed",
  "order.accepted",
  "order.rejected",
  "order.ready",
  "order.out_for_delivery",
  "order.completed",
  "order.cancelled",
  "order.refunded",
  "order.updated",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const WEBHOOK_EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  "order.placed": "A new order",
  "order.accepted": "Accepted",
  "order.rejected": "Rejected, or not answered in time",
  "order.ready": "Ready",
  "order.out_for_delivery": "Out for delivery",
  "order.completed": "Completed",
  "order.cancelled": "Cancelled",
  "order.refunded": "Refunded",
  "order.updated": "Anything else: items, time or address changed, one step back",
};

/** Sent by "Send a test". */
export const TEST_EVENT = "test.ping";

/** Seconds between attempts (Standard Webhooks): about a day in total. */
export const RETRY_SECONDS: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];
/** A webhook that fails for this long is switched off. */
export const OFF_AFTER_DAYS = 3;
/** How long the log of deliveries is kept. */
export const DELIVERIES_KEPT_DAYS = 30;
export const MAX_WEBHOOKS = 20;

export function isWebhookEvent(text: string): text is WebhookEvent {
  return WEBHOOK_EVENTS.some((event) => event === text);
}

/** The webhook event for an order event. */
export function webhookEventOf(event: OrderEventName): WebhookEvent {
  switch (event) {
    case "accept":
      return "order.accepted";
    case "reject":
    case "time_out":
      return "order.rejected";
    case "cancel":
    case "hold_expired":
      return "order.cancelled";
    case "ready":
      return "order.ready";
    case "out":
      return "order.out_for_delivery";
    case "complete":
      return "order.completed";
    case "refund":
      return "order.refunded";
    default:
      return "order.updated";
  }
}

interface ToldOrder {
  readonly id: string;
  readonly number: string | null;
  readonly status: OrderStatus;
  readonly paymentState: string;
  readonly version: number;
  readonly fulfillment: string;
  readonly isTest: boolean;
}

/** The body of a webhook. No personal data: a receiver with access reads the order with an API token. */
export function webhookBody(type: string, order: ToldOrder | null, now: Date): string {
  const data =
    order === null
      ? {}
      : {
          id: order.id,
          number: order.number,
          status: order.status,
          payment_state: order.paymentState,
          version: order.version,
          fulfillment: order.fulfillment,
          is_test: order.isTest,
        };
  return JSON.stringify({ type, timestamp: now.toISOString(), data });
}

/** The title of a webhook's page: its server. */
export function webhookHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
