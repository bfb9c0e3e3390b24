import { findRecord, saveStep, showIntent, type Call, type Reply } from "./call.ts";
import { expandObject } from "./expand.ts";
import { beginAttempt, type Step } from "#stripe-simulator/payment/steps.ts";
import { findPaymentMethod } from "./methods.ts";
import type { Parameters } from "./parameters.ts";
import type { IntentRecord, IntentStatus } from "#stripe-simulator/payment/records.ts";
import { badParameter, errorBody, Refusal } from "./refusal.ts";
import { attemptErrorWire } from "./wire.ts";

const CONFIRMABLE: readonly IntentStatus[] = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** Pays `intent` with the card the parameters name (or the one it already has). A decline is a stored 402 response. */
export async function confirmIntent(call: Call, intent: IntentRecord, parameters: Parameters): Promise<Reply> {
  if (call.access === "publishable" && intent.confirmationMethod === "manual") {
    throw unexpectedState(call, intent, "A PaymentIntent with confirmation_method manual can only be confirmed with a secret key.");
  }
  if (!CONFIRMABLE.includes(intent.status)) {
    throw unexpectedState(call, intent, `This PaymentIntent cannot be confirmed because it has a status of ${intent.status}.`);
  }
  const method = (await findPaymentMethod(call, parameters)) ?? (await findRecord(call, "method", intent.methodId));
  if (!method) {
    throw unexpectedState(
      call,
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
    );
  }
  const prepared: IntentRecord = {
    ...intent,
    returnUrl: readReturnUrl(parameters) ?? intent.returnUrl,
    receiptEmail: parameters.text("receipt_email", 800) ?? intent.receiptEmail,
  };
  const isOffSession = parameters.flag("off_session") === true || parameters.flag("error_on_requires_action") === true;
  const step = beginAttempt(prepared, method, isOffSession, call.world);
  saveStep(call, step);
  return attemptReply(call, step, parameters.texts("expand"));
}

/** The response to an attempt: the payment, or 402 with the reason when the bank declined. */
export async function attemptReply(call: Call, step: Step, expand: readonly string[] = []): Promise<Reply> {
  const { intent } = step;
  if (intent.status === "requires_payment_method" && intent.lastError?.type === "card_error") {
    const { code, declineCode, message } = intent.lastError;
    const wire = attemptErrorWire(intent.lastError);
    return {
      status: 402,
      body: errorBody({
        status: 402,
        type: "card_error",
        code,
        message,
        extra: {
          ...(declineCode ? { decline_code: declineCode } : {}),
          ...(wire.charge ? { charge: wire.charge } : {}),
          payment_intent: showIntent(call, intent),
          payment_method: wire.payment_method ?? null,
        },
      }),
    };
  }
  const body = showIntent(call, intent);
  return { status: 200, body: call.access === "secret" ? await expandObject(call, body, expand) : body };
}

function unexpectedState(call: Call, intent: IntentRecord, message: string): Refusal {
  return new Refusal({
    status: 400,
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message,
    extra: { payment_intent: showIntent(call, intent) },
    isKept: true,
  });
}

function readReturnUrl(parameters: Parameters): string | undefined {
  const text = parameters.text("return_url", 2000);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") throw badParameter("return_url", "url_invalid", "Not a valid URL");
  return url.href;
}
