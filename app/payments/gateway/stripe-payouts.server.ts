import type Stripe from "stripe";
import type { DisputeFacts, ListResult, PaymentGateway, PayoutFacts, PayoutPart } from "./gateway.server.ts";
import { PAGE_SIZE, type StripeExchange } from "./stripe-exchange.server.ts";
import { cents, fields, idOf, integer, text } from "./stripe-facts.server.ts";
import { unreadable } from "./stripe-failures.server.ts";
import { wholeSeconds } from "./stripe-lists.server.ts";

/** Staff wait for these lists: further pages are left out, and the list says that it is incomplete. */
const MOST_PAGES = 5;
/** A weekly payout has many parts, and the exported lines have to add up to it. */
const MOST_PART_PAGES = 20;

interface Page {
  readonly data: unknown;
  readonly has_more: boolean;
}

/** Payouts to the bank, and disputes of customers. */
export function createStripePayouts(
  stripe: Stripe,
  { exchange, deadlineFromNow }: StripeExchange,
): Pick<PaymentGateway, "listPayouts" | "listPayoutParts" | "listDisputes"> {
  /** Reads all pages within the time limit of one call. */
  async function readAll<Item extends { readonly id: string }>(
    send: (page: Stripe.PaginationParams, settings: Stripe.RequestOptions) => Promise<Page>,
    parse: (row: unknown) => Item | undefined,
    { pages = MOST_PAGES, deadline = deadlineFromNow() } = {},
  ): Promise<ListResult<Item>> {
    const items: Item[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const last = items.at(-1);
      const position = { limit: PAGE_SIZE, ...(last === undefined ? {} : { starting_after: last.id }) };
      const outcome = await exchange((settings) => send(position, settings), deadline);
      if (!outcome.ok) return outcome;
      const rows: readonly unknown[] = Array.isArray(outcome.value.data) ? outcome.value.data : [null];
      const read = rows.map(parse);
      if (!read.every((item): item is Awaited<Item> & Item => item !== undefined)) {
        return unreadable("The payment provider's list could not be read.");
      }
      items.push(...read);
      if (!outcome.value.has_more || read.length === 0) return { ok: true, items, complete: true };
    }
    return { ok: true, items, complete: false };
  }

  return {
    listPayouts: (from, before) =>
      readAll((page, settings) => {
        const arrival = { gte: wholeSeconds(from), lt: wholeSeconds(before) };
        return stripe.payouts.list({ ...page, arrival_date: arrival }, settings);
      }, parsePayout),
    async listPayoutParts(payout, deadline) {
      const listed = await readAll(
        (page, settings) => stripe.balanceTransactions.list({ ...page, payout, expand: ["data.source"] }, settings),
        parsePart,
        { pages: MOST_PART_PAGES, deadline },
      );
      // The provider lists the payout itself among its parts.
      return listed.ok ? { ...listed, items: listed.items.filter(({ type }) => type !== "payout") } : listed;
    },
    listDisputes: () => readAll((page, settings) => stripe.disputes.list(page, settings), parseDispute),
  };
}

function parsePayout(row: unknown): PayoutFacts | undefined {
  const payout = fields(row);
  const id = text(payout.id);
  const currency = text(payout.currency);
  const amount = cents(payout.amount, currency ?? "");
  const [created, arrival] = [integer(payout.created), integer(payout.arrival_date)];
  const status = text(payout.status);
  if (id === null || currency === null || amount === null || created === null || arrival === null || status === null) return undefined;
  return { id, amount, currency: currency.toLowerCase(), status, created, arrival, automatic: payout.automatic !== false };
}

function parsePart(row: unknown): PayoutPart | undefined {
  const part = fields(row);
  const id = text(part.id);
  const type = text(part.type);
  const currency = text(part.currency) ?? "";
  const [amount, fee, created] = [cents(part.amount, currency), cents(part.fee, currency), integer(part.created)];
  if (id === null || type === null || currency === "" || amount === null || fee === null || created === null) return undefined;
  return { id, type, amount, fee, currency: currency.toLowerCase(), created, intentId: idOf(fields(part.source).payment_intent) };
}

function parseDispute(row: unknown): DisputeFacts | undefined {
  const dispute = fields(row);
  const id = text(dispute.id);
  const currency = text(dispute.currency) ?? "";
  const amount = cents(dispute.amount, currency);
  const status = text(dispute.status);
  const created = integer(dispute.created);
  if (id === null || currency === "" || amount === null || status === null || created === null) return undefined;
  return {
    id,
    intentId: idOf(dispute.payment_intent),
    amount,
    currency: currency.toLowerCase(),
    status,
    reason: text(dispute.reason) ?? "",
    created,
    dueBy: integer(fields(dispute.evidence_details).due_by),
    livemode: dispute.livemode === true,
  };
}
