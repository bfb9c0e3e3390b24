import type { PaymentFailure, PaymentGateway } from "#app/payments/gateway/gateway.server.ts";

export type GatewayAnswer = { readonly ok: true } | PaymentFailure;
export type GatewayCall = Exclude<keyof PaymentGateway, "livemode" | "verifyWebhook">;

/** A gateway that runs each call to the provider inside `around`, which receives the name of the call. */
export function aroundCalls(
  gateway: PaymentGateway,
  around: <Answer extends GatewayAnswer>(call: GatewayCall, work: () => Promise<Answer>) => Promise<Answer>,
): PaymentGateway {
  return {
    livemode: gateway.livemode,
    createIntent: (input) => around("createIntent", () => gateway.createIntent(input)),
    retrieveIntent: (id) => around("retrieveIntent", () => gateway.retrieveIntent(id)),
    captureIntent: (id, input) => around("captureIntent", () => gateway.captureIntent(id, input)),
    cancelIntent: (id, key) => around("cancelIntent", () => gateway.cancelIntent(id, key)),
    refundIntent: (id, refund, key) => around("refundIntent", () => gateway.refundIntent(id, refund, key)),
    listRefunds: (id) => around("listRefunds", () => gateway.listRefunds(id)),
    listRecentRefunds: (since) => around("listRecentRefunds", () => gateway.listRecentRefunds(since)),
    listRecentIntents: (since) => around("listRecentIntents", () => gateway.listRecentIntents(since)),
    listPayouts: (from, before) => around("listPayouts", () => gateway.listPayouts(from, before)),
    listPayoutParts: (payoutId, deadline) => around("listPayoutParts", () => gateway.listPayoutParts(payoutId, deadline)),
    listDisputes: () => around("listDisputes", () => gateway.listDisputes()),
    verifyWebhook: (body, header, secret) => gateway.verifyWebhook(body, header, secret),
  };
}
