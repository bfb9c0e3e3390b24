import Stripe from "stripe";
import { stableHash } from "#app/values/stable-hash.ts";
import { createStripeAddress, STRIPE_API_URL } from "./stripe-address.server.ts";

/** Events that the shop's webhook endpoint needs: every change of a payment that the shop did not request. */
export const WEBHOOK_EVENTS = [
  "payment_intent.amount_capturable_updated",
  "payment_intent.canceled",
  "payment_intent.payment_failed",
  "payment_intent.succeeded",
  "charge.dispute.closed",
  "charge.dispute.created",
  "charge.expired",
  "charge.refunded",
  "refund.failed",
  "refund.updated",
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** As named in Stripe's dashboard. */
export const WEBHOOK_RIGHT = "Webhook Endpoints: Write";
export const MOST_ENDPOINTS = 100;
/** Marks endpoints that the shop created: only those may be replaced. */
const MADE_BY = { created_by: "shopbell" };

export interface StripeAccount {
  /** null = Stripe's own URL. */
  readonly apiUrl: string | null;
  readonly secretKey: string;
  readonly timeoutMs: number;
}

/** A client for requests during a form submit: no retries. */
export function openStripeAccount({ apiUrl, secretKey, timeoutMs }: StripeAccount): Stripe {
  return new Stripe(secretKey, {
    ...createStripeAddress(apiUrl ?? STRIPE_API_URL),
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
  });
}

/**
 * - created: a new endpoint; `secret` signs its events; Stripe returns it only now.
 * - ready: the endpoint exists with all events. updated: it exists, and the missing events were added.
 * - secret-needed: an endpoint with this URL exists that the shop did not create; its secret cannot be read.
 * - refused: Stripe's own reason; `isForbidden` = the key lacks WEBHOOK_RIGHT.
 * - unreachable: the outcome is unknown. Repeating the call is safe.
 */
export type EndpointAnswer =
  | { readonly kind: "created"; readonly secret: string }
  | { readonly kind: "ready" | "updated" | "secret-needed" | "unreachable" }
  | { readonly kind: "refused"; readonly reason: string; readonly isForbidden: boolean };

interface WantedEndpoint {
  readonly url: string;
  /** Whether the shop has a stored signing secret. */
  readonly hasSecret: boolean;
  readonly now: Date;
}

/**
 * Makes sure that Stripe sends the shop's events to `url`.
 *
 * Stripe returns the secret of an endpoint only on creation. If that response is lost, the secret stays unknown, and the next call
 * replaces the endpoint. Two calls in one minute that see the same endpoints share an idempotency key and create one. (A day-long key
 * would return an endpoint that has been deleted since.)
 */
export async function ensureWebhookEndpoint(account: StripeAccount, { url, hasSecret, now }: WantedEndpoint): Promise<EndpointAnswer> {
  const stripe = openStripeAccount(account);
  try {
    const { data: endpoints } = await stripe.webhookEndpoints.list({ limit: MOST_ENDPOINTS });
    const own = endpoints.find((endpoint) => endpoint.url === url);
    if (own !== undefined && hasSecret) return await completeEvents(stripe, own);
    if (own !== undefined) {
      if (own.metadata.created_by !== MADE_BY.created_by) return { kind: "secret-needed" };
      await stripe.webhookEndpoints.del(own.id);
    }
    const others = endpoints.filter((endpoint) => endpoint !== own).map(({ id }) => id);
    const made = await stripe.webhookEndpoints.create(
      { url, enabled_events: [...WEBHOOK_EVENTS], api_version: Stripe.API_VERSION, description: "Shopbell", metadata: MADE_BY },
      { idempotencyKey: `webhook_${stableHash(JSON.stringify([url, own?.id ?? "", others, now.toISOString().slice(0, 16)]))}` },
    );
    return made.secret === undefined ? { kind: "unreachable" } : { kind: "created", secret: made.secret };
  } catch (thrown) {
    return describeRefusal(thrown);
  }
}

async function completeEvents(stripe: Stripe, endpoint: Stripe.WebhookEndpoint): Promise<EndpointAnswer> {
  if (endpoint.status === "enabled" && missingEvents(endpoint).length === 0) return { kind: "ready" };
  const events = new Set([...endpoint.enabled_events, ...WEBHOOK_EVENTS]) as ReadonlySet<Stripe.WebhookEndpointUpdateParams.EnabledEvent>;
  await stripe.webhookEndpoints.update(endpoint.id, {
    disabled: false,
    enabled_events: endpoint.enabled_events.includes("*") ? ["*"] : [...events],
  });
  return { kind: "updated" };
}

/** The events of WEBHOOK_EVENTS that an endpoint does not receive. */
export function missingEvents({ enabled_events: events }: Pick<Stripe.WebhookEndpoint, "enabled_events">): readonly string[] {
  return events.includes("*") ? [] : WEBHOOK_EVENTS.filter((event) => !events.includes(event));
}

function describeRefusal(thrown: unknown): EndpointAnswer {
  if (!(thrown instanceof Stripe.errors.StripeError)) throw thrown;
  const { statusCode: status, message } = thrown;
  if (status === undefined || status >= 500 || status === 429 || status === 409) return { kind: "unreachable" };
  return { kind: "refused", reason: message.slice(0, 300), isForbidden: status === 403 };
}
