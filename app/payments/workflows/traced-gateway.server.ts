import type { PaymentGateway } from "#app/payments/gateway/gateway.server.ts";
import { inCall } from "#app/platform/tracing.server.ts";
import { aroundCalls } from "./around-calls.server.ts";

/** Traces each call as a span. */
export function tracedGateway(gateway: PaymentGateway): PaymentGateway {
  return aroundCalls(gateway, (call, work) => inCall("stripe", call, work, (answer) => (answer.ok ? null : answer.kind)));
}
