import type { Cents } from "#app/values/money.ts";

/** The status of a payment, as the vendor names it. */
export type IntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  | "requires_capture"
  | "succeeded"
  | "canceled";

/** The simulator's records. Each is one stored JSON document; `at` (epoch milliseconds) is its row's time and orders lists. */
export type SimulatorRecord = IntentRecord | ChargeRecord | RefundRecord | MethodRecord | DisputeRecord | EventRecord | TaskRecord;
export type RecordKind = SimulatorRecord["kind"];
export type RecordOf<K extends RecordKind> = Extract<SimulatorRecord, { kind: K }>;

export type Metadata = Readonly<Record<string, string>>;

/** The behaviour of a test card; with every flag off, it succeeds. */
export interface CardBehaviour {
  /** The bank requires a confirmation by the customer (3-D Secure). */
  readonly asks: boolean;
  /** Name in DECLINES; null = approved. */
  readonly decline: string | null;
  /** Milliseconds the payment stays "processing" before the bank responds. */
  readonly delayMs: number;
  readonly refund: "at-once" | "later" | "fails-later";
  /** The bank approves the authorization and declines the capture; left out = it does not. */
  readonly captureFails?: boolean;
  readonly disputed: boolean;
}

/** A card after its number was read; the number itself is not stored. */
export interface CardRecord extends CardBehaviour {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly funding: string;
  /** The wallet it was paid from ("google_pay"); left out = none. */
  readonly wallet?: string;
}

export interface BillingDetails {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: Readonly<Record<string, string | null>> | null;
}

export interface MethodRecord {
  readonly kind: "method";
  readonly id: string;
  readonly at: number;
  readonly card: CardRecord;
  readonly billing: BillingDetails;
  readonly metadata: Metadata;
}

/** Why an attempt failed, with the API's field names. */
export interface AttemptError {
  readonly type: "card_error" | "invalid_request_error";
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
  readonly chargeId: string | null;
  readonly method: MethodRecord | null;
}

export interface IntentRecord {
  readonly kind: "intent";
  readonly id: string;
  readonly at: number;
  readonly secret: string;
  readonly amount: Cents;
  readonly amountReceived: Cents;
  readonly currency: string;
  readonly status: IntentStatus;
  readonly captureMethod: "manual" | "automatic";
  readonly confirmationMethod: "automatic" | "manual";
  readonly description: string | null;
  readonly receiptEmail: string | null;
  readonly metadata: Metadata;
  readonly statementSuffix: string | null;
  /** Payment methods the payment is restricted to; absent in payments of earlier versions. */
  readonly allowedTypes?: readonly string[] | null;
  readonly automaticMethods: { readonly allowRedirects: "always" | "never" } | null;
  readonly methodId: string | null;
  readonly chargeId: string | null;
  readonly lastError: AttemptError | null;
  readonly returnUrl: string | null;
  /** Id of the bank's pending challenge; set while the status is requires_action. */
  readonly questionId: string | null;
  /** Epoch milliseconds at which the bank responds; set while the status is processing. */
  readonly answersAt: number | null;
  /** Epoch milliseconds at which the authorization expires; set while the status is requires_capture. */
  readonly holdUntil: number | null;
  readonly canceledAt: number | null;
  readonly cancellationReason: string | null;
}

export interface ChargeRecord {
  readonly kind: "charge";
  readonly id: string;
  readonly at: number;
  readonly intentId: string;
  readonly methodId: string;
  readonly amount: Cents;
  readonly amountCaptured: Cents;
  readonly amountRefunded: Cents;
  readonly currency: string;
  readonly status: "succeeded" | "pending" | "failed";
  readonly captured: boolean;
  /** Epoch milliseconds; left out in charges of earlier versions and in those that were not captured. */
  readonly capturedAt?: number;
  readonly captureBefore: number | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly declineCode: string | null;
  readonly disputed: boolean;
  readonly description: string | null;
  readonly receiptEmail: string | null;
  readonly metadata: Metadata;
  readonly card: CardRecord;
  readonly billing: BillingDetails;
  /** The customer confirmed the bank's challenge for this charge. */
  readonly confirmedWithBank: boolean;
}

export interface RefundRecord {
  readonly kind: "refund";
  readonly id: string;
  readonly at: number;
  readonly intentId: string;
  readonly chargeId: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly status: "pending" | "succeeded" | "failed";
  readonly failureReason: string | null;
  readonly reason: string | null;
  readonly metadata: Metadata;
}

export interface DisputeRecord {
  readonly kind: "dispute";
  /** Left out = not decided yet. */
  readonly outcome?: "won" | "lost";
  readonly id: string;
  readonly at: number;
  readonly intentId: string;
  readonly chargeId: string;
  readonly amount: Cents;
  readonly currency: string;
}

export interface EventRecord {
  readonly kind: "event";
  readonly id: string;
  readonly at: number;
  readonly type: string;
  /** The object at the time of the event, in its API shape. */
  readonly object: WireObject;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  readonly pendingWebhooks: number;
}

/** A scheduled task that must survive a restart; `at` is when it is due. */
export interface TaskRecord {
  readonly kind: "task";
  readonly id: string;
  readonly at: number;
  readonly job:
    | { readonly does: "advance-intent"; readonly intentId: string }
    | { readonly does: "finish-refund"; readonly refundId: string; readonly intentId: string; readonly outcome: "succeeded" | "failed" }
    | { readonly does: "send-event"; readonly eventId: string; readonly attempts: number };
}

export type WireValue = string | number | boolean | null | readonly WireValue[] | WireObject;
export interface WireObject {
  readonly [name: string]: WireValue | undefined;
}
