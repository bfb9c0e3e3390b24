import type { PaymentFailure, PaymentGateway } from "#app/payments/gateway/gateway.server.ts";
import { inCall } from "#app/platform/tracing.server.ts";

/** A span for each call. */
export function tracedGateway(gateway: PaymentGateway): PaymentGateway {
  const traced = <Result extends { readonly ok: true } | PaymentFailure>(call: string, work: () => Promise<Result>) =>
    inCall("stripe", call, work, (result) => (result.ok ? null : result.kind));
  return {
    livemode: gateway.livemode,
    createIntent: (input) => traced("createIntent", () => gateway.createIntent(input)),
    retrieveIntent: (id) => traced("retrieveIntent", () => gateway.retrieveIntent(id)),
    captureIntent: (id, input) => traced("captureIntent", () => gateway.captureIntent(id, input)),
    cancelIntent: (id, key) => traced("cancelIntent", () => gateway.cancelIntent(id, key)),
    refundIntent: (id, refund, key) => traced("refundIntent", () => gateway.refundIntent(id, refund, key)),
    listRefunds: (id) => traced("listRefunds", () => gateway.listRefunds(id)),
    listRecentRefunds: (since) => traced("listRecentRefunds", () => gateway.listRecentRefunds(since)),
    listRecentIntents: (since) => traced("listRecentIntents", () => gateway.listRecentIntents(since)),
    listPayouts: (from, before) => traced("listPayouts", () => gateway.listPayouts(from, before)),
    listPayoutParts: (payoutId, deadline) => traced("listPayoutParts", () => gateway.listPayoutParts(payoutId, deadline)),
    listDisputes: () => traced("listDisputes", () => gateway.listDisputes()),
    verifyWebhook: (body, header, secret) => gateway.verifyWebhook(body, header, secret),
  };
}
