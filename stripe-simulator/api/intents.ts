import { providerUnits } from "#app/values/money/currency-units.ts";
import { CURRENCIES, minimumCardCharge } from "#app/values/money/currencies.ts";
import { callParameters, findRecord, getIntent, saveStep, showIntent, type Call, type Operation, type Reply } from "./call.ts";
import { confirmIntent } from "./confirm.ts";
import { expandObject } from "./expand.ts";
import { declineError } from "#stripe-simulator/payment/cards.ts";
import { cancelIntent, captureHold } from "#stripe-simulator/payment/steps.ts";
import { answerList } from "./lists.ts";
import { findPaymentMethod } from "./methods.ts";
import { mergeMetadata, type Parameters } from "./parameters.ts";
import type { ChargeRecord, IntentRecord, IntentStatus } from "#stripe-simulator/payment/records.ts";
import { badParameter, Refusal } from "./refusal.ts";
import { requireChargeable, shownAmount } from "./amounts.ts";
import { intentWire } from "./wire.ts";

const LARGEST_AMOUNT = 99_999_999;
/** The payment methods that the shop offers. */
const ACCEPTED: ReadonlySet<string> = new Set(CURRENCIES.map((code) => code.toLowerCase()));
const BEFORE_PAYMENT: readonly IntentStatus[] = ["requires_payment_method", "requires_confirmation", "requires_action"];
const CANCELABLE: readonly IntentStatus[] = ["requires_payment_method", "requires_capture", "requires_confirmation", "requires_action"];
const CANCEL_REASONS = ["duplicate", "fraudulent", "requested_by_customer", "abandoned"] as const;
const ATTEMPT_PARAMETERS = [
  "payment_method",
  "payment_method_data",
  "payment_method_options",
  "return_url",
  "off_session",
  "error_on_requires_action",
  "use_stripe_sdk",
  "mandate_data",
  "radar_options",
  "expected_payment_method_type",
];

export const CONFIRM: Operation = {
  name: "payment_intents.confirm",
  method: "POST",
  path: "/v1/payment_intents/:id/confirm",
  isForBrowsers: true,
  async run(call) {
    const parameters = callParameters(call, ["receipt_email", ...ATTEMPT_PARAMETERS]);
    return confirmIntent(call, await getIntent(call, call.pathId, { isChanging: true }), parameters);
  },
};

