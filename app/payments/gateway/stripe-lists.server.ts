import type Stripe from "stripe";
import type { IntentListResult, PaymentGateway, PaymentIntentFacts, RefundFacts, RefundListResult } from "./gateway.server.ts";
import { PAGE_SIZE, type StripeExchange } from "./stripe-exchange.server.ts";
import { parseRefund } from "./stripe-facts.server.ts";
import { unreadable } from "./stripe-failures.server.ts";

/** Payments beyond this many pages are left for the next run: the list says that it is incomplete. */
const MOST_PAGES = 20;

/** Lists from the provider: the refunds of a payment, and the payments and refunds since an instant. */
export function createStripeLists(
  stripe: Stripe,
  { deadlineFromNow, exchange, readFacts }: StripeExchange,
): Pick<PaymentGateway, "listRefunds" | "listRecentRefunds" | "listRecentIntents"> {
  async function listRefunds(filter: Stripe.RefundListParams): Promise<RefundListResult> {
    const outcome = await exchange((settings) => stripe.refunds.list({ ...filter, limit: PAGE_SIZE }, settings));
    if (!outcome.ok) return outcome;
    const rows: unknown = outcome.value.data;
    const refunds = Array.isArray(rows) ? rows.map(parseRefund) : [undefined];
    if (!refunds.every((refund): refund is RefundFacts => refund !== undefined)) {
      return unreadable("The payment provider's list of refunds could not be read.");
    }
    return { ok: true, refunds };
  }

  async function listRecentIntents(since: Date): Promise<IntentListResult> {
    const intents: PaymentIntentFacts[] = [];
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const last = intents.at(-1);
      const outcome = await exchange((settings) =>
        stripe.paymentIntents.list(
          {
            created: { gte: wholeSeconds(since) },
            limit: PAGE_SIZE,
            expand: ["data.latest_charge"],
            ...(last ? { starting_after: last.id } : {}),
          },
          settings,
        ),
      );
      if (!outcome.ok) return outcome;
      const rows: unknown = outcome.value.data;
      const read = Array.isArray(rows) ? await Promise.all(rows.map((row) => readFacts(row, deadlineFromNow()))) : [undefined];
      if (!read.every((intent): intent is PaymentIntentFacts => intent !== undefined)) {
        return unreadable("The payment provider's list of payments could not be read.");
      }
      intents.push(...read);
      if (!outcome.value.has_more || read.length === 0) return { ok: true, intents, complete: true };
    }
    return { ok: true, intents, complete: false };
  }

  return {
    listRefunds: (id) => listRefunds({ payment_intent: id }),
    listRecentRefunds: (since) => listRefunds({ created: { gte: wholeSeconds(since) } }),
    listRecentIntents,
  };
}

/** As Stripe counts. */
export function wholeSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
