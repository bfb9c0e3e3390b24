import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { findCheckoutFacts, type CheckoutFacts } from "#app/orders/data/order/insert-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { longestWait, siteRule, takePoints, type RateCounter, type RateRule } from "#app/platform/rate-limit.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { Sender } from "./checkout-result.server.ts";

/**
 * Declines of one cart, or of one card from one address, in 15 minutes: more than a customer without funds causes, fewer than a card testing attack.
 */
const DECLINES: RateRule = { name: "declines", points: 8, seconds: 900 };
/** Several people may share an address. */
const DECLINES_OF_ADDRESS: RateRule = { name: "declines-address", points: 20, seconds: 900 };
const DECLINES_OF_SITE = siteRule(DECLINES_OF_ADDRESS);
/** The provider repeats its last decline in every response; count each decline once. */
const SEEN: RateRule = { name: "decline-seen", points: 1, seconds: 86_400 };

/** The history action of card testing. */
export const CARD_TESTING = "card-testing";

/**
 * Counts a decline of an unpaid order. True if there were too many: staff are notified, the cart waits (`declineWait`), and the caller ends an unpaid
 * payment.
 */
export async function noteDecline(services: WorkflowServices, order: OrderRow, intent: PaymentIntentFacts): Promise<boolean> {
  const { db } = services;
  const { lastError } = intent;
  if (lastError === null || intent.status !== "requires_payment_method" || order.status !== "awaiting_payment") return false;
  const isNew = await takePoints(db, SEEN, lastError.chargeId ?? `${intent.id} ${lastError.declineCode ?? lastError.code}`);
  if (!isNew.ok) return false;
  const facts = await findCheckoutFacts(db, order.id);
  const counters = countersOf(order.cartId, senderOf(facts), lastError.cardFingerprint);
  const answers = await Promise.all(counters.map(([rule, key]) => takePoints(db, rule, key)));
  const full = counters.filter((_, index) => answers[index]?.ok === false);
  if (full.length === 0) return false;
  const what = full.map(([, key]) => key.slice(0, key.indexOf(":")));
  services.log.warn({ security: CARD_TESTING, orderId: order.id, intentId: intent.id, what }, "too many cards were declined");
  // Also blocks the cart, because it makes the payments.
  if (order.cartId !== null) await takePoints(db, DECLINES, `cart:${order.cartId}`, DECLINES.points);
  await recordAudit(db, { userId: null, userName: "Shop", action: CARD_TESTING, subject: `order ${order.id}`, after: { declined: what } });
  return true;
}

/** Seconds that this cart or address waits after too many declines; null: none. */
export function declineWait(db: Db, cartId: string | null, from: Sender | null): Promise<number | null> {
  return longestWait(db, countersOf(cartId, from, null));
}

function senderOf(facts: CheckoutFacts | undefined): Sender | null {
  return facts?.from == null ? null : { address: facts.from, site: facts.site ?? null };
}

function countersOf(cartId: string | null, from: Sender | null, fingerprint: string | null): readonly RateCounter[] {
  const counters: RateCounter[] = [];
  if (cartId !== null) counters.push([DECLINES, `cart:${cartId}`]);
  if (from !== null) counters.push([DECLINES_OF_ADDRESS, `address:${from.address}`]);
  if (from !== null && from.site !== null) counters.push([DECLINES_OF_SITE, `site:${from.site}`]);
  // Counted per address: one fingerprint at many addresses is a common kind of card, not an attack.
  if (fingerprint !== null && from !== null) counters.push([DECLINES, `card:${fingerprint} ${from.address}`]);
  return counters;
}
