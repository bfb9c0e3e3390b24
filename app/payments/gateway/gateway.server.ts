import type { IntentStatus, RefundStatus } from "#app/payments/domain/provider-status.ts";
import type { Cents } from "#app/values/money.ts";

/**
 * A payment as read from a provider response, its amounts in stored units. A missing detail is null or false, never guessed in favour of "paid": compare `amount`, `currency`,
 * `orderId` and `livemode` with the order.
 */
export interface PaymentIntentFacts {
  readonly id: string;
  /** Lets the browser confirm this payment; null if none. */
  readonly clientSecret: string | null;
  readonly status: IntentStatus;
  readonly amount: Cents;
  /** Still on hold and capturable. */
  readonly amountCapturable: Cents;
  /** Actually taken; smaller than `amount` after a partial capture. */
  readonly amountReceived: Cents;
  /** Refunded so far, also from the provider's dashboard. Released authorizations are not refunds. */
  readonly amountRefunded: Cents;
  /** Lower-case ISO code, "usd". */
  readonly currency: string;
  /** Epoch seconds. */
  readonly created: number;
  /** The order in the metadata; null is a mismatch. */
  readonly orderId: string | null;
  readonly cartHash: string | null;
  readonly livemode: boolean;
  /** Epoch seconds when the authorization expires; null if unknown or none. */
  readonly captureBefore: number | null;
  /** "expired" means that the authorization expired. */
  readonly cancellationReason: string | null;
  /** Why the last attempt failed; may be shown to the customer. */
  readonly lastError: LastError | null;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  /** Open or lost: nothing can be refunded. */
  readonly disputed: boolean;
  /** Every dispute has ended, at least one against the shop. */
  readonly disputeLost: boolean;
}

export interface LastError {
  readonly code: string | null;
  readonly declineCode: string | null;
  readonly message: string;
  /** The charge of the refused attempt; each attempt has a new one. */
  readonly chargeId: string | null;
  /** Identical for the same card, whichever customer pays. */
  readonly cardFingerprint: string | null;
}

export interface RefundFacts {
  readonly id: string;
  /** The payment that the refund belongs to. */
  readonly intentId: string | null;
  readonly amount: Cents;
  readonly status: RefundStatus;
  readonly created: number;
  /** The key given to refundIntent; null for refunds made elsewhere. */
  readonly key: string | null;
  /** The provider's reason for the failure. */
  readonly failure: string | null;
}

/**
 * - declined: the card was declined; the message may be shown.
 * - not-found: the provider knows no such payment.
 * - state: the payment's state does not allow the call; `intent` has the payment, when known.
 * - unreachable: no usable response within the limit. THE OUTCOME IS UNKNOWN: repeat with the same key, or retrieve.
 * - rate-limited: the provider limits the shop's requests, or the same key is in use; repeat later with the same key.
 * - invalid: our request was refused as malformed (or a key was reused for different parameters).
 * - auth: the secret key was refused.
 */
export type PaymentFailureKind = "declined" | "not-found" | "state" | "unreachable" | "rate-limited" | "invalid" | "auth";

export interface PaymentFailure {
  readonly ok: false;
  readonly kind: PaymentFailureKind;
  /** A message for staff and logs; only that of "declined" is for customers. */
  readonly message: string;
  /** The provider's own code, such as "card_declined" or "amount_too_small". */
  readonly code: string | null;
  readonly declineCode: string | null;
  /** The parameter that was refused. */
  readonly param?: string;
  readonly intent?: PaymentIntentFacts;
}

export type PaymentResult = { readonly ok: true; readonly intent: PaymentIntentFacts } | PaymentFailure;
export type RefundResult =
  | {
      readonly ok: true;
      readonly refund: RefundFacts;
      /** null when the payment could not be read again. */ readonly intent: PaymentIntentFacts | null;
    }
  | PaymentFailure;
export type RefundListResult = { readonly ok: true; readonly refunds: readonly RefundFacts[] } | PaymentFailure;
export type IntentListResult =
  | {
      readonly ok: true;
      readonly intents: readonly PaymentIntentFacts[];
      /** false when the limit of pages was reached, or a payment is left out because its disputes could not be read now. */ readonly complete: boolean;
    }
  | PaymentFailure;

/** Money that the provider has sent, or is sending, to the bank account. */
export interface PayoutFacts {
  readonly id: string;
  /** Negative: the provider takes the amount from the bank account. */
  readonly amount: Cents;
  /** Lower-case ISO code. */
  readonly currency: string;
  /** The provider's status: paid, pending, in_transit, canceled, failed. */
  readonly status: string;
  /** Epoch seconds. */
  readonly created: number;
  /** Epoch seconds of the day on which the money arrives at the bank. */
  readonly arrival: number;
  /** False: staff ordered the payout at the provider, which then lists no parts. */
  readonly automatic: boolean;
}

