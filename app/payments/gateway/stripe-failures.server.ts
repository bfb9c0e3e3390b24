import Stripe from "stripe";
import type { PaymentFailure, PaymentFailureKind } from "./gateway.server.ts";
import { parseIntent } from "./stripe-facts.server.ts";

const STATE_CODES: ReadonlySet<string> = new Set([
  "payment_intent_unexpected_state",
  "charge_already_captured",
  "charge_already_refunded",
  "charge_disputed",
  "charge_exceeds_transaction_limit",
  "charge_expired_for_capture",
  "intent_invalid_state",
  "capture_charge_authorization_expired",
]);

/** Our code for an unparsable response. */
export const UNREADABLE = "unreadable_answer";

/** Failure for a wrong JSON response: like no response, the outcome is unknown. */
export function unreadable(message: string): PaymentFailure {
  return { ok: false, kind: "unreachable", message, code: UNREADABLE, declineCode: null };
}

/** Converts SDK errors to values. Other errors are bugs and rethrown. */
export function describeFailure(thrown: unknown): PaymentFailure {
  if (!(thrown instanceof Stripe.errors.StripeError)) throw thrown;
  const intent = parseIntent(thrown.payment_intent);
  return {
    ok: false,
    kind: failureKind(thrown),
    message: thrown.message || "The payment provider gave no reason.",
    code: thrown.code ?? (thrown.rawType === "idempotency_error" ? "idempotency_error" : null),
    declineCode: thrown.decline_code || null,
    ...(thrown.param ? { param: thrown.param } : {}),
    ...(intent ? { intent } : {}),
  };
}

function failureKind(error: Stripe.errors.StripeError): PaymentFailureKind {
  const status = error.statusCode;
  if (status === undefined || status >= 500 || error instanceof Stripe.errors.StripeConnectionError) return "unreachable";
  if (error.code === "idempotency_key_in_use" || error.code === "lock_timeout" || status === 409 || status === 429) return "rate-limited";
  if (error instanceof Stripe.errors.StripeCardError || error.rawType === "card_error") return "declined";
  if (status === 401 || status === 403) return "auth";
  if (status === 404 || error.code === "resource_missing") return "not-found";
  if (error.code !== undefined && STATE_CODES.has(error.code)) return "state";
  return "invalid";
}

/** Whether to retry immediately: no response, or a temporary fault. */
export function isPassing(thrown: unknown): boolean {
  if (!(thrown instanceof Stripe.errors.StripeError)) return false;
  const advice = thrown.headers?.["stripe-should-retry"];
  if (advice === "true" || advice === "false") return advice === "true";
  const status = thrown.statusCode;
  return status === undefined || status >= 500 || status === 409;
}