/** Payment intents: create, retrieve, update, confirm, capture, cancel, list. */
export const INTENT_OPERATIONS: readonly Operation[] = [
  {
    name: "payment_intents.create",
    method: "POST",
    path: "/v1/payment_intents",
    isForBrowsers: false,
    async run(call) {
      const parameters = callParameters(call, [
        "amount",
        "currency",
        "capture_method",
        "confirmation_method",
        "automatic_payment_methods",
        "allowed_payment_method_types",
        // In older API versions.
        "payment_method_types",
        "description",
        "receipt_email",
        "metadata",
        "statement_descriptor_suffix",
        "confirm",
        ...ATTEMPT_PARAMETERS,
      ]);
      const draft = draftIntent(call, parameters);
      const method = await findPaymentMethod(call, parameters);
      const intent: IntentRecord = method ? { ...draft, methodId: method.id, status: "requires_confirmation" } : draft;
      saveStep(call, { intent, events: [{ type: "payment_intent.created", of: "intent" }] });
      if (parameters.flag("confirm") === true) return confirmIntent(call, intent, parameters);
      return answer(call, intent, parameters);
    },
  },
  {
    name: "payment_intents.list",
    method: "GET",
    path: "/v1/payment_intents",
    isForBrowsers: false,
    run: (call) => answerList(call, "intent", "/v1/payment_intents", {}),
  },
  {
    name: "payment_intents.retrieve",
    method: "GET",
    path: "/v1/payment_intents/:id",
    isForBrowsers: true,
    async run(call) {
      const parameters = callParameters(call, []);
      return answer(call, await getIntent(call, call.pathId, { isChanging: false }), parameters);
    },
  },
  {
    name: "payment_intents.update",
    method: "POST",
    path: "/v1/payment_intents/:id",
    isForBrowsers: false,
    async run(call) {
      const parameters = callParameters(call, [
        "amount",
        "currency",
        "description",
        "receipt_email",
        "metadata",
        "statement_descriptor_suffix",
        "payment_method",
        "payment_method_data",
        "payment_method_options",
      ]);
      const intent = await updateIntent(call, await getIntent(call, call.pathId, { isChanging: true }), parameters);
      saveStep(call, { intent, events: [] });
      return answer(call, intent, parameters);
    },
  },
  CONFIRM,
  {
    name: "payment_intents.capture",
    method: "POST",
    path: "/v1/payment_intents/:id/capture",
    isForBrowsers: false,
    async run(call) {
      const parameters = callParameters(call, ["amount_to_capture", "final_capture", "metadata", "statement_descriptor_suffix"]);
      const intent = await getIntent(call, call.pathId, { isChanging: true });
      const charge = await findRecord(call, "charge", intent.chargeId);
      if (intent.status !== "requires_capture" || !charge)
        throw wrongStatus(call, intent, "captured", "could not be", ["requires_capture"]);
      const amount = parameters.integer("amount_to_capture", 1, LARGEST_AMOUNT) ?? intent.amount;
      requireChargeable("amount_to_capture", amount, intent.currency);
      if (amount > intent.amount) {
        throw badParameter(
          "amount_to_capture",
          "amount_too_large",
          "The requested capture amount is greater than the amount you can capture for this charge.",
        );
      }
      if (charge.card.captureFails === true) throw captureDeclined(call, intent, charge);
      const noted = {
        ...intent,
        metadata: mergeMetadata(intent.metadata, parameters.metadata()),
        statementSuffix: parameters.text("statement_descriptor_suffix", 22) ?? intent.statementSuffix,
      };
      const step = captureHold(noted, charge, amount, call.world);
      saveStep(call, step);
      return answer(call, step.intent, parameters);
    },
  },
  {
    name: "payment_intents.cancel",
    method: "POST",
    path: "/v1/payment_intents/:id/cancel",
    isForBrowsers: false,
    async run(call) {
      const parameters = callParameters(call, ["cancellation_reason"]);
      const reason = parameters.choice("cancellation_reason", CANCEL_REASONS) ?? null;
      const intent = await getIntent(call, call.pathId, { isChanging: true });
      if (!CANCELABLE.includes(intent.status)) throw wrongStatus(call, intent, "canceled", "cannot be", CANCELABLE);
      const step = cancelIntent(intent, reason, call.world);
      saveStep(call, step);
      return answer(call, step.intent, parameters);
    },
  },
];

async function answer(call: Call, intent: IntentRecord, parameters: Parameters): Promise<Reply> {
  const body = showIntent(call, intent);
  return { status: 200, body: call.access === "secret" ? await expandObject(call, body, parameters.texts("expand")) : body };
}

/** The authorization stays: another capture with another key is possible. */
function captureDeclined(call: Call, intent: IntentRecord, charge: ChargeRecord): Refusal {
  const { code, message, declineCode } = declineError("generic_decline");
  const extra = { decline_code: declineCode, charge: charge.id, payment_intent: intentWire(intent, call.wire) };
  return new Refusal({ status: 402, type: "card_error", code, message, extra, isKept: true });
}

function wrongStatus(call: Call, intent: IntentRecord, verb: string, how: string, allowed: readonly IntentStatus[]): Refusal {
  return new Refusal({
    status: 400,
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: `This PaymentIntent ${how} ${verb} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb}: ${allowed.join(", ")}.`,
    extra: { payment_intent: intentWire(intent, call.wire) },
    isKept: true,
  });
}

function readAmount(parameters: Parameters, currency = "usd"): number | undefined {
  const amount = parameters.integer("amount", 0, 999_999_999_999);
  if (amount === undefined) return undefined;
  const smallest = minimumCardCharge(currency) * providerUnits(currency);
  if (amount < smallest)
    throw badParameter("amount", "amount_too_small", `Amount must be at least ${shownAmount(smallest, currency)} ${currency}`);
  if (amount > LARGEST_AMOUNT)
    throw badParameter("amount", "amount_too_large", `Amount must be no more than ${shownAmount(LARGEST_AMOUNT, currency)}`);
  requireChargeable("amount", amount, currency);
  return amount;
}

