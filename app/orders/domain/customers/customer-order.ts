import type { OrderStatus } from "#app/orders/domain/order.ts";

/** An order in the list of a customer's page. */
export interface CustomerOrder {
  readonly id: string;
  readonly number: string | null;
  readonly placedAt: Date | null;
  readonly status: OrderStatus;
  readonly finalTotal: number;
  readonly currency: string;
}
