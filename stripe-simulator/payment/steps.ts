import type { Cents } from "#app/values/money.ts";
import { declineError } from "./cards.ts";
import type { AttemptError, ChargeRecord, DisputeRecord, IntentRecord, MethodRecord } from "./records.ts";

/*
 * The states of a payment, as the vendor documents them for cards:
 * requires_payment_method → requires_confirmation → requires_action → processing → requires_capture → succeeded, or canceled.
 * Pure: time and new ids are passed in, changes are returned.
 */

/** A card authorization of an online payment lasts about a week. */
const HOLD_MS = 7 * 86_400_000;

export interface StepWorld {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly newId: (prefix: string) => string;
}

/** One event to report; `of` names the step's object in it. */
export interface StepEvent {
  readonly type: string;
  readonly of: "intent" | "charge" | "dispute";
}

export interface Step {
  readonly intent: IntentRecord;
  readonly charge?: ChargeRecord;
  readonly dispute?: DisputeRecord;
  readonly events: readonly StepEvent[];
}

/** The customer (or the shop on their behalf) pays with `method`. Off session, no customer can respond to the bank's challenge. */
export function beginAttempt(intent: IntentRecord, method: MethodRecord, isOffSession: boolean, world: StepWorld): Step {
  const fresh: IntentRecord = { ...intent, methodId: method.id, lastError: null, questionId: null };
  if (!method.card.asks) return askForMoney(fresh, method, false, world);
  if (isOffSession) return declineAttempt(fresh, newCharge(fresh, method, false, world), method, "authentication_required");
  return {
    intent: { ...fresh, status: "requires_action", questionId: world.newId("src") },
    events: [{ type: "payment_intent.requires_action", of: "intent" }],
  };
}

/** The customer responded to the bank's challenge. */
export function answerBank(intent: IntentRecord, method: MethodRecord, isApproved: boolean, world: StepWorld): Step {
  const answered: IntentRecord = { ...intent, questionId: null };
  if (isApproved) return askForMoney(answered, method, true, world);
  const lastError: AttemptError = {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    declineCode: null,
    message:
      "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
    chargeId: null,
    method,
  };
  return {
    intent: { ...answered, status: "requires_payment_method", methodId: null, lastError },
    events: [{ type: "payment_intent.payment_failed", of: "intent" }],
  };
}

/** Time-driven steps: a slow bank responds, an authorization expires. Undefined while nothing is due. */
export function advance(
  intent: IntentRecord,
  charge: ChargeRecord | undefined,
  method: MethodRecord | undefined,
  world: StepWorld,
): Step | undefined {
  if (intent.status === "processing" && charge && method && intent.answersAt !== null && intent.answersAt <= world.now) {
    return concludeAttempt(intent, charge, method, method.card.decline, world);
  }
  if (intent.status === "requires_capture" && charge && intent.holdUntil !== null && intent.holdUntil <= world.now) {
    return expireHold(intent, charge, world);
  }
  return undefined;
}

/** Epoch milliseconds at which `advance` has something to do; null = never. */
export function dueTime(intent: IntentRecord): number | null {
  if (intent.status === "processing") return intent.answersAt;
  return intent.status === "requires_capture" ? intent.holdUntil : null;
}

/** The slow bank's response; `decline` is a reason, null = approved. */
export function concludeAttempt(
  intent: IntentRecord,
  charge: ChargeRecord,
  method: MethodRecord,
  decline: string | null,
  world: StepWorld,
): Step {
  if (decline !== null) return declineAttempt(intent, charge, method, decline);
  return intent.captureMethod === "manual" ? holdMoney(intent, charge, world) : takeMoney(intent, charge, charge.amount, world);
}

/** Captures `amount` of the authorization; the rest is released without a refund. */
export function captureHold(intent: IntentRecord, charge: ChargeRecord, amount: Cents, world: StepWorld): Step {
  return takeMoney(intent, charge, amount, world);
}

/** Cancels a payment that is not captured; an authorization is released without a refund. */
export function cancelIntent(intent: IntentRecord, reason: string | null, world: StepWorld): Step {
  return { intent: endIntent(intent, reason, world), events: [{ type: "payment_intent.canceled", of: "intent" }] };
}

