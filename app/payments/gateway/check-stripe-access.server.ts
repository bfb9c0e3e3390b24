import Stripe from "stripe";
import { missingEvents, MOST_ENDPOINTS, openStripeAccount, type StripeAccount } from "./stripe-webhook-endpoint.server.ts";

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

/** Asks Stripe what a key may do and which events reach the shop. Changes nothing: what is to be written names a payment that does not exist. */
export async function checkStripeAccess(account: StripeAccount, webhookUrl: string): Promise<StripeAccess> {
  const stripe = openStripeAccount(account);
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
  const sent = own?.flatMap(({ enabled_events: events }) => events) ?? [];
  return {
    missingRights: missing.flat(),
    hasEndpoint: own === undefined ? null : own.length > 0,
    missingEvents: own === undefined || own.length === 0 ? null : missingEvents({ enabled_events: sent }),
  };
}
