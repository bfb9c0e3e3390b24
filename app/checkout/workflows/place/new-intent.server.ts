import { randomUUID } from "node:crypto";
import type { NewIntent } from "#app/payments/data/payment-intents.server.ts";
import type { Cents } from "#app/values/money.ts";

/** The payment of an order before it is requested; `attempt` counts from 1 and is part of the provider's key. */
export function newIntent(
  order: { readonly id: string; readonly finalTotal: Cents },
  gateway: "stripe" | "simulator",
  attempt: number,
): NewIntent {
  return {
    id: randomUUID(),
    orderId: order.id,
    gateway,
    idempotencyKey: `order_${order.id}_${attempt}`,
    amountCents: order.finalTotal,
  };
}
