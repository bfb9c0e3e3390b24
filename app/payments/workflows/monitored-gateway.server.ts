import type { PaymentGateway } from "#app/payments/gateway/gateway.server.ts";
import type { CallOutcome } from "#app/store/domain/connection.ts";
import { aroundCalls, type GatewayAnswer, type GatewayCall } from "./around-calls.server.ts";

/** A restricted key may take payments without the right to make these calls, so their refusal is not reported. */
const OF_RIGHTS_APART: ReadonlySet<GatewayCall> = new Set<GatewayCall>(["listPayouts", "listPayoutParts", "listDisputes"]);

/** Reports the outcome of each call: accepted, key refused, or no response. Rate-limited calls are not reported. */
export function monitoredGateway(gateway: PaymentGateway, report: (outcome: CallOutcome) => Promise<void>): PaymentGateway {
  return aroundCalls(gateway, async (call, work) => {
    const answer = await work();
    const outcome = OF_RIGHTS_APART.has(call) ? null : outcomeOf(answer);
    if (outcome !== null) await report(outcome);
    return answer;
  });
}

function outcomeOf(answer: GatewayAnswer): CallOutcome | null {
  if (answer.ok) return { state: "works", reason: "" };
  switch (answer.kind) {
    case "auth":
      return { state: "refused", reason: answer.message.slice(0, 300) };
    case "unreachable":
      return { state: "silent", reason: answer.message.slice(0, 300) };
    case "rate-limited":
      return null;
    default:
      return { state: "works", reason: "" };
  }
}
