import type { IntentStatus, RefundStatus } from "#app/payments/domain/provider-status.ts";
import type { Cents } from "#app/values/money.ts";

/**
 * What the provider says about one payment, read from its answer and nothing else. A detail the provider left out is null
 * (or false), never guessed in favour of "paid": compare `amount`, `currency`, `orderId` and `livemode` with the stored order.
 */
export interface PaymentIntentFacts {
  readonly id: string;
  /** Lets the customer's browser confirm this one payment; null when the provider gives none. */
  readonly clientSecret: string | null;
  readonly status: IntentStatus;
  readonly amount: Cents;
  /** Still on hold and capturable. */
  readonly amountCapturable: Cents;
  /** Actually taken; smaller than `amount` after a partial capture. */
  readonly amountReceived: Cents;
  /** Given back so far, by anyone (also from the provider's dashboard). Released holds are not refunds. */
  readonly amountRefunded: Cents;
  /** Lower-case ISO code, "usd". */
  readonly currency: string;
  /** Epoch seconds. */
  readonly created: number;
  /** The order this payment was created for; null when the provider returned no such metadata: treat as a mismatch. */
  readonly orderId: string | null;
  readonly cartHash: string | null;
  readonly livemode: boolean;
  /** Epoch seconds after which the hold is gone; null when unknown or when nothing is held. */
  readonly captureBefore: number | null;
  /** "expired" means that the hold ran out. */
  readonly cancellationReason: string | null;
  /** Why the last attempt failed; the message may be shown to the customer. */
  readonly lastError: LastError | null;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  readonly disputed: boolean;
}

export interface LastError {
  readonly code: string | null;
  readonly declineCode: string | null;
  readonly message: string;
  /** The refused try; a new one for each. */
  readonly chargeId: string | null;
  /** The same for the same card, whoever pays with it. */
  readonly cardFingerprint: string | null;
}

export interface RefundFacts {
  readonly id: string;
  /** The payment it gives back from. */
  readonly intentId: string | null;
  readonly amount: Cents;
  readonly status: RefundStatus;
  readonly created: number;
  /** The idempotency key given to refundIntent; null for refunds made elsewhere, such as the provider's dashboard. */
  readonly key: string | null;
  /** The provider's word for why it failed. */
  readonly failure: string | null;
}

/**
 * - declined: the card said no; the message may be shown.
 * - not-found: the provider knows no such payment.
 * - state: the payment is in a state that does not allow the call; `intent` says which, when known.
 * - unreachable: no usable answer within the limit. THE OUTCOME IS UNKNOWN: repeat with the same key, or retrieve.
 * - rate-limited: the provider is busy with us (or with the same key); repeat later with the same key.
 * - invalid: our request was refused as malformed (or a key was reused for different parameters).
 * - auth: the secret key was refused.
 */
export type PaymentFailureKind = "declined" | "not-found" | "state" | "unreachable" | "rate-limited" | "invalid" | "auth";

export interface PaymentFailure {
  readonly ok: false;
  readonly kind: PaymentFailureKind;
  /** A sentence for staff and logs; only that of "declined" is meant for customers. */
  readonly message: string;
  /** The provider's own code, such as "card_declined" or "amount_too_small". */
  readonly code: string | null;
  readonly declineCode: string | null;
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
      /** false when the limit of pages was reached. */ readonly complete: boolean;
    }
  | PaymentFailure;

/** A verified webhook, reduced to what says where to look: always retrieve the payment before acting. */
export interface WebhookFacts {
  /** Unique per event; store it to apply each event once. */
  readonly id: string;
  readonly type: string;
  /** Epoch seconds. */
  readonly created: number;
  readonly livemode: boolean;
  /** The payment the event is about, also for charge, refund and dispute events; null when it concerns none. */
  readonly intentId: string | null;
  /** Metadata order id, when the event's object carries it. */
  readonly orderId: string | null;
}

/** "no-secret": no webhook secret is configured. "signature": forged, damaged, or dated more than 300 s from now. "malformed": signed, but no event. */
export type WebhookResult =
  | { readonly ok: true; readonly event: WebhookFacts }
  | { readonly ok: false; readonly reason: "no-secret" | "signature" | "malformed"; readonly message: string };

export interface CreateIntentInput {
  readonly amount: Cents;
  readonly orderId: string;
  /** Digest of the cart that was priced; a changed cart needs a new one. */
  readonly cartHash: string;
  /** At most 255 characters; a changed amount needs a new key. */
  readonly idempotencyKey: string;
}

/**
 * The shop's only way to the card payment provider. Every method answers a value within the gateway's time limit and never throws
 * for a failure of the provider, the network or the card. All calls that change something carry a key, so that repeating one after
 * "unreachable" can never charge, capture or refund twice.
 */
export interface PaymentGateway {
  /** True when the key moves real money; must equal `livemode` of every payment accepted as paid. */
  readonly livemode: boolean;
  /** Makes a payment that is only put on hold when the customer confirms it (manual capture, US dollars). */
  createIntent(input: CreateIntentInput): Promise<PaymentResult>;
  retrieveIntent(id: string): Promise<PaymentResult>;
  /** Takes `amount` of the hold and releases the rest. Ok also when exactly this amount has been captured before. */
  captureIntent(id: string, amount: Cents, idempotencyKey: string): Promise<PaymentResult>;
  /** Releases the hold, or ends an unpaid attempt. Ok also when it has been cancelled before. */
  cancelIntent(id: string, idempotencyKey: string): Promise<PaymentResult>;
  refundIntent(id: string, amount: Cents, idempotencyKey: string): Promise<RefundResult>;
  /** Refunds of one payment, newest first, at most 100. */
  listRefunds(id: string): Promise<RefundListResult>;
  /** Refunds of any payment made at or after `since`, newest first, at most 100. */
  listRecentRefunds(since: Date): Promise<RefundListResult>;
  /** Payments created at or after `since`, newest first, for the reconciler. */
  listRecentIntents(since: Date): Promise<IntentListResult>;
  /** Checks the signature over the raw bytes (constant time, at most 300 s old or ahead) and reads the event. */
  verifyWebhook(rawBody: string | Uint8Array, signatureHeader: string | null | undefined, secret: string): WebhookResult;
}