function readCurrency(parameters: Parameters): string | undefined {
  const currency = parameters.text("currency")?.toLowerCase();
  if (currency !== undefined && !ACCEPTED.has(currency))
    throw badParameter("currency", "parameter_invalid", `Invalid currency: ${currency.slice(0, 10)}`);
  return currency;
}

function draftIntent(call: Call, parameters: Parameters): IntentRecord {
  const amount = readAmount(parameters, parameters.text("currency")?.toLowerCase());
  if (amount === undefined) throw badParameter("amount", "parameter_missing", "Missing required param: amount.");
  const currency = readCurrency(parameters);
  if (currency === undefined) throw badParameter("currency", "parameter_missing", "Missing required param: currency.");
  const allowedTypes = parameters.texts("allowed_payment_method_types");
  for (const [name, types] of [
    ["payment_method_types", parameters.texts("payment_method_types")],
    ["allowed_payment_method_types", allowedTypes],
  ] as const) {
    if (types.some((type) => type !== "card"))
      throw badParameter(name, "parameter_invalid", "The simulator only knows the payment method type card.");
  }
  const automatic = parameters.part("automatic_payment_methods");
  const id = call.world.newId("pi");
  return {
    kind: "intent",
    id,
    at: call.world.now,
    secret: `${id}_${call.world.newId("secret")}`,
    amount,
    amountReceived: 0,
    currency,
    status: "requires_payment_method",
    captureMethod: parameters.choice("capture_method", ["automatic", "automatic_async", "manual"]) === "manual" ? "manual" : "automatic",
    confirmationMethod: parameters.choice("confirmation_method", ["automatic", "manual"]) ?? "automatic",
    description: parameters.text("description", 1000) ?? null,
    receiptEmail: parameters.text("receipt_email", 800) ?? null,
    metadata: mergeMetadata({}, parameters.metadata()),
    statementSuffix: parameters.text("statement_descriptor_suffix", 22) ?? null,
    allowedTypes: allowedTypes.length === 0 ? null : allowedTypes,
    automaticMethods:
      automatic?.flag("enabled") === true ? { allowRedirects: automatic.choice("allow_redirects", ["always", "never"]) ?? "always" } : null,
    methodId: null,
    chargeId: null,
    lastError: null,
    returnUrl: null,
    questionId: null,
    answersAt: null,
    holdUntil: null,
    canceledAt: null,
    cancellationReason: null,
  };
}

async function updateIntent(call: Call, intent: IntentRecord, parameters: Parameters): Promise<IntentRecord> {
  const currency = readCurrency(parameters) ?? intent.currency;
  const amount = readAmount(parameters, currency) ?? intent.amount;
  const changesPayment =
    amount !== intent.amount || currency !== intent.currency || parameters.has("payment_method") || parameters.has("payment_method_data");
  if (changesPayment && !BEFORE_PAYMENT.includes(intent.status)) throw wrongStatus(call, intent, "updated", "could not be", BEFORE_PAYMENT);
  const method = await findPaymentMethod(call, parameters);
  const methodId = method?.id ?? intent.methodId;
  return {
    ...intent,
    amount,
    currency,
    methodId,
    // A changed payment has to be confirmed again: the bank's challenge was about the old one.
    ...(changesPayment && methodId !== null ? { status: "requires_confirmation" as const, questionId: null } : {}),
    description: parameters.has("description") ? (parameters.text("description", 1000) ?? null) : intent.description,
    receiptEmail: parameters.has("receipt_email") ? (parameters.text("receipt_email", 800) ?? null) : intent.receiptEmail,
    statementSuffix: parameters.text("statement_descriptor_suffix", 22) ?? intent.statementSuffix,
    metadata: mergeMetadata(intent.metadata, parameters.metadata()),
  };
}
