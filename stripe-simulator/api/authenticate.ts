import { callParameters, findRecord, getIntent, saveStep, type Operation } from "./call.ts";
import { attemptReply } from "./confirm.ts";
import { answerBank } from "#stripe-simulator/payment/steps.ts";
import { Refusal } from "./refusal.ts";
import { intentWire } from "./wire.ts";

/** Only in the simulator: the customer's response to the bank's 3-D Secure challenge. */
export const AUTHENTICATE: Operation = {
  name: "test_helpers.payment_intents.authenticate",
  method: "POST",
  path: "/v1/test_helpers/payment_intents/:id/authenticate",
  isForBrowsers: true,
  async run(call) {
    const isApproved = callParameters(call, ["outcome"]).choice("outcome", ["succeed", "fail"]) !== "fail";
    const intent = await getIntent(call, call.pathId, { isChanging: true });
    const method = await findRecord(call, "method", intent.methodId);
    if (intent.status !== "requires_action" || !method) {
      throw new Refusal({
        status: 400,
        type: "invalid_request_error",
        code: "payment_intent_unexpected_state",
        message: `This needs a PaymentIntent with a status of requires_action; this one has ${intent.status}.`,
        extra: { payment_intent: intentWire(intent, call.wire) },
        isKept: true,
      });
    }
    const step = answerBank(intent, method, isApproved, call.world);
    saveStep(call, step);
    return attemptReply(call, step);
  },
};
