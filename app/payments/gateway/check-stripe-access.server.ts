import Stripe from "stripe";
import { missingEvents, MOST_ENDPOINTS, openStripeAccount, type StripeAccount } from "./stripe-webhook-endpoint.server.ts";

interface StripeAccess {
  /** Rights that the key lacks, in the words of Stripe's dashboard. */
  readonly missingRights: readonly string[];
  /** Rights without which the shop sells, but cannot list payouts. */
  readonly missingPayoutRights: readonly string[];
  /** Events that the shop's endpoint does not receive; null = Stripe did not say, or there is no endpoint. */
  readonly missingEvents: readonly string[] | null;
  /** null = the key may not read endpoints, or Stripe did not say. */
  readonly hasEndpoint: boolean | null;
}

/** No payment has this id. Stripe checks the right first and then looks for the payment. */
const NO_PAYMENT = "pi_shopbellKeyTest";

/** Checks the rights of a key and the events that reach the shop. Changes nothing: the write calls name a payment that does not exist. */
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
  const forPayouts = {
    "Payouts: Read": () => stripe.payouts.list({ limit: 1 }),
    "Balance transactions: Read": () => stripe.balanceTransactions.list({ limit: 1 }),
  };
  const findMissing = async (rights: Readonly<Record<string, () => Promise<unknown>>>): Promise<readonly string[]> =>
    (await Promise.all(Object.entries(rights).map(async ([right, call]) => ((await isForbidden(call())) ? [right] : [])))).flat();
  const [missingRights, missingPayoutRights, endpoints] = await Promise.all([
    findMissing(needed),
    findMissing(forPayouts),
    stripe.webhookEndpoints.list({ limit: MOST_ENDPOINTS }).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeError) return null;
      throw error;
    }),
  ]);
  const own = endpoints?.data.filter(({ url, status }) => url === webhookUrl && status === "enabled");
  const sent = own?.flatMap(({ enabled_events: events }) => events) ?? [];
  return {
    missingRights,
    missingPayoutRights,
    hasEndpoint: own === undefined ? null : own.length > 0,
    missingEvents: own === undefined || own.length === 0 ? null : missingEvents({ enabled_events: sent }),
  };
}
