import Stripe from "stripe";
import { createStripeAddress, STRIPE_API_URL } from "./stripe-address.server.ts";

/** What a webhook endpoint of the shop must be sent: everything that happens to a payment without the shop asking for it. */
const WEBHOOK_EVENTS = [
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
] as const;

interface StripeAccess {
  /** Rights that the key lacks, in the words of Stripe's dashboard. */
  readonly missingRights: readonly string[];
  /** Of the endpoint for this shop; null = Stripe did not say, or there is no endpoint. */
  readonly missingEvents: readonly string[] | null;
  /** null = the key may not read endpoints, or Stripe did not say. */
  readonly hasEndpoint: boolean | null;
}

/** No payment has it: Stripe checks the right first, then looks for the payment. */
const NO_PAYMENT = "pi_shopbellKeyTest";
const MOST_ENDPOINTS = 100;

/** Asks Stripe what a key may do and which events reach the shop. Changes nothing: what is to be written names a payment that does not exist. */
export async function checkStripeAccess(
  apiUrl: string | null,
  secretKey: string,
  webhookUrl: string,
  timeoutMs: number,
): Promise<StripeAccess> {
  const stripe = new Stripe(secretKey, {
    ...createStripeAddress(apiUrl ?? STRIPE_API_URL),
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
  });
  const isForbidden = async (call: Promise<unknown>): Promise<boolean> => {
    const failure = await call.then(() => null).catch((error: unknown) => error);
    if (failure !== null && !(failure instanceof Stripe.errors.StripeError)) throw failure;
    return failure?.statusCode === 403;
  };
  const needed = {
    "PaymentIntents: Write": () => stripe.paymentIntents.cancel(NO_PAYMENT),
    "Charges and Refunds: Write": () => stripe.refunds.create({ payment_intent: NO_PAYMENT }),
    "Disputes: Read": () => stripe.disputes.list({ limit: 1 }),
  };
  const [missing, endpoints] = await Promise.all([
    Promise.all(Object.entries(needed).map(async ([right, call]) => ((await isForbidden(call())) ? [right] : []))),
    stripe.webhookEndpoints.list({ limit: MOST_ENDPOINTS }).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeError) return null;
      throw error;
    }),
  ]);
  const own = endpoints?.data.filter(({ url, status }) => url === webhookUrl && status === "enabled");
  const sent = new Set<string>(own?.flatMap(({ enabled_events: events }) => events));
  return {
    missingRights: missing.flat(),
    hasEndpoint: own === undefined ? null : own.length > 0,
    missingEvents: own === undefined || own.length === 0 ? null : WEBHOOK_EVENTS.filter((event) => !sent.has("*") && !sent.has(event)),
  };
}
