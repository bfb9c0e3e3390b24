import Stripe from "stripe";
import type {
  AttemptError,
  BillingDetails,
  CardRecord,
  ChargeRecord,
  EventRecord,
  IntentRecord,
  MethodRecord,
  RefundRecord,
  WireObject,
  WireValue,
} from "#stripe-simulator/payment/records.ts";

/* Response shapes of the vendor's API, in the version of the installed SDK. Instants are epoch seconds there. */

/** Requires every field of the vendor's type, and allows no other. */
export type Shape<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: WireValue } & {
  readonly [K in keyof T]?: WireValue;
};

/** The simulator's URL for browsers, without a trailing slash. */
export interface WireSettings {
  readonly publicUrl: string;
}

export function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** The page of the bank's challenge. */
export function bankPageUrl(intent: IntentRecord, settings: WireSettings): string {
  return `${settings.publicUrl}/3ds/${intent.id}?client_secret=${encodeURIComponent(intent.secret)}`;
}

export function intentWire(intent: IntentRecord, settings: WireSettings): WireObject {
  return {
    ...publicIntentWire(intent, settings),
    allowed_payment_method_types: intent.allowedTypes ?? null,
    amount_capturable: intent.status === "requires_capture" ? intent.amount : 0,
    amount_details: { tip: {} },
    amount_received: intent.amountReceived,
    application: null,
    application_fee_amount: null,
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    latest_charge: intent.chargeId,
    managed_payments: null,
    metadata: intent.metadata,
    on_behalf_of: null,
    payment_method_options: { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" } },
    payment_record: null,
    review: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statementSuffix,
    transfer_data: null,
    transfer_group: null,
  } satisfies Shape<Stripe.PaymentIntent>;
}

/** Fields visible to a browser with the publishable key and the payment's secret. */
export function publicIntentWire(intent: IntentRecord, settings: WireSettings) {
  return {
    id: intent.id,
    object: "payment_intent",
    amount: intent.amount,
    automatic_payment_methods: intent.automaticMethods ? { allow_redirects: intent.automaticMethods.allowRedirects, enabled: true } : null,
    canceled_at: intent.canceledAt === null ? null : seconds(intent.canceledAt),
    cancellation_reason: intent.cancellationReason,
    capture_method: intent.captureMethod,
    client_secret: intent.secret,
    confirmation_method: intent.confirmationMethod,
    created: seconds(intent.at),
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.lastError && attemptErrorWire(intent.lastError),
    livemode: false,
    next_action: nextActionWire(intent, settings),
    payment_method: intent.methodId,
    payment_method_configuration_details: null,
    payment_method_types: ["card"],
    processing: intent.status === "processing" ? { type: "card", card: {} } : null,
    receipt_email: intent.receiptEmail,
    setup_future_usage: null,
    shipping: null,
    source: null,
    status: intent.status,
  } satisfies Partial<Shape<Stripe.PaymentIntent>>;
}

function nextActionWire(intent: IntentRecord, settings: WireSettings): WireObject | null {
  if (intent.status !== "requires_action") return null;
  const url = bankPageUrl(intent, settings);
  if (intent.returnUrl !== null) return { type: "redirect_to_url", redirect_to_url: { return_url: intent.returnUrl, url } };
  return { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", source: intent.questionId, stripe_js: url } };
}

/** The fields that an error response and last_payment_error share. */
export function attemptErrorWire(error: AttemptError): WireObject {
  return {
    ...(error.chargeId ? { charge: error.chargeId } : {}),
    code: error.code,
    ...(error.declineCode ? { decline_code: error.declineCode } : {}),
    doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll("_", "-")}`,
    message: error.message,
    ...(error.method ? { payment_method: methodWire(error.method) } : {}),
    type: error.type,
  };
}

export function chargeWire(charge: ChargeRecord): WireObject {
  const isDeclined = charge.status === "failed";
  return {
    id: charge.id,
    object: "charge",
    amount: charge.amount,
    amount_captured: charge.amountCaptured,
    amount_refunded: charge.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: billingWire(charge.billing),
    calculated_statement_descriptor: "SHOP",
    captured: charge.captured,
    created: seconds(charge.at),
    currency: charge.currency,
    customer: null,
    description: charge.description,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: charge.failureCode,
    failure_message: charge.failureMessage,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: isDeclined ? "declined_by_network" : "approved_by_network",
      reason: charge.declineCode,
      risk_level: "normal",
      risk_score: 20,
      seller_message: isDeclined ? "The bank did not return any further details with this decline." : "Payment complete.",
      type: isDeclined ? "issuer_declined" : "authorized",
    },
    paid: charge.status === "succeeded",
    payment_intent: charge.intentId,
    payment_method: charge.methodId,
    payment_method_details: { type: "card", card: chargedCardWire(charge) },
    receipt_email: charge.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.amountCaptured > 0 && charge.amountRefunded === charge.amountCaptured,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  } satisfies Shape<Stripe.Charge>;
}

function chargedCardWire(charge: ChargeRecord): WireObject {
  return {
    amount_authorized: charge.status === "failed" ? null : charge.amount,
    authorization_code: charge.status === "succeeded" ? "123456" : null,
    ...basicCardWire(charge.card),
    ...(charge.captureBefore === null ? {} : { capture_before: seconds(charge.captureBefore) }),
    electronic_commerce_indicator: null,
    installments: null,
    mandate: null,
    network: charge.card.brand,
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: charge.amount, status: "unavailable" },
    three_d_secure: charge.confirmedWithBank ? BANK_CONFIRMED : null,
    transaction_link_id: null,
  };
}

const BANK_CONFIRMED = {
  authentication_flow: "challenge",
  electronic_commerce_indicator: "05",
  exemption_indicator: null,
  result: "authenticated",
  result_reason: null,
  transaction_id: null,
  version: "2.2.0",
} satisfies Shape<Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure>;

function basicCardWire(card: CardRecord): WireObject {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: card.decline === "incorrect_cvc" ? "fail" : "pass" },
    country: "US",
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: `simulator${card.last4}`,
    funding: card.funding,
    last4: card.last4,
    regulated_status: "unregulated",
    wallet: card.wallet === undefined ? null : { type: card.wallet, dynamic_last4: null, [card.wallet]: {} },
  };
}

function billingWire(billing: BillingDetails): WireObject {
  const address = billing.address ?? { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  return { address, email: billing.email, name: billing.name, phone: billing.phone, tax_id: null };
}

export function methodWire(method: MethodRecord): WireObject {
  return {
    id: method.id,
    object: "payment_method",
    billing_details: billingWire(method.billing),
    card: {
      ...basicCardWire(method.card),
      display_brand: method.card.brand,
      generated_from: null,
      networks: { available: [method.card.brand], preferred: null },
      three_d_secure_usage: { supported: true },
    },
    created: seconds(method.at),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: method.metadata,
    type: "card",
  } satisfies Shape<Stripe.PaymentMethod>;
}

export function refundWire(refund: RefundRecord): WireObject {
  return {
    id: refund.id,
    object: "refund",
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.chargeId,
    created: seconds(refund.at),
    currency: refund.currency,
    customer: null,
    customer_account: null,
    ...(refund.status === "failed" ? { failure_reason: refund.failureReason } : {}),
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    payment_method: null,
    ...(refund.status === "pending" ? { pending_reason: "processing" } : {}),
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  } satisfies Shape<Stripe.Refund>;
}

export function eventWire(event: EventRecord): WireObject {
  return {
    id: event.id,
    object: "event",
    api_version: Stripe.API_VERSION,
    created: seconds(event.at),
    data: { object: event.object },
    livemode: false,
    pending_webhooks: event.pendingWebhooks,
    request: { id: event.requestId, idempotency_key: event.idempotencyKey },
    type: event.type,
  } satisfies Shape<Stripe.Event>;
}
