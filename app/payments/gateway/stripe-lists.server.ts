import type Stripe from "stripe";
import type { IntentListResult, PaymentGateway, PaymentIntentFacts, RefundFacts, RefundListResult } from "./gateway.server.ts";
import { PAGE_SIZE, type StripeExchange } from "./stripe-exchange.server.ts";
import { idOf, parseRefund } from "./stripe-facts.server.ts";
import { unreadable, UNREADABLE } from "./stripe-failures.server.ts";

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
    let isComplete = true;
    let last: string | null = null;
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const outcome = await exchange((settings) =>
        stripe.paymentIntents.list(
          {
            created: { gte: wholeSeconds(since) },
            limit: PAGE_SIZE,
            expand: ["data.latest_charge"],
            ...(last === null ? {} : { starting_after: last }),
          },
          settings,
        ),
      );
      if (!outcome.ok) return outcome;
      const rows: unknown = outcome.value.data;
      const read = Array.isArray(rows) ? await Promise.all(rows.map((row) => readFacts(row, deadlineFromNow()))) : undefined;
      if (read === undefined || read.some((each) => !each.ok && each.code === UNREADABLE)) {
        return unreadable("The payment provider's list of payments could not be read.");
      }
      // A payment that could not be completed does not block the others.
      const complete = read.flatMap((each) => (each.ok ? [each.intent] : []));
      isComplete &&= complete.length === read.length;
      intents.push(...complete);
      last = idOf(outcome.value.data.at(-1));
      if (!outcome.value.has_more || last === null) return { ok: true, intents, complete: isComplete };
    }
    return { ok: true, intents, complete: false };
  }

  return {
    listRefunds: (id) => listRefunds({ payment_intent: id }),
    listRecentRefunds: (since) => listRefunds({ created: { gte: wholeSeconds(since) } }),
    listRecentIntents,
  };
}

/** Stripe's timestamps are whole seconds. */
export function wholeSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
