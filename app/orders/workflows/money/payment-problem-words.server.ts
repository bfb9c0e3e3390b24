import type { NewPaymentProblem } from "#app/orders/data/payment-problems.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { PendingAction } from "#app/orders/domain/order.ts";
import { hasRunOut } from "#app/payments/domain/provider-status.ts";
import type { PaymentFailure } from "#app/payments/gateway/gateway.server.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";

/** The problem of a refused capture, release or refund, with its text for staff. */
export function problemOf(
  order: OrderRow,
  action: PendingAction,
  { failure, now, format }: { readonly failure: PaymentFailure; readonly now: Date; readonly format: MoneyFormat },
): NewPaymentProblem {
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
            what: `${goneBecause(order, failure, now)}, so the card cannot be charged. Reject the order${atPickup}.`,
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
        told: "Nothing yet: the order is unchanged.",
      };
    case "refund":
      return {
        ...facts,
        kind: "refund_failed",
        refundId: action.refundId,
        what: `The refund of ${formatMoney(action.amount, format)} did not go through: ${why} Nothing was paid back.`,
        told: "Nothing yet: the order is unchanged.",
      };
  }
}

/** "Has run out" only for an expired authorization. */
function goneBecause(order: OrderRow, failure: PaymentFailure, now: Date): string {
  const captureBefore = order.paymentIntent?.captureBefore ?? null;
  return hasRunOut(failure.intent?.cancellationReason ?? null, captureBefore, now)
    ? "The card hold has run out"
    : "The card hold was released at the payment provider";
}

/** The reason for staff in our own words. The provider's texts are for developers and contain ids; the log has them. */
export function reasonOf(failure: PaymentFailure): string {
  const reason = REASONS[failure.code ?? ""];
  if (reason !== undefined) return reason;
  switch (failure.kind) {
    case "auth":
      return "Stripe refused the secret key. Enter the right one in the settings.";
    case "unreachable":
    case "rate-limited":
      return "The payment provider has not answered for a day.";
    case "declined":
      return "The customer's bank declined it.";
    case "not-found":
      return "The payment provider does not know this payment.";
    case "state":
      return "The payment has changed at the payment provider meanwhile.";
    case "invalid":
      // Names the parameter, which helps when using an emulator.
      if (failure.code === "parameter_unknown")
        return `The address that answers as Stripe does not understand the shop: ${failure.message.trim().replace(/[.]?$/, ".")}`;
      return `The payment provider refused the request${failure.code === null ? "" : ` (${failure.code})`}.`;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  charge_disputed: "The customer's bank disputes this payment. Answer the dispute at the card provider.",
  charge_already_refunded: "Everything has been paid back already.",
  charge_already_captured: "The card has been charged already.",
  charge_expired_for_capture: "The card hold has run out.",
  capture_charge_authorization_expired: "The card hold has run out.",
  amount_too_large: "The amount is more than what is left of the payment.",
  amount_too_small: "The amount is smaller than the payment provider takes.",
};
