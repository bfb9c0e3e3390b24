import { callParameters, emit, findRecord, getIntent, type Call, type Operation, type Reply } from "./call.ts";
import { answerList } from "./lists.ts";
import type { ChargeRecord, DisputeRecord } from "#stripe-simulator/payment/records.ts";
import { badParameter, missingObject, Refusal } from "./refusal.ts";
import { disputeWire } from "./dispute-wire.ts";

/** The vendor's test texts: as evidence they decide a dispute immediately. */
const OUTCOMES: Readonly<Record<string, "won" | "lost">> = { winning_evidence: "won", losing_evidence: "lost" };

/** Lists and closes disputes: by evidence, or by accepting them. */
export const DISPUTE_OPERATIONS: readonly Operation[] = [
  {
    name: "disputes.list",
    method: "GET",
    path: "/v1/disputes",
    isForBrowsers: false,
    run: (call) => answerList(call, "dispute", "/v1/disputes", { payment_intent: "intentId", charge: "chargeId" }),
  },
  {
    name: "disputes.update",
    method: "POST",
    path: "/v1/disputes/:id",
    isForBrowsers: false,
    async run(call) {
      const text = callParameters(call, ["evidence"]).part("evidence")?.text("uncategorized_text") ?? "";
      const outcome = OUTCOMES[text];
      if (outcome === undefined)
        throw badParameter(
          "evidence[uncategorized_text]",
          "parameter_invalid",
          "The simulator knows winning_evidence and losing_evidence.",
        );
      return closeDispute(call, outcome);
    },
  },
  {
    name: "disputes.close",
    method: "POST",
    path: "/v1/disputes/:id/close",
    isForBrowsers: false,
    run: (call) => closeDispute(call, "lost"),
  },
];

async function closeDispute(call: Call, outcome: "won" | "lost"): Promise<Reply> {
  const found = await findRecord(call, "dispute", call.pathId);
  if (found === undefined) throw missingObject("dispute", call.pathId, "id");
  // Changes of one payment are serialised.
  await getIntent(call, found.intentId, { isChanging: true });
  const dispute = (await findRecord(call, "dispute", call.pathId)) ?? found;
  if (dispute.outcome !== undefined)
    throw new Refusal({ status: 400, type: "invalid_request_error", message: "This dispute is already closed.", isKept: true });
  const closed: DisputeRecord = { ...dispute, outcome };
  call.unit.save(closed);
  emit(call, "charge.dispute.closed", disputeWire(closed));
  return { status: 200, body: disputeWire(closed) };
}

/** A charge stays "disputed" permanently; it can be refunded again when the shop has won. */
export async function isUnderDispute(call: Call, charge: ChargeRecord): Promise<boolean> {
  const disputes = await call.unit.list({ kind: "dispute", matching: { chargeId: charge.id }, limit: 10 });
  return disputes.some(({ outcome }) => outcome !== "won");
}
