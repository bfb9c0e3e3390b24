import { findCheckoutFacts, type OrderRow } from "#app/orders/data/order-placement.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { longestWait, takePoints, type RateCounter, type RateRule } from "#app/platform/rate-limit.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";

/** Declines of one cart, or of one card from one address, in a quarter of an hour: a person with an empty account has fewer, a list of stolen cards more. */
const DECLINES: RateRule = { name: "declines", points: 8, seconds: 900 };
/** Several people may share an address. */
const DECLINES_OF_ADDRESS: RateRule = { name: "declines-address", points: 20, seconds: 900 };
/** The provider repeats its last refusal with every look; each counts once. */
const SEEN: RateRule = { name: "decline-seen", points: 1, seconds: 86_400 };

/** The action under which card testing stands in the history. */
export const CARD_TESTING = "card-testing";

/**
 * Counts a refusal of the card that the provider reports of an unpaid order. True when there were too many: staff are notified, the cart waits
 * (`declineWait`), and the caller ends this payment if it is still unpaid then.
 */
export async function noteDecline(services: WorkflowServices, order: OrderRow, intent: PaymentIntentFacts): Promise<boolean> {
  const { db } = services;
  const { lastError } = intent;
  if (lastError === null || intent.status !== "requires_payment_method" || order.status !== "awaiting_payment") return false;
  const isNew = await takePoints(db, SEEN, lastError.chargeId ?? `${intent.id} ${lastError.declineCode ?? lastError.code}`);
  if (!isNew.ok) return false;
  const facts = await findCheckoutFacts(db, order.id);
  const counters = countersOf(order.cartId, facts?.from ?? null, lastError.cardFingerprint);
  const answers = await Promise.all(counters.map(([rule, key]) => takePoints(db, rule, key)));
  const full = counters.filter((_, index) => answers[index]?.ok === false);
  if (full.length === 0) return false;
  const what = full.map(([, key]) => key.slice(0, key.indexOf(":")));
  services.log.warn({ security: CARD_TESTING, orderId: order.id, intentId: intent.id, what }, "too many cards were declined");
  // One address or card spoils the cart, too: it is the cart that pays.
  if (order.cartId !== null) await takePoints(db, DECLINES, `cart:${order.cartId}`, DECLINES.points);
  await recordAudit(db, { userId: null, userName: "Shop", action: CARD_TESTING, subject: `order ${order.id}`, after: { declined: what } });
  return true;
}

/** How long this cart, or whoever comes from this address, waits after too many declines, in seconds; null = not at all. */
export function declineWait(db: Db, cartId: string | null, from: string | null): Promise<number | null> {
  return longestWait(db, countersOf(cartId, from, null));
}

function countersOf(cartId: string | null, from: string | null, fingerprint: string | null): readonly RateCounter[] {
  const counters: RateCounter[] = [];
  if (cartId !== null) counters.push([DECLINES, `cart:${cartId}`]);
  if (from !== null) counters.push([DECLINES_OF_ADDRESS, `address:${from}`]);
  // One card from many addresses is a crowd with the same kind of card, not one person with a list.
  if (fingerprint !== null && from !== null) counters.push([DECLINES, `card:${fingerprint} ${from}`]);
  return counters;
}
