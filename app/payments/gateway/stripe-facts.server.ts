import { declineSentence } from "#app/payments/domain/decline-sentences.ts";
import { providerUnits } from "#app/values/money/currency-units.ts";
import { INTENT_STATUSES, REFUND_STATUSES, type IntentStatus } from "#app/payments/domain/provider-status.ts";
import type { PaymentIntentFacts, RefundFacts, WebhookFacts } from "./gateway.server.ts";

type Fields = Record<string, unknown>;

export function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

export function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function integer(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

/** Converts an amount to stored units of `currency`. The provider refuses fractions of them. */
export function cents(value: unknown, currency: string): number | null {
  const amount = integer(value);
  return amount === null ? null : Math.round(amount / providerUnits(currency));
}

export function idOf(value: unknown): string | null {
  return text(value) ?? text(fields(value).id);
}

function isIntentStatus(value: unknown): value is IntentStatus {
  return INTENT_STATUSES.some((status) => status === value);
}

/** The charge of an authorized or captured payment when the response only has its id; it has the captured and refunded amounts. */
export function unexpandedCharge(answer: unknown): string | null {
  const intent = fields(answer);
  return intent.status === "requires_capture" || intent.status === "succeeded" ? text(intent.latest_charge) : null;
}

/** Parses a payment of the provider or an emulator with fewer fields. Undefined if the identity or captured amount is missing. */
export function parseIntent(answer: unknown): PaymentIntentFacts | undefined {
  const intent = fields(answer);
  const id = text(intent.id);
  const currency = text(intent.currency) ?? "";
  const amount = cents(intent.amount, currency);
  const status = intent.status;
  if (!id?.startsWith("pi_") || amount === null || amount < 0 || currency === "" || !isIntentStatus(status)) return undefined;

  const charge = fields(intent.latest_charge);
  // A capture may be partial, so the amount cannot replace the captured amount.
  const amountReceived = cents(intent.amount_received, currency) ?? (status === "succeeded" ? cents(charge.amount_captured, currency) : 0);
  if (amountReceived === null) return undefined;
  const card = fields(fields(charge.payment_method_details).card);
  const metadata = fields(intent.metadata);
  return {
    id,
    clientSecret: text(intent.client_secret),
    status,
    amount,
    amountCapturable: cents(intent.amount_capturable, currency) ?? (status === "requires_capture" ? amount : 0),
    amountReceived,
    amountRefunded: cents(charge.amount_refunded, currency) ?? 0,
    currency: currency.toLowerCase(),
    created: integer(intent.created) ?? 0,
    orderId: text(metadata.order_id),
    cartHash: text(metadata.cart_hash),
    livemode: intent.livemode === true,
    captureBefore: status === "requires_capture" ? integer(card.capture_before) : null,
    cancellationReason: text(intent.cancellation_reason),
    lastError: parseLastError(intent.last_payment_error),
    cardBrand: text(card.brand),
    cardLast4: text(card.last4),
    disputed: charge.disputed === true,
    disputeLost: false,
  };
}

function parseLastError(value: unknown): PaymentIntentFacts["lastError"] {
  const error = fields(value);
  const code = text(error.code);
  const declineCode = text(error.decline_code);
  if (text(error.message) === null && code === null) return null;
  return {
    code,
    declineCode,
    message: declineSentence({ code, declineCode }),
    chargeId: idOf(error.charge),
    cardFingerprint: text(fields(fields(error.payment_method).card).fingerprint),
  };
}

/** Metadata field with the shop's idempotency key. It identifies a refund after the provider's key has expired. */
export const REFUND_KEY_FIELD = "shop_refund_key";

/** Parses a refund; undefined if the response is none. */
export function parseRefund(answer: unknown): RefundFacts | undefined {
  const refund = fields(answer);
  const id = text(refund.id);
  const amount = cents(refund.amount, text(refund.currency) ?? "");
  const status = REFUND_STATUSES.find((candidate) => candidate === refund.status);
  if (id === null || amount === null || status === undefined) return undefined;
  return {
    id,
    intentId: idOf(refund.payment_intent),
    amount,
    status,
    created: integer(refund.created) ?? 0,
    key: text(fields(refund.metadata)[REFUND_KEY_FIELD]),
    failure: text(refund.failure_reason),
  };
}

/** Parses a verified event; undefined if it is none. */
export function parseEvent(answer: unknown): WebhookFacts | undefined {
  const event = fields(answer);
  const id = text(event.id);
  const type = text(event.type);
  if (id === null || type === null) return undefined;
  const subject = fields(fields(event.data).object);
  const subjectId = text(subject.id);
  return {
    id,
    type,
    created: integer(event.created) ?? 0,
    livemode: event.livemode === true,
    intentId: subjectId?.startsWith("pi_") ? subjectId : idOf(subject.payment_intent),
    orderId: text(fields(subject.metadata).order_id),
  };
}

/** Final dispute states after which refunds are possible again. */
const SETTLED_DISPUTES: ReadonlySet<unknown> = new Set(["won", "warning_closed", "prevented"]);

/** The result of a payment's disputes; an unreadable list counts as open. */
export function readDisputes(disputes: unknown): Pick<PaymentIntentFacts, "disputed" | "disputeLost"> {
  if (!Array.isArray(disputes) || disputes.length === 0) return { disputed: true, disputeLost: false };
  const standing = disputes.map((dispute) => fields(dispute).status).filter((status) => !SETTLED_DISPUTES.has(status));
  return { disputed: standing.length > 0, disputeLost: standing.length > 0 && standing.every((status) => status === "lost") };
}
