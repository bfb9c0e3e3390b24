import { callParameters, findRecord, getIntent, saveStep, type Call, type Operation } from "./call.ts";
import { attemptReply } from "./confirm.ts";
import { answerBank, concludeAttempt, expireHold } from "./intent-steps.ts";
import type { IntentRecord, MethodRecord } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { intentWire } from "./wire.ts";

/** What only a simulator can offer: deciding in place of the bank, and letting a hold run out at once. */
export const TEST_HELPER_OPERATIONS: readonly Operation[] = [
  {
    name: "test_helpers.payment_intents.authenticate",
    method: "POST",
    path: "/v1/test_helpers/payment_intents/:id/authenticate",
    isForBrowsers: true,
    async run(call) {
      const isApproved = readOutcome(call) === "succeed";
      const intent = await getIntent(call, call.pathId, { isChanging: true });
      const method = await findRecord(call, "method", intent.methodId);
      if (intent.status !== "requires_action" || !method) throw notWaiting(call, intent, "requires_action");
      const step = answerBank(intent, method, isApproved, call.world);
      saveStep(call, step);
      return attemptReply(call, step);
    },
  },
  {
    name: "test_helpers.payment_intents.settle",
    method: "POST",
    path: "/v1/test_helpers/payment_intents/:id/settle",
    isForBrowsers: false,
    async run(call) {
      const decline = readOutcome(call) === "succeed" ? null : "generic_decline";
      const intent = await getIntent(call, call.pathId, { isChanging: true });
      const charge = await findRecord(call, "charge", intent.chargeId);
      const method: MethodRecord | undefined = await findRecord(call, "method", intent.methodId);
      if (intent.status !== "processing" || !charge || !method) throw notWaiting(call, intent, "processing");
      const step = concludeAttempt(intent, charge, method, decline, call.world);
      saveStep(call, step);
      return { status: 200, body: intentWire(step.intent, call.wire) };
    },
  },
  {
    name: "test_helpers.payment_intents.expire",
    method: "POST",
    path: "/v1/test_helpers/payment_intents/:id/expire",
    isForBrowsers: false,
    async run(call) {
      callParameters(call, []);
      const intent = await getIntent(call, call.pathId, { isChanging: true });
      const charge = await findRecord(call, "charge", intent.chargeId);
      if (intent.status !== "requires_capture" || !charge) throw notWaiting(call, intent, "requires_capture");
      const step = expireHold(intent, charge, call.world);
      saveStep(call, step);
      return { status: 200, body: intentWire(step.intent, call.wire) };
    },
  },
];

function readOutcome(call: Call): "succeed" | "fail" {
  return callParameters(call, ["outcome"]).choice("outcome", ["succeed", "fail"]) ?? "succeed";
}

function notWaiting(call: Call, intent: IntentRecord, wanted: string): Refusal {
  return new Refusal({
    status: 400,
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: `This needs a PaymentIntent with a status of ${wanted}; this one has ${intent.status}.`,
    extra: { payment_intent: intentWire(intent, call.wire) },
    isKept: true,
  });
}
