import { requireChargeable, shownAmount } from "./amounts.ts";
import { callParameters, emit, findRecord, getIntent, type Call, type Operation } from "./call.ts";
import { DISPUTE_OPERATIONS, isUnderDispute } from "./disputes.ts";
import { expandObject, showRecord } from "./expand.ts";
import { answerList } from "./lists.ts";
import { mergeMetadata, type Parameters } from "./parameters.ts";
import type { ChargeRecord, RecordKind, RefundRecord, TaskRecord } from "#stripe-simulator/payment/records.ts";
import { badParameter, missingObject, Refusal } from "./refusal.ts";
import { chargeWire, refundWire } from "./wire.ts";

const LARGEST_AMOUNT = 99_999_999;
/** How long a refund of the two special test cards takes. */
const SLOW_REFUND_MS = 5_000;
const REASONS = ["duplicate", "fraudulent", "requested_by_customer"] as const;

/** Refunds, and read access to a payment's charges, disputes and events. */
export const REFUND_OPERATIONS: readonly Operation[] = [
  {
    name: "refunds.create",
    method: "POST",
    path: "/v1/refunds",
    isForBrowsers: false,
    async run(call) {
      const parameters = callParameters(call, ["payment_intent", "charge", "amount", "reason", "metadata"]);
      const charge = await claimRefundedCharge(call, parameters);
      const left = charge.amountCaptured - charge.amountRefunded;
      const amount = parameters.integer("amount", 1, LARGEST_AMOUNT) ?? left;
      requireChargeable("amount", amount, charge.currency);
      if (charge.disputed && (await isUnderDispute(call, charge)))
        throw refused("charge_disputed", `Charge ${charge.id} has been charged back; cannot issue a refund.`);
      if (left === 0) throw refused("charge_already_refunded", `Charge ${charge.id} has already been refunded.`);
      if (amount > left) {
        throw badParameter(
          "amount",
          "amount_too_large",
          `Refund amount (${shownAmount(amount, charge.currency)}) is greater than unrefunded amount on charge (${shownAmount(left, charge.currency)})`,
        );
      }
      const refund = draftRefund(call, charge, amount, parameters);
      const refunded: ChargeRecord = { ...charge, amountRefunded: charge.amountRefunded + amount };
      call.unit.save(refund);
      call.unit.save(refunded);
      if (charge.card.refund !== "at-once") {
        const outcome = charge.card.refund === "later" ? "succeeded" : "failed";
        const job = { does: "finish-refund", refundId: refund.id, intentId: charge.intentId, outcome } as const;
        call.unit.save({ kind: "task", id: `task_${refund.id}`, at: call.world.now + SLOW_REFUND_MS, job });
      }
      emit(call, "refund.created", refundWire(refund));
      emit(call, "charge.refunded", chargeWire(refunded));
      return { status: 200, body: await expandObject(call, refundWire(refund), parameters.texts("expand")) };
    },
  },
  retrieve("refunds.retrieve", "/v1/refunds/:id", "refund", "refund"),
  {
    name: "refunds.list",
    method: "GET",
    path: "/v1/refunds",
    isForBrowsers: false,
    run: (call) => answerList(call, "refund", "/v1/refunds", { payment_intent: "intentId", charge: "chargeId" }),
  },
  retrieve("charges.retrieve", "/v1/charges/:id", "charge", "charge"),
  {
    name: "charges.list",
    method: "GET",
    path: "/v1/charges",
    isForBrowsers: false,
    run: (call) => answerList(call, "charge", "/v1/charges", { payment_intent: "intentId" }),
  },
  ...DISPUTE_OPERATIONS,
  retrieve("disputes.retrieve", "/v1/disputes/:id", "dispute", "dispute"),
  retrieve("events.retrieve", "/v1/events/:id", "event", "event"),
  {
    name: "events.list",
    method: "GET",
    path: "/v1/events",
    isForBrowsers: false,
    run: (call) => answerList(call, "event", "/v1/events", { type: "type" }),
  },
];

/** The bank's delayed result for a refund of one of the two special cards. The caller has locked the payment. */
export async function finishRefund(call: Call, job: Extract<TaskRecord["job"], { does: "finish-refund" }>): Promise<void> {
  const refund = await findRecord(call, "refund", job.refundId);
  const charge = refund && (await findRecord(call, "charge", refund.chargeId));
  if (!refund || !charge) return;
  const isFailed = job.outcome === "failed";
  const finished: RefundRecord = { ...refund, status: job.outcome, failureReason: isFailed ? "expired_or_canceled_card" : null };
  call.unit.save(finished);
  if (isFailed) call.unit.save({ ...charge, amountRefunded: charge.amountRefunded - refund.amount });
  emit(call, isFailed ? "refund.failed" : "refund.updated", refundWire(finished));
}

function retrieve(name: string, path: string, kind: Exclude<RecordKind, "task">, noun: string): Operation {
  return {
    name,
    method: "GET",
    path,
    isForBrowsers: false,
    async run(call) {
      const parameters = callParameters(call, []);
      const record = await findRecord(call, kind, call.pathId);
      if (!record) throw missingObject(noun, call.pathId, "id");
      return { status: 200, body: await expandObject(call, showRecord(call, record), parameters.texts("expand")) };
    },
  };
}

/** The captured charge to refund. Its payment is locked first: refunds of one payment are serialised. */
async function claimRefundedCharge(call: Call, parameters: Parameters): Promise<ChargeRecord> {
  const chargeId = parameters.text("charge", 200);
  const named = chargeId === undefined ? undefined : await findRecord(call, "charge", chargeId);
  if (chargeId !== undefined && !named) throw missingObject("charge", chargeId, "charge");
  const intentId = named?.intentId ?? parameters.text("payment_intent", 200);
  if (intentId === undefined) {
    throw badParameter(
      "payment_intent",
      "parameter_missing",
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  }
  const intent = await getIntent(call, intentId, { isChanging: true, param: "payment_intent" });
  const charge = await findRecord(call, "charge", intent.chargeId);
  if (!charge?.captured || (chargeId !== undefined && charge.id !== chargeId)) {
    throw refused("payment_intent_unexpected_state", `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  }
  return charge;
}

function draftRefund(call: Call, charge: ChargeRecord, amount: number, parameters: Parameters): RefundRecord {
  return {
    kind: "refund",
    id: call.world.newId("re"),
    at: call.world.now,
    intentId: charge.intentId,
    chargeId: charge.id,
    amount,
    currency: charge.currency,
    status: charge.card.refund === "later" ? "pending" : "succeeded",
    failureReason: null,
    reason: parameters.choice("reason", REASONS) ?? null,
    metadata: mergeMetadata({}, parameters.metadata()),
  };
}

function refused(code: string, message: string): Refusal {
  return new Refusal({ status: 400, type: "invalid_request_error", code, message, isKept: true });
}
