import { randomUUID } from "node:crypto";
import type { OrderRow } from "#app/orders/data/order-placement.server.ts";
import { finalTotalOf } from "#app/orders/workflows/order-facts.server.ts";
import type { NewIntent } from "#app/payments/data/payment-intents.server.ts";

/** The payment of an order before the provider has been asked for it; `attempt` counts from 1 and makes the provider's key. */
export function newIntent(order: OrderRow, gateway: "stripe" | "simulator", attempt: number): NewIntent {
  return {
    id: randomUUID(),
    orderId: order.id,
    gateway,
    idempotencyKey: `order_${order.id}_${attempt}`,
    amountCents: finalTotalOf(order),
  };
}