/** One part of a payout. It adds `amount` less `fee` to the payout. */
export interface PayoutPart {
  readonly id: string;
  /** The provider's type: charge, refund, adjustment (disputes), stripe_fee and others. */
  readonly type: string;
  readonly amount: Cents;
  readonly fee: Cents;
  readonly currency: string;
  /** Epoch seconds. */
  readonly created: number;
  /** The payment that was captured, refunded or disputed; null if none. */
  readonly intentId: string | null;
}

export interface DisputeFacts {
  readonly id: string;
  readonly intentId: string | null;
  readonly amount: Cents;
  readonly currency: string;
  /** The provider's status, such as needs_response, under_review, won or lost. */
  readonly status: string;
  /** The provider's reason, such as fraudulent. */
  readonly reason: string;
  /** Epoch seconds. */
  readonly created: number;
  /** Epoch seconds of the deadline for evidence; null: evidence is no longer accepted. */
  readonly dueBy: number | null;
  readonly livemode: boolean;
}

/** `complete`: false when the limit of pages was reached. */
export type ListResult<Item> = { readonly ok: true; readonly items: readonly Item[]; readonly complete: boolean } | PaymentFailure;

/** A verified webhook, reduced to the payment it names; always read the payment before acting. */
export interface WebhookFacts {
  /** Unique per event; stored to apply each once. */
  readonly id: string;
  readonly type: string;
  /** Epoch seconds. */
  readonly created: number;
  readonly livemode: boolean;
  /** The payment of the event, also for charges, refunds and disputes; null if none. */
  readonly intentId: string | null;
  /** Metadata order id, when the event's object carries it. */
  readonly orderId: string | null;
}

/** "no-secret": no webhook secret is configured. "signature": forged, damaged, or dated more than 300 s from now. "malformed": signed, but no event. */
export type WebhookResult =
  | { readonly ok: true; readonly event: WebhookFacts }
  | { readonly ok: false; readonly reason: "no-secret" | "signature" | "malformed"; readonly message: string };

/** An amount in stored units; the gateway turns it into the provider's (values/money/currency-units.ts). */
export interface PaymentAmount {
  readonly amount: Cents;
  /** Lower-case ISO code. */
  readonly currency: string;
}

export interface CaptureInput extends PaymentAmount {
  readonly idempotencyKey: string;
  /** As the customer knows it ("A-042"): shown on the card statement and in the provider's dashboard. */
  readonly orderNumber?: string | null;
}

export interface CreateIntentInput extends PaymentAmount {
  readonly orderId: string;
  /** Digest of the priced cart; a changed cart needs a new one. */
  readonly cartHash: string;
  /** At most 255 characters; a changed amount needs a new key. */
  readonly idempotencyKey: string;
}

/**
 * The interface to the card provider. Methods return values within a time limit and never throw for failures of provider, network or card. Every
 * change has an idempotency key, so repeating after "unreachable" never charges, captures or refunds twice.
 */
export interface PaymentGateway {
  /** True if the key moves real money; must equal `livemode` of accepted payments. */
  readonly livemode: boolean;
  /** Creates a card payment with manual capture. */
  createIntent(input: CreateIntentInput): Promise<PaymentResult>;
  retrieveIntent(id: string): Promise<PaymentResult>;
  /** Captures `amount` and releases the rest. Also ok if exactly this amount was captured before. */
  captureIntent(id: string, input: CaptureInput): Promise<PaymentResult>;
  /** Cancels an authorization or unpaid attempt. Also ok if already cancelled. */
  cancelIntent(id: string, idempotencyKey: string): Promise<PaymentResult>;
  refundIntent(id: string, refund: PaymentAmount, idempotencyKey: string): Promise<RefundResult>;
  /** Refunds of one payment, newest first, at most 100. */
  listRefunds(id: string): Promise<RefundListResult>;
  /** Refunds created since `since`, newest first, at most 100. */
  listRecentRefunds(since: Date): Promise<RefundListResult>;
  /** Payments created since `since`, newest first. */
  listRecentIntents(since: Date): Promise<IntentListResult>;
  /** Payouts that arrive at the bank from `from` on and before `before`, newest first. */
  listPayouts(from: Date, before: Date): Promise<ListResult<PayoutFacts>>;
  /** The parts of a payout, without the payout itself. @param deadline of `performance.now()`, shared by several lists */
  listPayoutParts(payoutId: string, deadline?: number): Promise<ListResult<PayoutPart>>;
  /** The newest disputes, open and ended, newest first. */
  listDisputes(): Promise<ListResult<DisputeFacts>>;
  /** Verifies the signature over the raw bytes (constant time, ± 300 s) and parses the event. */
  verifyWebhook(rawBody: string | Uint8Array, signatureHeader: string | null | undefined, secret: string): WebhookResult;
}
