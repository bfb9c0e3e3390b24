import type { Query } from "./file-books.ts";
import { fromProvider } from "./arithmetic.ts";
import type { LedgerPayment, LedgerRefund, ProviderLedger } from "./audit-ledger.ts";

/** The ledger of the built-in simulator, from its own rows. */
export async function readSimulatorLedger(query: Query, since: Date): Promise<ProviderLedger> {
  const read = async <Row>(text: string): Promise<readonly Row[]> => (await query(text, [since])).rows;
  const from = (kind: string) => `from simulator_objects where kind = '${kind}' and created_at >= $1`;
  return inShopUnits({
    payments:
      await read<LedgerPayment>(`select id, body->'metadata'->>'order_id' as "orderId", body->>'status' as status, body->>'currency' as currency,
      (body->>'amount')::int as amount, (body->>'amountReceived')::int as received ${from("intent")}`),
    refunds: await read<LedgerRefund>(
      `select body->>'intentId' as "paymentId", (body->>'amount')::int as amount, body->>'currency' as currency, body->>'status' as status
        ${from("refund")}`,
    ),
  });
}

/** The provider counts some currencies in smaller units than the shop. */
export function inShopUnits({ payments, refunds }: ProviderLedger): ProviderLedger {
  return {
    payments: payments.map((payment) => ({
      ...payment,
      amount: fromProvider(payment.amount, payment.currency),
      received: fromProvider(payment.received, payment.currency),
    })),
    refunds: refunds.map((refund) => ({ ...refund, amount: fromProvider(refund.amount, refund.currency) })),
  };
}

interface StripeObject {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly amount_received?: number;
  readonly currency?: string;
  readonly payment_intent?: string | null;
  readonly metadata?: { readonly order_id?: string };
}

const PAGE_SIZE = 100;
const TIMEOUT_MS = 30_000;

/** The ledger of a Stripe account, read page by page over its API. Throws when Stripe rejects the request or does not respond. */
export async function readStripeLedger(apiUrl: string, secretKey: string, since: Date): Promise<ProviderLedger> {
  const list = async (path: string): Promise<readonly StripeObject[]> => {
    const all: StripeObject[] = [];
    for (;;) {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), "created[gte]": String(Math.floor(since.getTime() / 1000)) });
      const last = all.at(-1);
      if (last !== undefined) query.set("starting_after", last.id);
      const answer = await fetch(`${apiUrl}/v1/${path}?${query}`, {
        headers: { Authorization: `Bearer ${secretKey}` },
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`Stripe answered ${answer.status} to the list of ${path}.`);
      const page = (await answer.json()) as { readonly data: readonly StripeObject[]; readonly has_more: boolean };
      all.push(...page.data);
      if (!page.has_more || page.data.length === 0) return all;
    }
  };
  const [payments, refunds] = [await list("payment_intents"), await list("refunds")];
  return inShopUnits({
    payments: payments.map(({ id, status, amount, amount_received: received = 0, currency = "", metadata }) => ({
      id,
      orderId: metadata?.order_id ?? null,
      status,
      currency,
      amount,
      received,
    })),
    refunds: refunds.map(({ payment_intent: paymentId = null, amount, currency = "", status }) => ({
      paymentId,
      amount,
      currency,
      status,
    })),
  });
}
