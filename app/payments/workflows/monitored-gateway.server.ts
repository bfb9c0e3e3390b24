import type { PaymentFailure, PaymentGateway } from "#app/payments/gateway/gateway.server.ts";
import type { Heard } from "#app/store/domain/connection.ts";

type Answer = { readonly ok: true } | PaymentFailure;

/** Reports the outcome of each call: accepted, key refused, or no response. Rate limiting says nothing. */
export function monitoredGateway(gateway: PaymentGateway, tell: (heard: Heard) => Promise<void>): PaymentGateway {
  const told = async <Result extends Answer>(asked: Promise<Result>): Promise<Result> => {
    const answer = await asked;
    if (answer.ok) await tell({ state: "works", reason: "" });
    else if (answer.kind === "auth") await tell({ state: "refused", reason: answer.message.slice(0, 300) });
    else if (answer.kind === "unreachable") await tell({ state: "silent", reason: answer.message.slice(0, 300) });
    else if (answer.kind !== "rate-limited") await tell({ state: "works", reason: "" });
    return answer;
  };
  return {
    livemode: gateway.livemode,
    createIntent: (input) => told(gateway.createIntent(input)),
    retrieveIntent: (id) => told(gateway.retrieveIntent(id)),
    captureIntent: (id, input) => told(gateway.captureIntent(id, input)),
    cancelIntent: (id, key) => told(gateway.cancelIntent(id, key)),
    refundIntent: (id, refund, key) => told(gateway.refundIntent(id, refund, key)),
    listRefunds: (id) => told(gateway.listRefunds(id)),
    listRecentRefunds: (since) => told(gateway.listRecentRefunds(since)),
    listRecentIntents: (since) => told(gateway.listRecentIntents(since)),
    // A restricted key may take payments without the right to read payouts or disputes: its refusal says nothing about the payments.
    listPayouts: (from, before) => gateway.listPayouts(from, before),
    listPayoutParts: (payoutId, deadline) => gateway.listPayoutParts(payoutId, deadline),
    listDisputes: () => gateway.listDisputes(),
    verifyWebhook: (body, header, secret) => gateway.verifyWebhook(body, header, secret),
  };
}
