import type { NewPaymentProblem } from "#app/orders/data/payment-problems.server.ts";
import type { OrderRow } from "#app/orders/data/order-placement.server.ts";
import type { PendingAction } from "#app/orders/domain/order.ts";
import type { PaymentFailure } from "#app/payments/gateway/gateway.server.ts";
import { formatUsd } from "#app/values/money.ts";

/** The problem that a refused capture, release or refund is, in the words staff read. */
export function problemOf(order: OrderRow, action: PendingAction, failure: PaymentFailure): NewPaymentProblem {
  const facts = { orderId: order.id, intentId: order.paymentIntentId, amountCents: action.amount };
  const why = reasonOf(failure);
  const isGone = failure.intent?.status === "canceled";
  const atPickup = order.fulfillment === "pickup" ? ", or accept it with payment at pickup" : "";
  switch (action.kind) {
    case "capture":
      return isGone
        ? {
            ...facts,
            kind: "expired_hold",
            what: `The card hold has run out, so the card cannot be charged. Reject the order${atPickup}.`,
            told: "The order waits for the shop's answer.",
          }
        : {
            ...facts,
            kind: "capture_failed",
            what: `The card could not be charged: ${why} Try again, reject the order${atPickup}.`,
            told: "The order waits for the shop's answer; the card is only on hold.",
          };
    case "void":
      return {
        ...facts,
        kind: "undo_failed",
        amountCents: failure.intent?.amountReceived ?? 0,
        what:
          failure.intent?.status === "succeeded"
            ? "The card was charged meanwhile, so there is no hold to release. Accept the order as it is, or reject it: then it is paid back."
            : `The hold could not be released: ${why} Try again.`,
        told: "Nothing yet: the order stands as it was.",
      };
    case "refund":
      return {
        ...facts,
        kind: "refund_failed",
        refundId: action.refundId,
        what: `The refund of ${formatUsd(action.amount)} did not go through: ${why} Nothing was paid back.`,
        told: "Nothing yet: the order stands as it was.",
      };
  }
}

/** Why, in words that say what to do where the provider's own do not. */
export function reasonOf(failure: PaymentFailure): string {
  const message = /[.!?]$/.test(failure.message.trim()) ? failure.message.trim() : `${failure.message.trim()}.`;
  switch (failure.kind) {
    case "auth":
      return "Stripe refused the secret key. Enter the right one in the settings.";
    case "unreachable":
    case "rate-limited":
      return "The payment provider has not answered for a day.";
    case "invalid":
      return failure.code === "parameter_unknown" ? `The address that answers as Stripe does not understand the shop: ${message}` : message;
    default:
      return message;
  }
}
