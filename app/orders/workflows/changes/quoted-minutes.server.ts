import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { MAX_MINUTES_SETTING } from "#app/values/limits.ts";
import { minutesBetween } from "#app/values/time.ts";

/** Minutes until the order is ready as quoted to the customer, never less than its preparation. */
export function quotedMinutes({ prepMinutes, requestedFor, promisedAt, goesWith }: OrderRow, now: Date): number {
  const quoted = requestedFor === null && promisedAt !== null ? Math.ceil(minutesBetween(now, promisedAt)) : 0;
  // An add-on is ready with its order.
  return Math.min(Math.max(goesWith === null ? (prepMinutes ?? 0) : 0, quoted), MAX_MINUTES_SETTING);
}