/** The bank releases an authorization that was not captured in time. */
export function expireHold(intent: IntentRecord, charge: ChargeRecord, world: StepWorld): Step {
  return {
    intent: endIntent(intent, "expired", world),
    charge: { ...charge, captureBefore: null },
    events: [
      { type: "charge.expired", of: "charge" },
      { type: "payment_intent.canceled", of: "intent" },
    ],
  };
}

function endIntent(intent: IntentRecord, reason: string | null, world: StepWorld): IntentRecord {
  return {
    ...intent,
    status: "canceled",
    canceledAt: world.now,
    cancellationReason: reason,
    questionId: null,
    answersAt: null,
    holdUntil: null,
  };
}

function askForMoney(intent: IntentRecord, method: MethodRecord, confirmedWithBank: boolean, world: StepWorld): Step {
  const charge = newCharge(intent, method, confirmedWithBank, world);
  if (method.card.delayMs === 0) return concludeAttempt(intent, charge, method, method.card.decline, world);
  return {
    intent: { ...intent, status: "processing", chargeId: charge.id, answersAt: world.now + method.card.delayMs },
    charge,
    events: [
      { type: "charge.pending", of: "charge" },
      { type: "payment_intent.processing", of: "intent" },
    ],
  };
}

function newCharge(intent: IntentRecord, method: MethodRecord, confirmedWithBank: boolean, world: StepWorld): ChargeRecord {
  return {
    kind: "charge",
    id: world.newId("ch"),
    at: world.now,
    intentId: intent.id,
    methodId: method.id,
    amount: intent.amount,
    amountCaptured: 0,
    amountRefunded: 0,
    currency: intent.currency,
    status: "pending",
    captured: false,
    captureBefore: null,
    failureCode: null,
    failureMessage: null,
    declineCode: null,
    disputed: false,
    description: intent.description,
    receiptEmail: intent.receiptEmail,
    metadata: intent.metadata,
    card: method.card,
    billing: method.billing,
    confirmedWithBank,
  };
}

function declineAttempt(intent: IntentRecord, charge: ChargeRecord, method: MethodRecord, reason: string): Step {
  const error = declineError(reason);
  return {
    intent: {
      ...intent,
      status: "requires_payment_method",
      methodId: null,
      chargeId: charge.id,
      answersAt: null,
      lastError: { ...error, chargeId: charge.id, method },
    },
    charge: { ...charge, status: "failed", failureCode: error.code, failureMessage: error.message, declineCode: error.declineCode },
    events: [
      { type: "charge.failed", of: "charge" },
      { type: "payment_intent.payment_failed", of: "intent" },
    ],
  };
}

function holdMoney(intent: IntentRecord, charge: ChargeRecord, world: StepWorld): Step {
  const holdUntil = world.now + HOLD_MS;
  return {
    intent: { ...intent, status: "requires_capture", chargeId: charge.id, answersAt: null, holdUntil },
    charge: { ...charge, status: "succeeded", captureBefore: holdUntil },
    events: [
      { type: "charge.succeeded", of: "charge" },
      { type: "payment_intent.amount_capturable_updated", of: "intent" },
    ],
  };
}

function takeMoney(intent: IntentRecord, charge: ChargeRecord, amount: Cents, world: StepWorld): Step {
  const wasHeld = intent.status === "requires_capture";
  const taken: ChargeRecord = {
    ...charge,
    status: "succeeded",
    captured: true,
    capturedAt: world.now,
    captureBefore: null,
    amountCaptured: amount,
    disputed: charge.card.disputed,
  };
  const events: StepEvent[] = [
    { type: wasHeld ? "charge.captured" : "charge.succeeded", of: "charge" },
    { type: "payment_intent.succeeded", of: "intent" },
  ];
  const step: Step = {
    intent: { ...intent, status: "succeeded", chargeId: charge.id, amountReceived: amount, answersAt: null, holdUntil: null },
    charge: taken,
    events,
  };
  if (!taken.disputed) return step;
  const dispute: DisputeRecord = {
    kind: "dispute",
    id: world.newId("dp"),
    at: world.now,
    intentId: intent.id,
    chargeId: charge.id,
    amount,
    currency: charge.currency,
  };
  return { ...step, dispute, events: [...events, { type: "charge.dispute.created", of: "dispute" }] };
}
