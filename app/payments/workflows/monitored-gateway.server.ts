import type { PaymentFailure, PaymentGateway } from "#app/payments/gateway/gateway.server.ts";
import type { CallOutcome } from "#app/store/domain/connection.ts";

type Answer = { readonly ok: true } | PaymentFailure;

/** Reports the outcome of each call: accepted, key refused, or no response. Rate limiting says nothing. */
export function monitoredGateway(gateway: PaymentGateway, report: (outcome: CallOutcome) => Promise<void>): PaymentGateway {
  const reported = async <Result extends Answer>(call: Promise<Result>): Promise<Result> => {
    const answer = await call;
    if (answer.ok) await report({ state: "works", reason: "" });
    else if (answer.kind === "auth") await report({ state: "refused", reason: answer.message.slice(0, 300) });
    else if (answer.kind === "unreachable") await report({ state: "silent", reason: answer.message.slice(0, 300) });
    else if (answer.kind !== "rate-limited") await report({ state: "works", reason: "" });
    return answer;
  };
  return {
    livemode: gateway.livemode,
    createIntent: (input) => reported(gateway.createIntent(input)),
    retrieveIntent: (id) => reported(gateway.retrieveIntent(id)),
    captureIntent: (id, input) => reported(gateway.captureIntent(id, input)),
    cancelIntent: (id, key) => reported(gateway.cancelIntent(id, key)),
    refundIntent: (id, refund, key) => reported(gateway.refundIntent(id, refund, key)),
    listRefunds: (id) => reported(gateway.listRefunds(id)),
    listRecentRefunds: (since) => reported(gateway.listRecentRefunds(since)),
    listRecentIntents: (since) => reported(gateway.listRecentIntents(since)),
    // A restricted key may take payments without the right to read payouts or disputes: its refusal says nothing about the payments.
    listPayouts: (from, before) => gateway.listPayouts(from, before),
    listPayoutParts: (payoutId, deadline) => gateway.listPayoutParts(payoutId, deadline),
    listDisputes: () => gateway.listDisputes(),
    verifyWebhook: (body, header, secret) => gateway.verifyWebhook(body, header, secret),
  };
}
